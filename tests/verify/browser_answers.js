// What the browser's own code says of the published vectors, as JSON: each in the shape of `expect`.
// deno run --allow-read browser_answers.js VECTORS KNOWN

import { isGenuine } from "../../static/js/table/verification/receipt.js";
import { verifyRounds } from "../../static/js/table/verification/shoe.js";
import { checkReceiptInLog, readKey } from "../../static/js/public_log/log.js";
import { lookAtLog } from "../../static/js/public_log/memory.js";
import { verifyRound } from "../../static/js/table/verification/proof.js";

const [vectors, known] = Deno.args.map((path) => JSON.parse(Deno.readTextFileSync(path)));

/** @param {{ checks: any[] }} verdict */
const codes = ({ checks }) => checks.map(({ code, good }) => [code, good ?? null]);

/**
 * What a browser sees that looks at a log again and again. Each look says which files are served anew.
 * @param {Record<string, string | null>[]} looks
 */
async function followed(looks) {
  /** @type {string | null} */
  let text = null;
  const kept = { read: () => text, write: (/** @type {string} */ now) => (text = now) };
  /** @type {Map<string, string | null>} */
  const files = new Map();
  const load = (/** @type {string} */ name) => {
    const content = files.get(name) ?? null;
    return Promise.resolve(
      content === null ? null : Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0)),
    );
  };
  const answers = [];
  for (const changed of looks) {
    for (const [name, content] of Object.entries(changed)) files.set(name, content);
    const { code, witnessed } = await lookAtLog(kept, load);
    const continues = ["first", "grown", "unwitnessed", "without"].includes(code);
    answers.push({
      continues,
      witnessed: !continues || witnessed === undefined ? null : witnessed !== null,
    });
  }
  return { looks: answers };
}

/** @param {any} vector */
async function answerOf({ given: { published, receipt, looks }, keys, logs, witnesses }) {
  if (looks) return await followed(looks);
  if (logs) {
    const [ofLogs, ofWitnesses] = await Promise.all(
      [logs, witnesses].map((texts) => Promise.all(texts.map(readKey))),
    );
    return {
      checks: codes({ checks: await checkReceiptInLog(receipt, { logs: ofLogs, witnesses: ofWitnesses }) }),
    };
  }
  if (receipt) return { genuine: await isGenuine(receipt, keys) };
  if (!Array.isArray(published)) {
    const verdict = await verifyRound(published, { ...known, keys });
    return { good: verdict.good, checks: [codes(verdict)] };
  }
  const { verdicts, chain, good } = await verifyRounds(published, { ...known, keys });
  return { good, checks: verdicts.map(codes), follows: chain?.good ?? null };
}

const answers = [];
for (const vector of vectors) answers.push(await answerOf(vector));
Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(answers)));
