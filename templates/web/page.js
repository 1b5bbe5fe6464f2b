// What helps a little and is needed by nobody: instants in the reader's own time zone; arrow keys from phase to phase.
"use strict";
for (const time of document.querySelectorAll("time[datetime]")) {
  const day = time.classList.contains("day");
  const form = { day: "numeric", month: "short", year: "numeric" };
  const hour = { weekday: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" };
  const at = new Date(time.dateTime);
  if (!Number.isNaN(at.getTime())) {
    time.title = time.textContent;
    time.textContent = at.toLocaleString("en-GB", day ? form : { ...form, ...hour });
  }
}

document.addEventListener("keydown", (event) => {
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const busy = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented;
  if (!way || busy || event.target.closest("input, select, textarea, [role=group]")) return;
  const steps = [...document.querySelectorAll(".slider input")];
  const next = steps[steps.findIndex((step) => step.checked) + way];
  const link = steps.length ? null : document.querySelector(way < 0 ? "a[rel=prev]" : "a[rel=next]");
  if (next) next.click();
  if (link) link.click();
  if (next || link) event.preventDefault();
});
