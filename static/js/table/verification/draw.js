// Recomputes a draw from what the operator published, with the browser's own cryptography:
//   commitment    = SHA-256("feltro/commitment/v1" || seed)
//   key           = HMAC-SHA256(seed, "feltro/draw/v1|table|round|shares"), or with a beacon
//                   HMAC-SHA256(seed, "feltro/draw/v2|table|round|shares|chain hash|number|value")
//   words         = the 16-bit big-endian words of AES-256 in counter mode under that key, the counter from zero
//   drawBelow(n)  = the first word under the largest multiple of n, modulo n
//   shuffle(n)    : from the last place to the second, each is exchanged with the place drawBelow(its number)

/**
 * @typedef {import("./types.d.ts").Shares} Shares
 */

const WORDS = 2 ** 16;
const BLOCK = 4096; // bytes of the stream that are generated at a time; few draws need more
const text = new TextEncoder();

/** @param {Uint8Array | ArrayBuffer} bytes */
export function toHex(bytes) {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} hex */
export function fromHex(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/**
 * SHA-256 of texts and bytes one after the other, as bytes.
 * @param {...(string | Uint8Array)} parts
 */
export async function sha256(...parts) {
  const bytes = parts.flatMap((part) => [...(typeof part === "string" ? text.encode(part) : part)]);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes)));
}

/**
 * A function that computes HMAC-SHA256 of a text under that key, as bytes.
 * @param {Uint8Array<ArrayBuffer>} key
 */
export async function createMac(key) {
  const mac = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  /** @param {string} keyText */
  return async (keyText) => new Uint8Array(await crypto.subtle.sign("HMAC", mac, text.encode(keyText)));
}

/** @param {string} seed */
export async function commitment(seed) {
  return toHex(await sha256("feltro/commitment/v1", fromHex(seed)));
}

/**
 * The browsers' shares as they enter every computation: by seat, ascending.
 * @param {Shares} nonces
 */
export function formatShares(nonces) {
  return Object.entries(nonces ?? {})
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([seat, nonce]) => `${seat}:${nonce}`)
    .join(",");
}

/**
 * The label under which a round's key is derived.
 * @param {number} table
 * @param {number} round
 * @param {Shares} nonces
 * @param {string} [beacon] of the value that the draw depends on, from `verifyBeacon`
 */
export function keyLabel(table, round, nonces, beacon) {
  const facts = `${table}|${round}|${formatShares(nonces)}`;
  return beacon ? `feltro/draw/v2|${facts}|${beacon}` : `feltro/draw/v1|${facts}`;
}

/** @param {string} seed @param {string} keyText */
export async function drawKey(seed, keyText) {
  return (await createMac(fromHex(seed)))(keyText);
}

/**
 * The stream of random numbers under a key, as the server draws them, with every word that was read.
 * @param {Uint8Array<ArrayBuffer>} key
 */
export async function createStream(key) {
  const cipher = await crypto.subtle.importKey("raw", key, "AES-CTR", false, ["encrypt"]);
  /** @type {{ word: number, kept: boolean }[]} */
  const words = [];
  let [block, offset, blocks] = [new DataView(new ArrayBuffer(0)), 0, 0];

  async function nextWord() {
    if (offset === block.byteLength) {
      const counter = new Uint8Array(16);
      new DataView(counter.buffer).setBigUint64(8, BigInt((blocks * BLOCK) / 16));
      block = new DataView(
        await crypto.subtle.encrypt({ name: "AES-CTR", counter, length: 128 }, cipher, new Uint8Array(BLOCK)),
      );
      [offset, blocks] = [0, blocks + 1];
    }
    offset += 2;
    return block.getUint16(offset - 2);
  }

  /** @param {number} n */
  async function drawBelow(n) {
    const limit = WORDS - (WORDS % n);
    for (;;) {
      const drawn = await nextWord();
      words.push({ word: drawn, kept: drawn < limit });
      if (drawn < limit) return drawn % n;
    }
  }

  /** @param {number} n */
  async function shuffle(n) {
    const order = Array.from({ length: n }, (_, place) => place);
    for (let last = n - 1; last > 0; last -= 1) {
      const other = await drawBelow(last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }

  return { drawBelow, shuffle, words };
}
