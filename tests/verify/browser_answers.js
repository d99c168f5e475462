// What the browser's own code says of the published vectors, as JSON: each in the shape of `expect`.
// deno run --allow-read browser_answers.js VECTORS KNOWN

import { verifyRounds } from "../../static/js/table/verification/shoe.js";
import { checkReceiptInLog, readKey } from "../../static/js/public_log/log.js";
import { verifyRound } from "../../static/js/table/verification/proof.js";

const [vectors, known] = Deno.args.map((path) => JSON.parse(Deno.readTextFileSync(path)));

/** @param {{ checks: any[] }} verdict */
const codes = ({ checks }) => checks.map(({ code, good }) => [code, good ?? null]);

/** @param {any} vector */
async function answerOf({ given: { published, receipt }, keys, logs, witnesses }) {
  if (logs) {
    const [ofLogs, ofWitnesses] = await Promise.all(
      [logs, witnesses].map((texts) => Promise.all(texts.map(readKey))),
    );
    return {
      checks: codes({ checks: await checkReceiptInLog(receipt, { logs: ofLogs, witnesses: ofWitnesses }) }),
    };
  }
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
