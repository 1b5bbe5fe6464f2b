// What helps a little and is needed by nobody: instants in the reader's own time zone; arrow keys from step to step and
// from phase to phase; on the page of a phase, units that move.
"use strict";
// " (in 2 days)", of what is to come within weeks.
const soon = (at) => {
  const minutes = Math.round((at - Date.now()) / 60000);
  if (minutes < 1 || minutes > 43200) return "";
  const [size, unit] = minutes < 120 ? [1, "minute"] : minutes < 2880 ? [60, "hour"] : [1440, "day"];
  return ` (${new Intl.RelativeTimeFormat("en-GB").format(Math.round(minutes / size), unit)})`;
};
for (const time of document.querySelectorAll("time[datetime]")) {
  const day = time.classList.contains("day");
  const form = { day: "numeric", month: "short", year: "numeric" };
  const hour = { weekday: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" };
  const at = new Date(time.dateTime);
  if (!Number.isNaN(at.getTime())) {
    time.title = time.textContent;
    time.textContent = at.toLocaleString("en-GB", day ? form : { ...form, ...hour }) + (day ? "" : soon(at));
  }
}

const steps = [...document.querySelectorAll(".slider input")];

document.addEventListener("keydown", (event) => {
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const busy = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented;
  if (!way || busy || event.target.closest("input, select, textarea, [role=group]")) return;
  const next = steps[steps.findIndex((step) => step.checked) + way];
  const turns = !steps.length || steps[0].closest(".steps");
  const link = turns ? document.querySelector(way < 0 ? "a[rel=prev]" : "a[rel=next]") : null;
  (next || link)?.click();
  if (next || link) event.preventDefault();
});

// The units of a phase on their ways: above its map without units, then the next map appears below them. Nothing but
// their transform and opacity changes, and all of it is said at once: no frame in between waits for this page.
const still = matchMedia("(prefers-reduced-motion: reduce)");
const pause = (time) => new Promise((done) => setTimeout(done, time));
const ways = document.querySelector(".steps template");

const glide = async (figure, from) => {
  const map = figure.querySelector("img");
  const layer = document.createElement("div");
  const ground = new Image();
  const units = ways.content.firstElementChild.cloneNode(true);
  ground.alt = "";
  ground.src = from;
  layer.className = "layer";
  layer.append(ground, units);
  await Promise.allSettled([ground.decode(), map.decode()]);
  const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = map;
  Object.assign(layer.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  figure.append(layer);
  const timing = { duration: 1100, easing: "ease-in-out", fill: "forwards" };
  for (const unit of units.children) {
    const stops = (unit.dataset.way || "").split(" ").filter(Boolean).map((stop) => stop.split(","));
    if (stops.length) unit.animate(stops.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })), timing);
    if (unit.dataset.fade) unit.animate({ opacity: unit.dataset.fade === "in" ? [0, 1] : [1, 0] }, timing);
  }
  await layer.animate({ opacity: [1, 0] }, { delay: timing.duration, duration: 350, fill: "forwards" }).finished;
  layer.remove();
};

const last = ways && ways.closest("figure");
if (last) {
  let before = steps.findIndex((step) => step.checked);
  const orders = new URL(document.querySelector(".steps input:checked + figure img").src);
  orders.hash = "bare";
  const choose = () => {
    const now = steps.findIndex((step) => step.checked);
    document.querySelector(".layer")?.remove();
    if (now === steps.length - 1 && now > before && !still.matches) glide(last, orders.href);
    before = now;
  };
  for (const step of steps) {
    step.addEventListener("change", choose);
    step.nextElementSibling.querySelector("img").loading = "eager";
  }
  const watch = document.createElement("button");
  watch.type = "button";
  watch.textContent = "\u25b6\ufe0e Watch";
  watch.addEventListener("click", async () => {
    watch.disabled = true;
    for (const step of steps) {
      step.click();
      await pause(step === steps[0] ? 900 : 1600);
    }
    watch.disabled = false;
  });
  last.after(watch);
}
