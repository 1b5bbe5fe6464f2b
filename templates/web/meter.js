// What a sheet of offers costs if nobody else offers (Payola 5): the same reckoning as the judge's SHOW.
// @ts-check

/**
 * @typedef {{unit: string, own: boolean, dummy: boolean, kind: string, orders: string[], amounts: number[][]}} Offer
 * @typedef {{offer: Offer, covers: number[], amounts: number[][], payer: number}} Line
 * @typedef {{options: string[], lines: Line[], hold: number, byDefault: boolean, dummy: boolean}} Contest
 */

const OTHER_MOVE = "- ?";
const OTHER_SUPPORT = "S ?";

/** @param {string} order */
const isMove = (order) => order.startsWith("- ");

/** `4*5#2 + 6` as rows of money, plateau, repetition. @param {string} text */
export const amountsOf = (text) =>
  text.split("+").map((piece) => {
    const [, times, money, mark, plateau] = /^\s*(?:(\d+)\*)?(\d+)(#)?(\d+)?\s*$/.exec(piece) ?? [, "1", "0", "", ""];
    return [Number(money), mark ? Number(plateau || money) : 0, Number(times || 1)];
  });

/** @param {Line} line @param {number} reduced */
const worth = (line, reduced) =>
  line.payer ? 0 : line.amounts.reduce((sum, [money, floor, times]) => sum + times * Math.max(floor, money - reduced), 0);

/** @param {Offer} offer @param {string[]} options */
const covers = (offer, options) => {
  const named = (/** @type {string} */ order) => offer.orders.includes(order);
  const pays = {
    ":": named,
    "!": (/** @type {string} */ order) => !named(order),
    ">": (/** @type {string} */ order) => named(order) || isMove(order),
    "@": (/** @type {string} */ order) => named(order) || !isMove(order),
    "&": () => true,
  }[offer.kind];
  const all = options.map((_, place) => place);
  return offer.kind === ":" ? offer.orders.map((order) => options.indexOf(order)) : all.filter((place) => pays?.(options[place]));
};

/** @param {Offer[]} offers @param {boolean} promised: somebody names whatever a promise pays for. */
const contests = (offers, promised) =>
  [...new Set(offers.map((each) => each.unit))].map((unit) => {
    const own = offers.filter((each) => each.unit === unit);
    const options = new Set(own.flatMap((each) => (each.kind === "!" ? ["H"] : each.orders)));
    if (promised) ["H", OTHER_MOVE, OTHER_SUPPORT].forEach((order) => options.add(order));
    const dummy = !promised && own[0].dummy;
    const byDefault = !promised && !dummy && !own[0].own;
    if (dummy || byDefault) options.add("H");
    const orders = [...options];
    /** @type {Line[]} */
    const lines = own.map((offer) => ({ offer, covers: covers(offer, orders), amounts: offer.amounts, payer: 0 }));
    return { options: orders, lines, hold: orders.indexOf("H"), byDefault, dummy };
  });

/** Which of the options that tie is wanted first. @param {Contest} contest @param {number[]} tied */
const preferred = (contest, tied) => {
  if (contest.dummy) return contest.hold;
  if (contest.byDefault && tied.includes(contest.hold)) return contest.hold;
  let question = tied;
  for (const withPromises of [true, false]) {
    if (question.length < 2) break;
    for (const line of contest.lines) {
      const { kind, orders } = line.offer;
      const direct = kind === ":" ? line.covers : kind === "!" ? [contest.hold] : orders.map((each) => contest.options.indexOf(each));
      const first = direct.find((option) => question.includes(option));
      if (first !== undefined) return first;
      const shared = withPromises ? question.filter((option) => line.covers.includes(option)) : [];
      if (shared.length) {
        question = shared;
        break;
      }
    }
  }
  return question[0];
};

/** @param {Contest} contest @param {number} reduced */
const choice = (contest, reduced) => {
  const totals = contest.options.map(() => 0);
  for (const line of contest.lines) for (const option of line.covers) totals[option] += worth(line, reduced);
  const best = Math.max(...totals);
  const tied = totals.flatMap((total, option) => (total === best ? [option] : []));
  return tied.length === 1 ? tied[0] : preferred(contest, tied);
};

/** @param {Offer[]} offers @param {number} available @param {boolean} promised */
export const cost = (offers, available, promised) => {
  const all = contests(offers, promised);
  const lines = all.flatMap((contest) => contest.lines);
  const bottom = Math.max(0, ...lines.flatMap((line) => line.amounts.map(([money, floor]) => money - floor)));
  let dropped = false;
  for (let reduced = 0; ; reduced++) {
    const paying = all.flatMap((contest) => {
      const chosen = choice(contest, reduced);
      return contest.lines.filter((line) => line.covers.includes(chosen));
    });
    const spent = paying.reduce((sum, line) => sum + worth(line, reduced), 0);
    if (spent <= available) return { spent, reduced, accepted: paying.length === lines.length };
    if (!dropped && reduced === bottom) {
      dropped = true;
      for (const line of lines)
        line.amounts = line.amounts.map(([money, floor, times]) => [Math.max(floor, money - reduced) + reduced, 0, times]);
    }
  }
};

/** As SHOW says it, a sentence each. @param {Offer[]} offers @param {number} saved @param {number} balance @param {string} supposed */
export const estimate = (offers, saved, balance, supposed) => {
  if (!offers.length) return [];
  const available = Math.max(0, balance - saved);
  const alone = cost(offers, available, false);
  const inFull = !alone.reduced && alone.accepted;
  const most = inFull ? alone.spent : cost(offers, available, true).spent;
  const said = [`${supposed} you pay ${alone.spent} of your ${balance} AgP.`];
  if (most > alone.spent) said.push(`What others offer can make that ${most} AgP.`);
  if (alone.reduced) said.push(`All your offers are reduced ${alone.reduced === 1 ? "once" : `${alone.reduced} times`} until that fits.`);
  if (available > alone.spent) said.push(`${available - alone.spent} AgP would be left over.`);
  if (saved) said.push(`${Math.min(saved, balance)} AgP is held back.`);
  if (saved > balance) said.push("You hold back more than you have, so you pay nothing at all.");
  return said;
};
