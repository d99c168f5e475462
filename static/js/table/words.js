// Sentences and money as people write them. The sentences come with the page, in its language.

const JOINED = "\u2060";
const SPACE = "\u00a0";

function grouped(whole, separator) {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, separator);
}

export function speaker(words, { language, currency }) {
  const portuguese = language.startsWith("pt");
  const [thousands, point] = portuguese ? [SPACE, ","] : [",", "."];
  const demo = currency === "DEMO"; // No euro sign where no euro is at stake.  [AR-31] [FR-R32]

  function t(code, figures = {}) {
    const sentence = words[code] ?? code;
    return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in figures ? String(figures[name]) : whole));
  }

  /** The bare figure: cents only when there are any and `exact` does not ask for them. */
  function figure(cents, exact = true) {
    const size = Math.abs(cents);
    const rest = size % 100;
    const whole = grouped((size - rest) / 100, thousands);
    return exact || rest ? `${whole}${point}${String(rest).padStart(2, "0")}` : whole;
  }

  function money(cents) {
    const sign = cents < 0 ? "−" : "";
    if (demo) return t("money.credits", { amount: sign + figure(cents) });
    return portuguese ? `${sign}${figure(cents)}${SPACE}€` : `${sign}€${figure(cents)}`;
  }

  // Gains and losses are told by their sign, not by a colour; and no line ends between a sign and its figure.
  const signed = (cents) =>
    (cents > 0 ? `+${money(cents)}` : money(cents)).replace(/^([+−])(?=€)/, `$1${JOINED}`);

  /** For the line above, where credits are written short. */
  const brief = (
    cents,
  ) => (demo ? t("money.credits.brief", { amount: (cents < 0 ? "−" : "") + figure(cents) }) : money(cents));

  function span(ms) {
    const seconds = Math.floor(ms / 1000);
    const pad = (n) => String(n).padStart(2, "0");
    const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    return h ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
  }

  const hour = (ms) =>
    new Intl.DateTimeFormat(portuguese ? "pt-PT" : "en-GB", {
      hour: "2-digit",
      minute: "2-digit",
      timeZone: "Europe/Lisbon",
    }).format(new Date(ms));

  /** "pleno 17", "dúzia 1-12", "par": the kind by its name and the numbers that the place id carries. */
  function place(id) {
    const [kind, numbers] = id.split(":");
    return numbers === undefined ? t(`kind.${kind}`) : `${t(`kind.${kind}`)} ${numbers.replace("+", " + ")}`;
  }

  /** A list as it is read aloud: "a, b and c". */
  const list = (
    parts,
  ) => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${t("and")} ${parts.at(-1)}`);

  /** Why a request was refused, with its figures in words; the rule stands beside it. */
  function refusal({ code, with: said }) {
    const figures = {};
    for (const [name, value] of Object.entries(said ?? {})) {
      figures[name] = CENTS.has(name) ? money(value) : value;
    }
    if (said?.kind) figures.of = t(`of.${said.kind}`);
    if (said?.place) figures.place = place(said.place);
    const reason = `refused.${code}.${said?.why}`;
    if (reason in words) return t(reason, figures);
    const sentence = t(`refused.${code}`, figures);
    // A figure that the house did not send leaves its brackets behind: then the short sentence is the honest one.
    if (sentence === `refused.${code}`) return t("refused");
    return /\{\w+\}/.test(sentence) ? t(`refused.${code}.short`, figures) : sentence;
  }

  return { t, money, signed, brief, figure, span, hour, place, list, refusal, demo, language };
}

const CENTS = new Set([
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
]);
