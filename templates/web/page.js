// What helps a little and is needed by nobody: instants in the reader's own time zone.
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
