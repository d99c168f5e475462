import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isNumber,
  matchPhrase,
  meaningfulWords,
  wordsOf,
} from "../../../../static/js/table/command_line/words.js";

/** @type {Record<string, string>} */
const PHRASES = {
  "typed.joining": "no, em, on, the",
  "typed.leave": "sair, leave",
  "typed.unqueue": "sair da fila, leave the queue",
  "typed.double": "dobrar, double",
  "typed.double-bets": "dobrar, double",
};
/** @param {string} code */
const t = (code) => PHRASES[code] ?? code;

test("accents, capitals and signs do not matter; numbers stand apart", () => {
  assert.deepEqual(wordsOf("  Dúzia 13-24, ÓRFÃOS!"), ["duzia", "13", "24", "orfaos"]);
  assert.deepEqual(wordsOf("all-in 34+35"), ["all", "in", "34", "35"]);
  assert.deepEqual(wordsOf("aposta 2,50 € em 00"), ["aposta", "2,50", "em", "00"]);
  assert.deepEqual(wordsOf(""), []);
  assert.equal(isNumber("17"), true);
  assert.equal(isNumber("red"), false);
  assert.equal(isNumber(undefined), false);
});

test("the longest phrase names the command", () => {
  const names = ["leave", "unqueue"];
  assert.deepEqual(matchPhrase(t, names, wordsOf("sair da fila")), { names: ["unqueue"], rest: [] });
  assert.deepEqual(matchPhrase(t, names, wordsOf("sair já")), { names: ["leave"], rest: ["ja"] });
  assert.deepEqual(matchPhrase(t, names, wordsOf("saída")).names, []);
});

test("a word of two commands names both, in every language", () => {
  for (const word of ["dobrar", "double"]) {
    assert.deepEqual(matchPhrase(t, ["double", "double-bets"], [word]).names, ["double", "double-bets"]);
  }
});

test("joining words are left out", () => {
  assert.deepEqual(meaningfulWords(t, wordsOf("5 no encarnado")), ["5", "encarnado"]);
});
