import assert from "node:assert/strict";
import { test } from "node:test";
import { createI18n } from "../../../../static/js/table/i18n.js";
import { helpText, interpret } from "../../../../static/js/table/command_line/interpret.js";

const WORDS = {
  "command.unknown": "“{text}” is no command.",
  "command.possible": "You can type: {list}.",
  "command.questions": "Questions: {list}.",
  "command.key": "{word} ({key})",
  "command.several": "“{text}” can mean {list}.",
  "command.extra": "“{text}” was not understood.",
  "command.changed": "The decision changed.",
  "or": "or",
  "and": "and",
  "typed.joining": "on, the, to",
  "typed.help": "help, ajuda",
  "typed.hit": "hit, pedir",
  "typed.double": "double, dobrar",
  "typed.double-bets": "double, dobrar",
  "typed.bet": "bet, aposta",
  "typed.balance": "balance, saldo",
  "typed.cards": "cards, cartas",
};
const i18n = createI18n(WORDS, { language: "en-GB", currency: "EUR" });

/** @param {{ offered?: string[], decision?: string }} options */
function tableWith({ offered = [], decision = "1" }) {
  /** @type {string[]} */
  const ran = [];
  /** @type {any[]} */
  const refused = [];
  /** @param {string} name @param {object} more */
  const command = (name, more = {}) => ({
    name,
    label: name.toUpperCase(),
    isOffered: offered.includes(name),
    refusal: { code: "not-your-turn", rule: "", with: {} },
    /** @param {string[]} words */
    run(words) {
      ran.push([name, ...words].join(" "));
      return { text: `${name} done` };
    },
    ...more,
  });
  const table = {
    commands: [
      command("bet", { takes: true, refusal: undefined, example: "5 red" }),
      command("hit", { decision }),
      command("double", { decision }),
      command("double-bets"),
    ],
    questions: { cards: () => "No cards.", balance: () => "€10.00" },
  };
  /** @param {string} line @param {string} [begun] */
  const type = (line, begun) =>
    interpret({ i18n, table, decision: begun, showRefusal: (refusal) => refused.push(refusal.code) }, line)
      .text;
  return { table, type, ran, refused };
}

test("a line runs the command that it names, in either language", () => {
  const { type, ran } = tableWith({ offered: ["hit", "bet"] });
  assert.equal(type("Pedir"), "hit done");
  assert.equal(type("bet 5 on the red"), "bet done");
  assert.deepEqual(ran, ["hit", "bet 5 red"]);
});

test("an unknown line names what is possible now", () => {
  const { type, ran } = tableWith({ offered: ["hit", "bet"] });
  assert.equal(type("jump"), "“jump” is no command. You can type: bet 5 red, hit or help.");
  assert.deepEqual(ran, []);
});

test("what is not offered is refused in the page's own words, and nothing is sent", () => {
  const { type, ran, refused } = tableWith({ offered: ["bet"] });
  assert.equal(type("hit"), "You can type: bet 5 red or help.");
  assert.deepEqual([ran, refused], [[], ["not-your-turn"]]);
});

test("a bet is always handed on: the gate and the server refuse it", () => {
  const { type, ran, refused } = tableWith({});
  type("bet 5 red");
  assert.deepEqual([ran, refused], [["bet 5 red"], []]);
});

test("one word of two commands means the one that is offered", () => {
  const { type, ran } = tableWith({ offered: ["double"] });
  type("dobrar");
  assert.deepEqual(ran, ["double"]);
  const both = tableWith({ offered: ["double", "double-bets"] });
  assert.equal(both.type("double"), "“double” can mean DOUBLE or DOUBLE-BETS.");
  assert.deepEqual(both.ran, []);
});

test("words after a command that takes none are not ignored", () => {
  const { type, ran } = tableWith({ offered: ["hit"] });
  assert.equal(type("hit 20"), "“20” was not understood.");
  assert.deepEqual(ran, []);
});

test("a line begun for one decision does not take another", () => {
  const { type, ran } = tableWith({ offered: ["hit"], decision: "2" });
  assert.equal(type("hit", "1"), "The decision changed.");
  assert.deepEqual(ran, []);
  assert.equal(type("hit", "2"), "hit done");
});

test("questions are answered, and the help names them with their keys", () => {
  const { table, type } = tableWith({ offered: ["hit"] });
  assert.equal(type("saldo"), "€10.00");
  assert.equal(helpText(i18n, table), "You can type: hit or help. Questions: cards (1) and balance (4).");
  assert.equal(type("ajuda"), helpText(i18n, table));
});
