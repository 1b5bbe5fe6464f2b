// What helps a little and is needed by nobody: instants in the reader's own time zone; arrow keys from step to step and
// from phase to phase; a button that plays all steps; on the page of a phase, units that move.
"use strict";

/** " (in 2 days)", of what is to come within weeks. @param {Date} at */
const soon = (at) => {
  const minutes = Math.round((at.getTime() - Date.now()) / 60000);
  if (minutes < 1 || minutes > 43200) return "";
  /** @type {[number, Intl.RelativeTimeFormatUnit]} */
  const [size, unit] = minutes < 120 ? [1, "minute"] : minutes < 2880 ? [60, "hour"] : [1440, "day"];
  return ` (${new Intl.RelativeTimeFormat("en-GB").format(Math.round(minutes / size), unit)})`;
};
for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[datetime]"))) {
  const day = time.classList.contains("day");
  /** @type {Intl.DateTimeFormatOptions} */
  const form = { day: "numeric", month: "short", year: "numeric" };
  /** @type {Intl.DateTimeFormatOptions} */
  const hour = { weekday: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" };
  const at = new Date(time.dateTime);
  if (!Number.isNaN(at.getTime())) {
    time.title = time.textContent ?? "";
    time.textContent = at.toLocaleString("en-GB", day ? form : { ...form, ...hour }) + (day ? "" : soon(at));
  }
}

const steps = [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".slider input"))];
const chosen = () => steps.findIndex((step) => step.checked);
/** The map of a step. @param {HTMLInputElement} step */
const shownBy = (step) => /** @type {HTMLImageElement} */ (step.nextElementSibling?.querySelector("img"));

document.addEventListener("keydown", (event) => {
  const way = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
  const busy = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented;
  const at = /** @type {Element} */ (event.target);
  if (!way || busy || at.closest("input, select, textarea, [role=group]")) return;
  const turns = !steps.length || steps[0].closest(".steps");
  /** @type {HTMLAnchorElement | null} */
  const link = turns ? document.querySelector(way < 0 ? "a[rel=prev]" : "a[rel=next]") : null;
  const next = steps[chosen() + way] || link;
  next?.click();
  if (next) event.preventDefault();
});

/** @param {number} time */
const pause = (time) => new Promise((done) => setTimeout(done, time));
if (steps.length > 1) {
  const watch = document.createElement("button");
  watch.type = "button";
  watch.textContent = "\u25b6\ufe0e Watch";
  watch.addEventListener("click", async () => {
    watch.disabled = true;
    for (const step of steps) {
      shownBy(step).loading = "eager";
      await shownBy(step).decode().catch(() => {});
      step.click();
      await pause(step === steps[0] ? 900 : 1600);
    }
    watch.disabled = false;
  });
  steps[steps.length - 1].nextElementSibling?.after(watch);
}

// The units of a phase on their ways: above its map without units, then the next map appears below them. Nothing but
// their transform and opacity changes, and all of it is said at once: no frame in between waits for this page.
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {HTMLTemplateElement | null} */
const ways = document.querySelector(".steps template");

/** @param {HTMLTemplateElement} moved @param {Element} figure @param {HTMLImageElement} map @param {string} from */
const glide = async (moved, figure, map, from) => {
  const layer = document.createElement("div");
  const ground = new Image();
  const units = /** @type {SVGElement} */ (moved.content.firstElementChild?.cloneNode(true));
  ground.alt = "";
  ground.src = from;
  layer.className = "layer";
  layer.append(ground, units);
  await Promise.allSettled([ground.decode(), map.decode()]);
  const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = map;
  Object.assign(layer.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  figure.append(layer);
  /** @type {KeyframeAnimationOptions} */
  const timing = { duration: 1100, easing: "ease-in-out", fill: "forwards" };
  for (const unit of /** @type {Iterable<SVGElement>} */ (units.children)) {
    const stops = (unit.dataset.way || "").split(" ").filter(Boolean).map((stop) => stop.split(","));
    if (stops.length) unit.animate(stops.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })), timing);
    if (unit.dataset.fade) unit.animate({ opacity: unit.dataset.fade === "in" ? [0, 1] : [1, 0] }, timing);
  }
  await layer.animate({ opacity: [1, 0] }, { delay: 1100, duration: 350, fill: "forwards" }).finished;
  layer.remove();
};

const last = ways?.closest("figure");
if (ways && last) {
  let before = chosen();
  const orders = new URL(shownBy(steps[before]).src);
  orders.hash = "bare";
  const choose = () => {
    const now = chosen();
    document.querySelector(".layer")?.remove();
    if (now === steps.length - 1 && now > before && !still.matches) glide(ways, last, shownBy(steps[now]), orders.href);
    before = now;
  };
  for (const step of steps) {
    step.addEventListener("change", choose);
    shownBy(step).loading = "eager";
  }
}
