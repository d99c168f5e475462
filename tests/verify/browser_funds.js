// What the browser's own code says of the published statements of players' money, as JSON.
// deno run --allow-read browser_funds.js VECTORS

import { checkMoney } from "../../static/js/portal/funds_check.js";

const [path] = Deno.args;
const answers = [];
for (const { given } of JSON.parse(Deno.readTextFileSync(path))) {
  const { checks } = await checkMoney(given.statement, given.balance);
  answers.push({ checks });
}
Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(answers)));
