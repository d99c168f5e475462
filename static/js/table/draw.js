// The draw of a round, recomputed from what the house published, with nothing but the browser's own cryptography:
//   commitment = SHA-256("feltro/commitment/v1" || seed)
//   key        = HMAC-SHA256(seed, "feltro/draw/v1|table|round|shares")
//   words      = the 16-bit big-endian words of AES-256 in counter mode under that key, from a counter of zero
//   below(n)   = the first word under the largest multiple of n, modulo n

const WORDS = 2 ** 16;
const BLOCK = 1024; // bytes of the stream; 512 words are far more than one number ever needs
const text = new TextEncoder();

export function toHex(bytes) {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export async function commitment(seed) {
  const label = text.encode("feltro/commitment/v1");
  const whole = new Uint8Array([...label, ...fromHex(seed)]);
  return toHex(await crypto.subtle.digest("SHA-256", whole));
}

/** The label under which a round's key is derived: the browsers' shares stand by seat, ascending. */
export function label(table, round, nonces) {
  const shares = Object.entries(nonces ?? {})
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([seat, nonce]) => `${seat}:${nonce}`);
  return `feltro/draw/v1|${table}|${round}|${shares.join(",")}`;
}

async function keyOf(seed, said) {
  const mac = await crypto.subtle.importKey("raw", fromHex(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", mac, text.encode(said)));
}

/** A number from 0 to n - 1 out of a key: {index, words}, where `words` lists every word looked at and whether it was kept. */
export async function below(key, n) {
  const cipher = await crypto.subtle.importKey("raw", key, "AES-CTR", false, ["encrypt"]);
  const stream = await crypto.subtle.encrypt({ name: "AES-CTR", counter: new Uint8Array(16), length: 128 }, cipher, new Uint8Array(BLOCK));
  const view = new DataView(stream);
  const limit = WORDS - (WORDS % n);
  const words = [];
  for (let at = 0; at < BLOCK; at += 2) {
    const word = view.getUint16(at);
    words.push({ word, kept: word < limit });
    if (word < limit) return { index: word % n, words };
  }
  throw new Error("no word of the stream could be used");
}

/** Every step of one round's draw, to be shown and compared. */
export async function recompute({ table, round, seed, nonces, pockets }) {
  const said = label(table, round, nonces);
  const key = await keyOf(seed, said);
  const { index, words } = await below(key, pockets);
  return { commitment: await commitment(seed), label: said, key: toHex(key), words, index };
}
