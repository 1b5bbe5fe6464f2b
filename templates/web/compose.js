// Writes a sheet by pointing: units and places on the map or in lists become lines. Nothing leaves this page but by the
// reader's own clipboard or mail program.
// @ts-check
import { readLetter } from "./letter.js";
import { amountsOf, estimate } from "./meter.js";
import { areaOf, fill, Patterns, withoutComment } from "./patterns.js";

/**
 * @typedef {import("./patterns.js").Slot} Slot
 * @typedef {import("./patterns.js").Chosen} Chosen
 * @typedef {{name: string, chosen: Chosen, into: string}} Frame
 * @typedef {{frames: Frame[], verb: string, verbs: string[], depth: number, before: string, line: number, taken: string[]}} Draft
 * @typedef {{slot: Slot?, values: string[]}} Question
 */

const LONGEST_MAIL = 1500;
const LONGEST_WAIT = 2 ** 31 - 1;
const NARROW = matchMedia("(max-width: 60rem)");

/** @param {string} id @returns {any} */
const part = (id) => document.getElementById(`compose-${id}`);
/** @type {import("./patterns.js").Composition} */
const data = JSON.parse(part("data").textContent);
const patterns = new Patterns(data);
const names = data.names ?? {};
const map = document.querySelector(".compose-map svg");
const whole = map?.getAttribute("viewBox") ?? "";
const page = { role: "", money: /** @type {number?} */ (null), draft: /** @type {Draft?} */ (null) };

/** @param {string} tag @param {Record<string, any>} values @param {(Node | string)[]} children */
const make = (tag, values = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), values);
  element.append(...children);
  return element;
};
/** @param {string} words @param {() => void} act @param {string} kind */
const button = (words, act, kind = "") => {
  const made = make("button", { type: "button", className: kind }, words);
  made.addEventListener("click", act);
  return made;
};
/** @param {string} words */
const tell = (words) => (part("said").textContent = words);
/** What people call a value: `A PAR` is A Paris. @param {string} value */
const called = (value) => {
  const [kind, ...rest] = value.split(" ");
  return names[value] ?? [rest.length ? (data.kinds?.[kind] ?? kind) : kind, ...rest.map((word) => names[word] ?? word)].join(" ");
};
/** @param {string} role */
const titled = (role) => role.toLowerCase().replace(/(^|[ _-])[a-z]/g, (first) => first.toUpperCase());

/** @returns {string[]} */
const lines = () => part("sheet").value.split("\n").map((/** @type {string} */ line) => line.trim()).filter(Boolean);
/** @param {string} line */
const meaning = (line) => patterns.match(withoutComment(line), page.role);
/** @param {string[]} written */
const write = (written) => {
  part("sheet").value = written.join("\n");
  show();
};

/** The line pattern that begins with an own unit, if any. */
const own = () => patterns.lines.find((name) => patterns.all[name].slots?.[0]?.among?.[0]?.[0] === "own");
const units = () => patterns.tables.own?.[page.role] ?? [];

/** Puts a line into the sheet, in place of the one that says the same of something else. @param {string} name
 *  @param {Chosen} chosen @param {number} at */
const put = (name, chosen, at) => {
  const text = fill(patterns.all[name].text, chosen);
  const key = patterns.key(name, chosen);
  const found = lines();
  const place = at >= 0 ? at : found.findIndex((line) => {
    const meant = key ? meaning(line) : null;
    return meant && patterns.key(meant.name, meant.chosen) === key;
  });
  if (place >= 0) found[place] = text;
  else found.push(text);
  page.draft = null;
  write(found);
  const most = data.most?.[page.role];
  tell(most !== undefined && found.length > most ? `${text}: that is more than ${most}.` : `Written: ${text}`);
};

/** @param {string} name @param {Chosen} chosen */
const begin = (name, chosen = {}) => {
  page.draft = { frames: [{ name, chosen: { role: page.role, ...chosen }, into: "" }], verb: "", verbs: [], depth: 0, before: "", line: -1, taken: [] };
};

/** The number to begin with: where it says which line this is, the first that no other line has. @param {Slot} slot
 *  @param {Frame} frame */
const numberFor = (slot, { name, chosen }) => {
  const given = Math.max(slot.least ?? 0, Number(slot.given) || 0);
  if (!(patterns.all[name].once ?? "").includes(`{${slot.name}}`)) return String(given);
  const taken = new Set(lines().map(meaning).map((meant) => meant?.chosen[slot.name]));
  let number = given;
  while (taken.has(String(number)) && number < (slot.most ?? 0)) number++;
  return String(number);
};

