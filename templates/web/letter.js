// What a letter of the judge tells of its reader's part in a game, read in the browser alone.
// @ts-check

/** @typedef {import("./patterns.js").Composition} Composition */

const SHEET = /^\s*your sheet\s*$/i;
const END = /^\s*(-- ?|this game on the web|to answer, reply to this mail.*)$/i;
const ABOVE = /^\s*(copy it to the top of your reply|write your sheet by pointing)/i;
const PHASES = [/^\s*phase\s+(\S.*?)\s*$/im, /(?:\bfor )?(\S[^\n.:]*?)\s+(?:is|are) due\b/i, /^on file for [^,\n]+, (.+)$/im];
const SEATS = [/compose\.html#([A-Z0-9_-]+)/, /^\W*only for you: (.+?)\s*$/im, /^on file for ([^,\n]+),/im];

/** @param {string} text */
const plain = (text) => text.replace(/\r\n?/g, "\n").replace(/\u00a0/g, " ").replace(/^(?:> ?)+/gm, "");

/** @param {string} said */
const same = (said) => said.trim().toLowerCase().replace(/\s+/g, " ").replace(/^.*\bfor /, "");

/**
 * @param {string} pasted @param {Composition} data
 * @returns {{problem: string} | {problem: "", role: string, lines: string[], money: number?}}
 */
export const readLetter = (pasted, data) => {
  const text = plain(pasted);
  const games = [...text.matchAll(/\[([a-z][a-z0-9-]*)\] |\/games\/([a-z][a-z0-9-]*)\//g)].map((each) => each[1] ?? each[2]);
  if (games.length && !games.includes(data.game))
    return { problem: `That letter is about the game ${games[0]}. This page is for ${data.game}.` };
  const phases = PHASES.map((form) => form.exec(text)?.[1]).filter((each) => each !== undefined).map(same);
  if (phases.length && !phases.includes(same(data.title)))
    return { problem: `That letter is for another phase (${phases[0]}). This page is for ${data.title}: paste the newest letter, or load this page again.` };
  const lines = text.split("\n");
  const begin = lines.findLastIndex((line) => SHEET.test(line));
  if (begin < 0) return { problem: "There is no sheet in that text. Paste a whole letter of the judge, one with “Your sheet”." };
  if (!phases.length) return { problem: "That letter names no phase. Paste the whole letter, from its first line." };
  const after = lines.slice(begin + 1);
  const end = after.findIndex((line) => END.test(line));
  const paragraphs = (end < 0 ? after : after.slice(0, end)).join("\n").split(/\n\s*\n/).filter((each) => !ABOVE.test(each));
  const sheet = paragraphs.join("\n").split("\n").map((line) => line.trim()).filter(Boolean);
  const seats = SEATS.map((form) => form.exec(text)?.[1]?.trim().toUpperCase());
  const said = sheet.join("\n").toUpperCase();
  const owners = data.roles.filter((role) => data.tables?.own?.[role]?.some((unit) => said.includes(unit)));
  const role = seats.find((each) => each && data.roles.includes(each)) ?? data.roles.find((each) => said.includes(`, ${each}:`)) ?? (owners.length === 1 ? owners[0] : undefined);
  if (!role) return { problem: "That letter does not say whose it is. Choose your seat, and write your lines." };
  const money = /you have (\d+) /i.exec(text) ?? /(?:new )?balance\s+(\d+)/i.exec(text);
  return { problem: "", role, lines: sheet.filter((line) => !/^(\/\/|%)/.test(line)), money: money ? Number(money[1]) : null };
};
