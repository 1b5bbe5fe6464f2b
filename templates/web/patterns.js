// Patterns of lines with slots: what can be put into a slot, and what a line says that follows one.
// @ts-check

/**
 * @typedef {{name: string, asks?: string, among?: [string, string][], patterns?: string[], least?: number, most?: number,
 *   step?: number, below?: string, join?: string, apart?: string, given?: string}} Slot
 * @typedef {{text: string, words: string, slots?: Slot[], once?: string, needs?: string[], at_once?: boolean}} Pattern
 * @typedef {Record<string, string>} Chosen
 * @typedef {{name: string, chosen: Chosen, text: string}} Match
 * @typedef {{game: string, phase: string, title: string, deadline: string, address: string, roles: string[],
 *   lines: Record<string, Pattern>, parts?: Record<string, Pattern>, tables?: Record<string, Record<string, string[]>>,
 *   names?: Record<string, string>, kinds?: Record<string, string>, most?: Record<string, number>, sheets?: Record<string, string>,
 *   headings?: Record<string, string>, meter?: string, tally?: Record<string, [string, string]>}} Composition
 */

/** @param {string} value */
export const areaOf = (value) => (value.split(" ").pop() ?? "").split("/")[0];

/** @param {string} text @param {Chosen} chosen */
export const fill = (text, chosen) => text.replace(/\{([^}]*)\}/g, (_, name) => chosen[name] ?? "");

/** @param {string} line */
export const withoutComment = (line) => line.replace(/(^|\s+)(%|\/\/).*$/, "").trim();

export class Patterns {
  /** @param {Composition} data */
  constructor(data) {
    this.all = { ...data.parts, ...data.lines };
    this.lines = Object.keys(data.lines);
    this.tables = { ...data.tables };
  }

  /** What stands in the first row of a slot, in areas of all others. @param {Slot} slot @param {Chosen} chosen */
  options(slot, chosen) {
    const [first = [], ...others] = (slot.among ?? []).map(([tables, key]) => {
      const values = key.split(" ").map((name) => chosen[name] ?? "");
      return tables.split(" or ").flatMap((table) => this.tables[table]?.[values.join(" ")] ?? []);
    });
    const apart = slot.apart ? (chosen[slot.apart] ?? "") : "";
    const rows = others.map((row) => new Set(row.map(areaOf)));
    return first.filter((value) => rows.every((row) => row.has(areaOf(value))) && !(apart && apart.includes(areaOf(value))));
  }

  /** Whether there is something for each slot that is left. @param {string} name @param {Chosen} chosen @returns {boolean} */
  begins(name, chosen) {
    const slot = this.all[name].slots?.find((each) => each.among && each.join === undefined && !(each.name in chosen));
    return !slot || this.options(slot, chosen).some((value) => this.begins(name, { ...chosen, [slot.name]: value }));
  }

  /** What a whole line says, if it follows a pattern. @param {string} line @param {string} role @returns {Match?} */
  match(line, role) {
    for (const text of new Set([line, line.toUpperCase()]))
      for (const name of this.lines)
        for (const [end, chosen] of this.pattern(name, text, 0, { role }))
          if (end === text.length) return { name, chosen, text };
    return null;
  }

  /** Of which a sheet has one line alone; empty for any number. @param {string} name @param {Chosen} chosen */
  key(name, chosen) {
    const { once } = this.all[name];
    return once ? `${once.includes("{") ? "" : name} ${fill(once, chosen)}` : "";
  }

  /** @param {string} name @param {string} text @param {number} at @param {Chosen} chosen
   *  @returns {Generator<[number, Chosen]>} */
  *pattern(name, text, at, chosen) {
    const { text: form, slots = [] } = this.all[name];
    const hidden = slots.filter((slot) => !form.includes(`{${slot.name}}`));
    yield* this.guided(hidden, form.split(/\{([^}]*)\}/), slots, text, at, chosen);
  }

  /** Slots that stand nowhere in the text may have any value. @param {Slot[]} hidden @param {string[]} pieces
   *  @param {Slot[]} slots @param {string} text @param {number} at @param {Chosen} chosen
   *  @returns {Generator<[number, Chosen]>} */
  *guided(hidden, pieces, slots, text, at, chosen) {
    if (!hidden.length) return yield* this.pieces(pieces, 0, slots, text, at, chosen);
    const [slot, ...more] = hidden;
    for (const value of this.options(slot, chosen))
      yield* this.guided(more, pieces, slots, text, at, { ...chosen, [slot.name]: value });
  }

  /** @param {string[]} pieces @param {number} place @param {Slot[]} slots @param {string} text @param {number} at
   *  @param {Chosen} chosen @returns {Generator<[number, Chosen]>} */
  *pieces(pieces, place, slots, text, at, chosen) {
    if (place === pieces.length) {
      yield [at, chosen];
    } else if (place % 2 === 0) {
      const end = at + pieces[place].length;
      if (text.startsWith(pieces[place], at)) yield* this.pieces(pieces, place + 1, slots, text, end, chosen);
    } else {
      const slot = slots.find((each) => each.name === pieces[place]);
      if (!slot) {
        const known = chosen[pieces[place]] ?? "\n";
        if (text.startsWith(known, at)) yield* this.pieces(pieces, place + 1, slots, text, at + known.length, chosen);
        return;
      }
      const ends = slot.join === undefined ? this.value(slot, text, at, chosen) : this.several(slot, text, at, chosen, []);
      for (const end of ends) {
        const more = { ...chosen, [slot.name]: text.slice(at, end) };
        yield* this.pieces(pieces, place + 1, slots, text, end, more);
      }
    }
  }

  /** Where values with its join between them may end. @param {Slot} slot @param {string} text @param {number} at
   *  @param {Chosen} chosen @param {string[]} taken @returns {Generator<number>} */
  *several(slot, text, at, chosen, taken) {
    if (taken.length < (slot.most ?? 0)) {
      const join = taken.length ? (slot.join ?? "") : "";
      if (text.startsWith(join, at))
        for (const end of this.value(slot, text, at + join.length, chosen)) {
          const value = text.slice(at + join.length, end);
          if (!taken.includes(value)) yield* this.several(slot, text, end, chosen, [...taken, value]);
        }
    }
    if (taken.length >= (slot.least ?? 0)) yield at;
  }

  /** Where one value may end. @param {Slot} slot @param {string} text @param {number} at @param {Chosen} chosen
   *  @returns {Generator<number>} */
  *value(slot, text, at, chosen) {
    if (slot.patterns) {
      for (const name of slot.patterns) for (const [end] of this.pattern(name, text, at, chosen)) yield end;
    } else if (slot.among) {
      for (const value of this.options(slot, chosen)) if (text.startsWith(value, at)) yield at + value.length;
    } else if (slot.most || slot.below) {
      const digits = /^(0|[1-9]\d*)/.exec(text.slice(at))?.[0] ?? "";
      const most = slot.below ? Number(chosen[slot.below]) - 1 : (slot.most ?? 0);
      const over = Number(digits) - (slot.least ?? 0);
      if (digits && over >= 0 && over % (slot.step ?? 1) === 0 && Number(digits) <= most) yield at + digits.length;
    } else {
      for (let end = text.length; end > at; end--) yield end;
    }
  }
}