/** Goes on to what must be asked; null once the line is written. @returns {Question?} */
const question = () => {
  const draft = page.draft;
  while (draft) {
    const frame = draft.frames[draft.frames.length - 1];
    const pattern = patterns.all[frame.name];
    const slot = pattern.slots?.find((each) => !(each.name in frame.chosen));
    if (!slot) {
      if (draft.frames.length === 1) {
        put(frame.name, frame.chosen, draft.line);
        return null;
      }
      draft.frames.pop();
      draft.frames[draft.frames.length - 1].chosen[frame.into] = draft.before + fill(pattern.text, frame.chosen);
      continue;
    }
    if (slot.given !== undefined) {
      const options = patterns.options(slot, frame.chosen);
      const least = numberFor(slot, frame);
      frame.chosen[slot.name] = slot.among && !options.includes(slot.given) ? options[0] : slot.most ? least : slot.given;
      if (slot.patterns) frame.chosen[slot.name] = slot.given;
      continue;
    }
    if (slot.patterns) {
      draft.verbs = slot.patterns.filter((each) => patterns.begins(each, frame.chosen));
      draft.depth = draft.frames.length;
      const verb = draft.verb || draft.verbs.find((each) => patterns.all[each].slots?.length);
      if (!verb) return { slot, values: [] };
      draft.frames.push({ name: verb, chosen: { ...frame.chosen }, into: slot.name });
      continue;
    }
    const values = patterns.options(slot, frame.chosen).filter((value) => patterns.begins(frame.name, { ...frame.chosen, [slot.name]: value }));
    if (!slot.asks && values.length) {
      frame.chosen[slot.name] = values[0];
      continue;
    }
    return { slot, values: values.filter((each) => !draft.taken.includes(each)) };
  }
  return null;
};

/** @param {Slot} slot @param {string} value */
const choose = (slot, value) => {
  const draft = /** @type {Draft} */ (page.draft);
  if (slot.join !== undefined && slot.among) {
    draft.taken.push(value);
    if (draft.taken.length < (slot.most ?? 0)) return;
    enough(slot);
  } else {
    draft.frames[draft.frames.length - 1].chosen[slot.name] = value;
  }
};
/** @param {Slot} slot */
const enough = (slot) => {
  const draft = /** @type {Draft} */ (page.draft);
  draft.frames[draft.frames.length - 1].chosen[slot.name] = draft.taken.join(slot.join);
  draft.taken = [];
};

/** After a choice from a list the next unit without a line is asked for. */
const goOn = () => {
  const before = page.draft?.line;
  question();
  if (!page.draft && before === -1) {
    const left = unordered()[0];
    const name = own();
    if (left && name && patterns.all[name].once && isOnce(name) && asksMore(name)) begin(name, { [patterns.all[name].slots?.[0].name ?? ""]: left });
  }
  show();
  part("ask").querySelector("button, input, select")?.focus({ preventScroll: true });
};

/** Whether a sheet may have but one line for each value that begins it, as far as is known. @param {string} name */
const isOnce = (name) => {
  const { once, slots = [] } = patterns.all[name];
  return !once || once.includes(`{${slots[0].name}}`);
};

/** @param {string} name */
const asksMore = (name) => (patterns.all[name].slots ?? []).slice(1).some((slot) => slot.given === undefined);

const unordered = () => {
  const name = own();
  const first = name ? (patterns.all[name].slots?.[0].name ?? "") : "";
  if (name && !isOnce(name)) return units();
  const done = new Set(lines().map((line) => meaning(line)?.chosen[first]));
  return units().filter((unit) => !done.has(unit));
};

