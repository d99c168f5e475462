// Sentences, money and times in the language of the page. The sentences come with the page.

const WORD_JOINER = "\u2060";
const NO_BREAK_SPACE = "\u00a0";
const SAMPLE = 1234567.5; // shows every sign of a figure

/** @param {number} wholeUnits @param {string} separator */
function groupDigits(wholeUnits, separator) {
  return String(wholeUnits).replace(/\B(?=(\d{3})+$)/g, separator);
}

/**
 * How figures are written in a language: by the same tables (CLDR) as the server's. Thousands are always
 * grouped.
 * @param {string} language with its country, as in the attribute `lang`
 */
function numberFormat(language) {
  const parts = new Intl.NumberFormat(language, { style: "currency", currency: "EUR" }).formatToParts(SAMPLE);
  /** @param {string} type */
  const sign = (type) => parts.find((part) => part.type === type)?.value ?? "";
  return {
    thousands: sign("group"),
    decimalPoint: sign("decimal"),
    isEuroFirst: parts[0].type === "currency",
  };
}

/** @typedef {ReturnType<typeof createI18n>} I18n */

/**
 * @param {Record<string, string>} words the sentences of the page, by code
 * @param {{ language: string, currency: string }} options
 */
export function createI18n(words, { language, currency }) {
  const { thousands, decimalPoint, isEuroFirst } = numberFormat(language);
  const isDemo = currency === "DEMO"; // no euro sign where no euro is at stake  [AR-31] [FR-R32]

  /** @param {string} code @param {Record<string, any>} [figures] */
  function t(code, figures = {}) {
    const sentence = words[code] ?? code;
    return sentence.replace(
      /\{(\w+)\}/g,
      (placeholder, name) => (name in figures ? String(figures[name]) : placeholder),
    );
  }

  /**
   * An amount without its currency. Cents are written where there are any, or always if `exact`.
   * @param {number} cents
   */
  function figure(cents, exact = true) {
    const size = Math.abs(cents);
    const rest = size % 100;
    const wholeUnits = groupDigits((size - rest) / 100, thousands);
    return exact || rest ? `${wholeUnits}${decimalPoint}${String(rest).padStart(2, "0")}` : wholeUnits;
  }

  /** @param {number} cents */
  function money(cents) {
    const sign = cents < 0 ? "−" : "";
    if (isDemo) return t("money.credits", { amount: sign + figure(cents) });
    return isEuroFirst ? `${sign}€${figure(cents)}` : `${sign}${figure(cents)}${NO_BREAK_SPACE}€`;
  }

  // Gains and losses are marked by a sign, not only by a colour. No line may break between the sign and the
  // figure.
  /** @param {number} cents */
  const signed = (cents) =>
    (cents > 0 ? `+${money(cents)}` : money(cents)).replace(/^([+−])(?=€)/, `$1${WORD_JOINER}`);

  /**
   * The same for the header, where credits are abbreviated.
   * @param {number} cents
   */
  const shortMoney = (
    cents,
  ) => (isDemo ? t("money.credits.brief", { amount: (cents < 0 ? "−" : "") + figure(cents) }) : money(cents));

  /** @param {number} ms */
  function duration(ms) {
    const seconds = Math.floor(ms / 1000);
    /** @param {number} n */
    const pad = (n) => String(n).padStart(2, "0");
    const [hours, minutes, restSeconds] = [
      Math.floor(seconds / 3600),
      Math.floor(seconds / 60) % 60,
      seconds % 60,
    ];
    return hours ? `${hours}:${pad(minutes)}:${pad(restSeconds)}` : `${minutes}:${pad(restSeconds)}`;
  }

  /** @param {number} ms of the server's clock */
  const timeOfDay = (ms) =>
    new Intl.DateTimeFormat(language, {
      hour: "2-digit",
      minute: "2-digit",
      timeZone: "Europe/Lisbon",
    }).format(new Date(ms));

  /**
   * A place by name: "pleno 17", "dúzia 1-12", "par".
   * @param {string} id
   */
  function placeName(id) {
    const [kind, numbers] = id.split(":");
    return numbers === undefined ? t(`kind.${kind}`) : `${t(`kind.${kind}`)} ${numbers.replace("+", " + ")}`;
  }

  /**
   * A list as it is read aloud: "a, b and c", or "a, b or c".
   * @param {string[]} parts
   * @param {"conjunction" | "disjunction"} [type]
   */
  const joinList = (parts, type = "conjunction") => new Intl.ListFormat(language, { type }).format(parts);

  /**
   * Why a request was refused, with its figures.
   * @param {{ code: string, with?: Record<string, any> }} refusal
   */
  function refusalText({ code, with: details }) {
    /** @type {Record<string, any>} */
    const figures = {};
    for (const [name, value] of Object.entries(details ?? {})) {
      if (Array.isArray(value)) {
        if (value.length) figures[name] = joinList(value.map(money), "disjunction"); // sums to choose from
      } else figures[name] = MONEY_FIGURES.has(name) ? money(value) : value;
    }
    if (details?.kind) figures.of = t(`of.${details.kind}`);
    if (details?.place) figures.place = placeName(details.place);
    const reason = `refused.${code}.${details?.why}`;
    if (details?.in_hand) {
      return `${t(reason in words ? reason : `refused.${code}`, figures)} ${t("refused.in-hand")}`;
    }
    if (reason in words) return t(reason, figures);
    const sentence = t(`refused.${code}`, figures);
    // A figure that the server did not send leaves its placeholder behind; the short sentence does not need
    // it.
    if (sentence === `refused.${code}`) return t("refused");
    return /\{\w+\}/.test(sentence) ? t(`refused.${code}.short`, figures) : sentence;
  }

  return {
    t,
    money,
    signed,
    shortMoney,
    figure,
    duration,
    timeOfDay,
    placeName,
    joinList,
    refusalText,
    isDemo,
    language,
  };
}

const MONEY_FIGURES = new Set([
  "minimum",
  "least",
  "limit",
  "cap",
  "step",
  "stake",
  "balance",
  "room",
  "amount",
  "cents",
  "difference",
  "stays",
  "missing",
  "buy_in",
]);
