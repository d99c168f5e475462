// Chance, recomputed from what the house published, with nothing but the browser's own cryptography:
//   commitment = SHA-256("feltro/commitment/v1" || seed)
//   key        = HMAC-SHA256(seed, "feltro/draw/v1|table|round|shares")
//   words      = the 16-bit big-endian words of AES-256 in counter mode under that key, from a counter of zero
//   below(n)   = the first word under the largest multiple of n, modulo n
//   shuffled(n): from the last place to the second, each changes with the place that below(its number) names

const WORDS = 2 ** 16;
const BLOCK = 4096; // bytes of the stream that are made at a time; hardly any draw needs more
const text = new TextEncoder();

export function toHex(bytes) {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** SHA-256 of texts and bytes one after the other, as bytes. */
export async function hashOf(...parts) {
  const bytes = parts.flatMap((part) => [...(typeof part === "string" ? text.encode(part) : part)]);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes)));
}

/** A function that gives HMAC-SHA256 of a text under that key, as bytes. */
export async function macUnder(key) {
  const mac = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (said) => new Uint8Array(await crypto.subtle.sign("HMAC", mac, text.encode(said)));
}

export async function commitment(seed) {
  return toHex(await hashOf("feltro/commitment/v1", fromHex(seed)));
}

/** The browsers' shares as they go into every sum: by seat, ascending. */
export function shares(nonces) {
  return Object.entries(nonces ?? {})
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([seat, nonce]) => `${seat}:${nonce}`)
    .join(",");
}

/** The label under which a round's key is derived. */
export function label(table, round, nonces) {
  return `feltro/draw/v1|${table}|${round}|${shares(nonces)}`;
}

export async function keyOf(seed, said) {
  return (await macUnder(fromHex(seed)))(said);
}

/** The stream of numbers under a key: `below(n)` and `shuffled(n)` as the house has them, and every word that was looked at. */
export async function chance(key) {
  const cipher = await crypto.subtle.importKey("raw", key, "AES-CTR", false, ["encrypt"]);
  const looked = [];
  let [view, at, blocks] = [new DataView(new ArrayBuffer(0)), 0, 0];

  async function word() {
    if (at === view.byteLength) {
      const counter = new Uint8Array(16);
      new DataView(counter.buffer).setBigUint64(8, BigInt((blocks * BLOCK) / 16));
      view = new DataView(
        await crypto.subtle.encrypt({ name: "AES-CTR", counter, length: 128 }, cipher, new Uint8Array(BLOCK)),
      );
      [at, blocks] = [0, blocks + 1];
    }
    at += 2;
    return view.getUint16(at - 2);
  }

  async function below(n) {
    const limit = WORDS - (WORDS % n);
    for (;;) {
      const drawn = await word();
      looked.push({ word: drawn, kept: drawn < limit });
      if (drawn < limit) return drawn % n;
    }
  }

  async function shuffled(n) {
    const order = Array.from({ length: n }, (_, place) => place);
    for (let last = n - 1; last > 0; last -= 1) {
      const other = await below(last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }

  return { below, shuffled, looked };
}

/** Every step of one number's draw, to be shown and compared. */
export async function recompute({ table, round, seed, nonces, pockets }) {
  const said = label(table, round, nonces);
  const key = await keyOf(seed, said);
  const drawing = await chance(key);
  const index = await drawing.below(pockets);
  return { commitment: await commitment(seed), label: said, key: toHex(key), words: drawing.looked, index };
}