const showQuestion = () => {
  const box = part("ask");
  const asked = question();
  const { draft } = page;
  box.replaceChildren();
  mark(asked?.values ?? []);
  if (!draft || !asked) {
    const chips = patterns.lines.filter((name) => name !== own() && patterns.begins(name, { role: page.role }));
    const written = lines();
    if (written.length && units().every((unit) => written.some((line) => line.includes(unit)))) box.append(make("p", {}, button("Copy the sheet", copy)));
    if (chips.length) {
      const adding = chips.map((name) => button(patterns.all[name].words, () => (begin(name), goOn())));
      box.append(make("p", { className: "small" }, "Add a line that"), make("div", { className: "choices" }, ...adding));
    } else if (!units().length) {
      box.append(make("p", {}, `${titled(page.role)} has nothing to choose in this phase, as far as everybody can see. Your letter may know more: paste it below.`));
    }
    return;
  }
  const bottom = draft.frames[0].chosen;
  const subject = Object.entries(bottom).find(([name]) => name !== "role")?.[1] ?? "";
  const head = make("p", { className: "asked" }, make("strong", {}, subject ? called(subject) : patterns.all[draft.frames[0].name].words), " ");
  const { slot, values } = asked;
  if (draft.verbs.length) {
    const now = draft.frames[draft.depth]?.name;
    const verbs = draft.verbs.map((name) => {
      const chip = button(patterns.all[name].words, () => {
        draft.frames.length = draft.depth;
        draft.verb = name;
        draft.taken = [];
        goOn();
      });
      chip.setAttribute("aria-pressed", String(name === now));
      return chip;
    });
    box.append(head, make("div", { className: "verbs" }, ...verbs));
  } else {
    box.append(head);
  }
  const guide = draft.frames.length > 1 ? Object.entries(draft.frames[draft.frames.length - 1].chosen).find(([name]) => !(name in bottom))?.[1] : "";
  if (slot && slot.asks) head.append(make("span", {}, `${guide ? `${called(guide)}: ` : ""}${slot.asks}`));
  if (slot && (values.length || slot.join !== undefined)) {
    const choices = values.map((value) => {
      const made = button(called(value), () => (choose(slot, value), goOn()));
      if (called(value) !== value) made.append(" ", make("code", {}, value));
      return made;
    });
    if (slot.join !== undefined) choices.push(button(draft.taken.length ? `${draft.taken.join(slot.join)} is all` : "Nobody", () => (enough(slot), goOn()), "quiet"));
    box.append(make("div", { className: "choices" }, ...choices));
  }
  box.append(button("Cancel", () => ((page.draft = null), show()), "quiet"));
};

/** Marks what can be chosen on the map; on a narrow screen shows only that neighborhood. @param {string[]} values */
const mark = (values) => {
  if (!map) return;
  const chosen = page.draft ? Object.values(page.draft.frames[page.draft.frames.length - 1].chosen).map(areaOf) : [];
  const open = new Set(values.map(areaOf));
  const near = [];
  for (const shape of map.querySelectorAll("#areas [id^=area-]")) {
    const code = shape.id.split("-")[1];
    shape.classList.toggle("open", open.has(code));
    shape.classList.toggle("chosen", chosen.includes(code));
    if (open.has(code) || chosen.includes(code)) near.push(/** @type {SVGGraphicsElement} */ (shape).getBBox());
  }
  const boxed = NARROW.matches && page.draft && near.length && open.size < 25;
  const left = Math.min(...near.map((box) => box.x)) - 30;
  const top = Math.min(...near.map((box) => box.y)) - 30;
  const right = Math.max(...near.map((box) => box.x + box.width)) + 30;
  const low = Math.max(...near.map((box) => box.y + box.height)) + 30;
  map.setAttribute("viewBox", boxed ? `${left} ${top} ${right - left} ${low - top}` : whole);
};

/** @param {string} code */
const point = (code) => {
  const asked = question();
  if (asked?.slot && page.draft) {
    const { slot } = asked;
    const found = asked.values.filter((value) => areaOf(value) === code);
    if (found.length === 1) {
      choose(slot, found[0]);
      show();
      return;
    }
    if (found.length) {
      tell(`${called(code)}: ${found.map(called).join(" or ")}? Choose below.`);
      return;
    }
  }
  const name = own();
  const unit = units().find((each) => areaOf(each) === code);
  const other = patterns.lines.find((line) => {
    const slot = patterns.all[line].slots?.[0];
    return line !== name && slot?.among && patterns.options(slot, { role: page.role }).some((value) => areaOf(value) === code);
  });
  const line = unit && name ? name : other;
  if (!line) {
    tell(page.draft ? `${called(code)} cannot be chosen here.` : `There is nothing to order in ${called(code)}.`);
    return;
  }
  const slot = /** @type {Slot} */ (patterns.all[line].slots?.[0]);
  const value = patterns.options(slot, { role: page.role }).find((each) => areaOf(each) === code) ?? "";
  begin(line, { [slot.name]: value });
  tell(called(value));
  show();
};

