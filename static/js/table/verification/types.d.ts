// The published data of a round, and what the checks of it found.

/** The published data of a round on a wheel, of a shoe, or of a pack; `verifyRound` tests the shape first. */
export type Published = { [field: string]: any };
/** The shares of the players, by seat. */
export type Shares = Record<string, string>;
/** The kinds of shoes, by game. */
export type ShoeKind = { decks: number[]; kept?: boolean; unturned: number };

/** What comes with the page: the order of the numbers on each wheel, by game, and the kinds of shoes. */
export type Known = {
    wheels: Record<string, Record<string, string[]>>;
    shoes: Record<string, ShoeKind>;
    promised: string[];
    /** The beacons whose key the program knows, by name, and the address of what checks signatures. */
    beacons: Record<string, BeaconChain>;
    signatures: string;
    /** The public keys of the house that verify how a round ended. */
    keys: string[];
};

/** A beacon: its key and its schedule. */
export type BeaconChain = {
    name: string;
    public_key: string;
    genesis: number;
    period: number;
    group_hash: string;
};

/** The value that a round depends on, and the rule that picked it. */
export type BeaconUse = {
    chain: BeaconChain;
    closed: number;
    margin: number;
    number: number;
    signature: string;
};

/** What the rule sheet says about the draw, and the beacon of the current round. */
export type DrawFacts = {
    beacon?: { name: string; number?: number; value?: string; seed?: string };
    terms: { beacon: string; margin_ms: number; wait_seconds: number };
};

/** One check: its code, its result (undefined: it could not be made here), and its figures. */
export type Check = { code: string; good: boolean | undefined; details: Record<string, any> };
export type Verdict = { good: boolean; checks: Check[] };
export type RecordCheck = (code: string, good: boolean | undefined, details?: Record<string, any>) => boolean;

/** A test of one field or entry. */
export type Test = (value: any) => boolean;

/** The opening of one card of a pack. */
export type CardOpening = { position: number; card: string; salt: string; path: string[] };

/** What this browser recorded before the bets of a round. */
export type Witnessed = {
    commitment?: string;
    button?: string;
    nonce?: string;
    counted?: string;
    seat?: number;
    number?: number; // of the beacon's value, as named when bets closed
    late?: number; // milliseconds after the value was due, by this device's clock
};

/** What a table says of the value that a round waits for. */
export type AwaitedValue = { number?: number; scheduled?: number; value?: string };
