import assert from "node:assert/strict";
import { test } from "node:test";
import { createI18n } from "../../../static/js/table/i18n.js";

const WORDS = {
  "money.credits": "{amount} créditos",
  "money.credits.brief": "{amount} cr.",
  "kind.straight": "pleno",
  "kind.red": "vermelho",
  "of.straight": "do pleno",
  refused: "O pedido não foi aceite.",
  "refused.above-maximum": "Acima do máximo {of}: {times} × {minimum} = {limit}.",
  "refused.above-maximum.short": "Acima do máximo desta chance.",
  "refused.too-many.queue": "A fila está cheia.",
};
const portuguese = createI18n(WORDS, { language: "pt-pt", currency: "EUR" });
const english = createI18n(WORDS, { language: "en-GB", currency: "EUR" });
const demo = createI18n(WORDS, { language: "pt-pt", currency: "DEMO" });
const CENTS = [123450, -5, 0, 123456700];

test("money is written as Portuguese people write it", () => {
  const expected = ["1\u00a0234,50\u00a0€", "−0,05\u00a0€", "0,00\u00a0€", "1\u00a0234\u00a0567,00\u00a0€"];
  assert.deepEqual(CENTS.map(portuguese.money), expected);
});

test("money is written as British people write it", () => {
  assert.deepEqual(CENTS.map(english.money), ["€1,234.50", "−€0.05", "€0.00", "€1,234,567.00"]);
});

test("[AR-31] [FR-R32] no euro sign is written where no euro is at stake", () => {
  const expected = [
    "1\u00a0234,50 créditos",
    "−0,05 créditos",
    "0,00 créditos",
    "1\u00a0234\u00a0567,00 créditos",
  ];
  assert.deepEqual(CENTS.map(demo.money), expected);
  assert.equal(demo.shortMoney(-150), "−1,50 cr.");
});

test("a gain has its sign, which no line break separates from the figure", () => {
  assert.equal(portuguese.signed(1200), "+12,00\u00a0€");
  assert.equal(english.signed(1200), "+\u2060€12.00");
  assert.equal(english.signed(-1200), "−\u2060€12.00");
  assert.equal(english.signed(0), "€0.00");
});

test("a bare figure has cents only where there are any", () => {
  assert.deepEqual([5000, 50, 1250].map((cents) => portuguese.figure(cents, false)), ["50", "0,50", "12,50"]);
});

test("durations have hours only where there are any", () => {
  assert.deepEqual([0, 59_999, 61_000, 3_725_000].map(portuguese.duration), [
    "0:00",
    "0:59",
    "1:01",
    "1:02:05",
  ]);
});

test("places are named by their kind and numbers", () => {
  assert.equal(portuguese.placeName("straight:17"), "pleno 17");
  assert.equal(portuguese.placeName("straight:1+2"), "pleno 1 + 2");
  assert.equal(portuguese.placeName("red"), "vermelho");
});

test("lists are joined as they are read aloud", () => {
  const lists = [[], ["a"], ["a", "b"], ["a", "b", "c"]];
  assert.deepEqual(lists.map((list) => portuguese.joinList(list)), ["", "a", "a e b", "a, b e c"]);
  assert.equal(portuguese.joinList(["a", "b"], "disjunction"), "a ou b");
});

test("[AR-11a-i] a refusal gives its figures", () => {
  const details = { kind: "straight", times: 30, minimum: 50, limit: 1500 };
  assert.equal(
    portuguese.refusalText({ code: "above-maximum", with: details }),
    "Acima do máximo do pleno: 30 × 0,50\u00a0€ = 15,00\u00a0€.",
  );
});

test("a refusal without its figures has a shorter sentence, and an unknown one a general sentence", () => {
  assert.equal(
    portuguese.refusalText({ code: "above-maximum", with: {} }),
    "Acima do máximo desta chance.",
  );
  assert.equal(portuguese.refusalText({ code: "never-heard" }), "O pedido não foi aceite.");
});

test("the reason within a refusal selects its sentence", () => {
  assert.equal(portuguese.refusalText({ code: "too-many", with: { why: "queue" } }), "A fila está cheia.");
});

test("[HE-8] [HE-14] a refusal names the sums to choose from, or says its short sentence", () => {
  const words = {
    "refused.no-such-bet": "As fichas só se vendem por {rebuys}.",
    "refused.no-such-bet.short": "As fichas só se vendem em valores fixos.",
    "refused.not-now": "Pague primeiro a cave inicial, de {buy_in}.",
    "refused.not-now.short": "Neste momento, não é possível.",
  };
  const { refusalText } = createI18n(words, { language: "pt-pt", currency: "EUR" });
  assert.equal(
    refusalText({ code: "no-such-bet", with: { rebuys: [10_000, 20_000] } }),
    "As fichas só se vendem por 100,00\u00a0€ ou 200,00\u00a0€.",
  );
  assert.equal(
    refusalText({ code: "no-such-bet", with: { rebuys: [] } }),
    "As fichas só se vendem em valores fixos.",
  );
  assert.equal(
    refusalText({ code: "not-now", with: { buy_in: 20_000 } }),
    "Pague primeiro a cave inicial, de 200,00\u00a0€.",
  );
  assert.equal(refusalText({ code: "not-now" }), "Neste momento, não é possível.");
});