/** A control for each slot of a line that began with a value of its own. @param {import("./patterns.js").Match} meant
 *  @param {number} at */
const controls = (meant, at) =>
  (patterns.all[meant.name].slots ?? []).flatMap((slot) => {
    const value = meant.chosen[slot.name];
    const change = (/** @type {string} */ next) => put(meant.name, { ...meant.chosen, [slot.name]: next }, at);
    if (slot.given !== undefined) {
      const words = slot.join === undefined ? slot.patterns?.map((each) => patterns.all[each]) : undefined;
      const options = words?.every((each) => !each.slots?.length)
        ? words.map((each) => [each.text, each.words])
        : slot.among && patterns.options(slot, meant.chosen).map((each) => [each, names[each] ?? ""]);
      if (options && options.length < 2) return [];
      const control = options
        ? make("select", {}, ...options.map(([each, said]) => make("option", { value: each, selected: each === value }, `${each} ${said}`)))
        : make("input", { value, inputMode: slot.most && !slot.patterns ? "numeric" : "text", size: 8, autocomplete: "off" });
      control.setAttribute("aria-label", `${slot.asks}: ${meant.text}`);
      control.addEventListener("change", () => change(/** @type {any} */ (control).value.trim()));
      return [control];
    }
    if (slot.patterns && slot.join !== undefined)
      return [
        button(slot.join.trim() === "|" ? "or …" : "and …", () => {
          const { [slot.name]: before, ...rest } = meant.chosen;
          begin(meant.name, rest);
          Object.assign(/** @type {Draft} */ (page.draft), { before: before + slot.join, line: at });
          goOn();
        }, "quiet"),
      ];
    return [];
  });

const showLines = () => {
  const written = lines();
  const rows = unordered().map((unit) => {
    const name = own() ?? "";
    const first = patterns.all[name].slots?.[0].name ?? "";
    const row = button(called(unit), () => (begin(name, { [first]: unit }), goOn()), "unit");
    row.append(" ", make("code", {}, unit));
    row.setAttribute("aria-pressed", String(page.draft?.frames[0].chosen[first] === unit));
    return make("li", {}, row);
  });
  const meant = written.map(meaning);
  const present = new Set(meant.map((each) => each?.name));
  written.forEach((line, at) => {
    const match = meant[at];
    const row = make("li", { className: match ? "" : "doubtful" }, make("code", {}, line));
    const needs = match ? patterns.all[match.name].needs : undefined;
    if (match) row.append(...controls(match, at));
    if (!match && withoutComment(line)) row.append(make("em", {}, "The judge may refuse this."));
    if (needs && !needs.some((each) => present.has(each))) row.append(make("em", {}, "This needs another line beside it."));
    const away = button("✕", () => write(written.filter((_, place) => place !== at)), "quiet");
    away.setAttribute("aria-label", `Remove ${line}`);
    row.append(away);
    rows.push(row);
  });
  part("lines").replaceChildren(...rows);
};

const showMeter = () => {
  if (!data.meter) return;
  const mine = new Set(units());
  const dummies = new Set(patterns.tables.dummies?.[""]);
  const meant = lines().map(meaning).filter((each) => each !== null);
  const offers = meant.filter((each) => each.chosen.orders).map(({ chosen }) => ({
    unit: chosen.unit, own: mine.has(chosen.unit), dummy: dummies.has(chosen.unit), kind: chosen.kind,
    orders: chosen.orders.split(" | "), amounts: amountsOf(chosen.amount),
  }));
  const saved = meant.filter((each) => each.name === "savings").reduce((sum, each) => sum + Number(each.chosen.money), 0);
  const asks = page.money === null ? ["Write how much money you have, or paste your letter, to see what this costs."] : estimate(offers, saved, page.money, data.meter);
  part("cost").replaceChildren(...asks.map((words) => make("p", {}, words)));
};

/** What the lines come to, where a rule asks for that. */
const showTally = () => {
  const meant = lines().map(meaning);
  const told = Object.entries(data.tally ?? {}).map(([name, [slot, rule]]) => {
    const values = meant.filter((each) => each?.name === name).map((each) => each?.chosen[slot] ?? "");
    const counted = [...new Set(values)].map((value) => `${values.filter((each) => each === value).length} ${value}`);
    const all = values.every((value) => /^\d+$/.test(value)) ? `${values.reduce((sum, value) => sum + Number(value), 0)} in all` : counted.join(", ");
    return `${all}. ${rule}`;
  });
  part("tally").replaceChildren(...told);
};

const mailText = () => {
  const key = part("key").value.trim();
  const heading = data.headings?.[page.role];
  return [...(key ? [`KEY ${key}`] : []), `GAME ${data.game}`, `PHASE ${data.phase}`, ...(heading ? [heading] : []), ...lines()].join("\n");
};

const show = () => {
  showQuestion();
  showLines();
  showMeter();
  showTally();
};

const copy = async () => {
  const text = mailText();
  try {
    await navigator.clipboard.writeText(text);
    tell("Copied. Answer the judge's newest letter, and paste it at the top.");
  } catch {
    part("copied").value = text;
    part("copied").hidden = false;
    part("copied").select();
    tell("Copy the marked text, answer the judge's newest letter, and paste it at the top.");
  }
};

const mail = () => {
  const text = mailText();
  const ascii = /^[\x20-\x7e\n]*$/.test(text);
  const escaped = encodeURIComponent(text).replaceAll("%0A", "%0D%0A");
  const address = `mailto:${data.address}?subject=${encodeURIComponent(`[${data.game}] ${data.phase}`)}&body=${escaped}`;
  if (!ascii || address.length > LONGEST_MAIL) {
    copy();
    tell(ascii ? "That is too long for a link to your mail program. It is copied: paste it into a mail." : "Your mail program may garble these letters. The text is copied: paste it into a mail.");
    return;
  }
  location.href = address;
};

const read = () => {
  const found = readLetter(part("letter").value, data);
  if (found.problem !== "") {
    part("refused").textContent = found.problem;
    return;
  }
  if (!("lines" in found)) return;
  part("refused").textContent = "";
  part("letter").value = "";
  sit(found.role);
  if (!units().length && patterns.tables.own) {
    const seen = found.lines.flatMap((line) => /\b[AF] [A-Z]{3}(\/[NSEW]C)?/.exec(line)?.[0] ?? []);
    know([...new Set(seen)]);
  }
  if (found.money !== null) part("money").value = found.money;
  page.money = found.money;
  write(found.lines);
  tell(`That is your letter, ${titled(found.role)}. Its sheet is below.`);
};

/** In a blind game: which units are one's own, and that no others stand there. @param {string[]} mine */
const know = (mine) => {
  const here = new Set(mine.map(areaOf));
  const rows = (/** @type {string} */ name) => Object.entries(patterns.tables[name] ?? {});
  for (const name of ["foreign", "units", "armies"])
    patterns.tables[name] = Object.fromEntries(rows(name).map(([key, row]) => [key, row.filter((each) => !here.has(areaOf(each)) || (mine.includes(each) && name !== "foreign"))]));
  patterns.tables.own = { ...patterns.tables.own, [page.role]: mine };
};

/** @param {string} role */
const sit = (role) => {
  page.role = role;
  page.draft = null;
  part("seat").value = role;
  show();
};

const watch = () => {
  const left = Date.parse(data.deadline) - Date.now();
  if (Number.isNaN(left)) return;
  part("late").hidden = left > 0;
  if (left > 0) setTimeout(watch, Math.min(left + 1000, LONGEST_WAIT));
};

for (const role of data.roles) part("seat").append(make("option", { value: role }, titled(role)));
part("seat").addEventListener("change", () => (part("sheet").value = "", sit(part("seat").value)));
part("sheet").addEventListener("input", () => ((page.draft = null), show()));
part("money")?.addEventListener("input", () => {
  page.money = part("money").value === "" ? null : Number(part("money").value);
  showMeter();
});
part("copy").addEventListener("click", copy);
part("mail").addEventListener("click", mail);
part("read").addEventListener("click", read);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && page.draft) (page.draft = null), show();
});
document.addEventListener("visibilitychange", watch);
map?.addEventListener("click", (event) => {
  const shape = /** @type {Element} */ (event.target).closest("[id^=area-], [id^=unit-]");
  if (shape) point(shape.id.split("-")[1]);
});
const seat = () => decodeURIComponent(location.hash.slice(1)).toUpperCase();
addEventListener("hashchange", () => data.roles.includes(seat()) && sit(seat()));
watch();
sit(data.roles.includes(seat()) ? seat() : data.roles[0]);
tell(map ? "Choose here or on the map." : "Choose here.");
