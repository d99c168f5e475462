// The messages of the table socket, both ways, and the state that they build up. `games/tables/transport/protocol.py` and
// `games/tables/domain/views.py` define them; tests/js/test_types.py checks that this file agrees.

/** Milliseconds of the server's clock. */
export type Timestamp = number;
/** Whole cents. */
export type Cents = number;
/** Amounts by place. */
export type Stakes = Record<string, Cents>;

// --- From the browser

/** Requests that get an answer. The id makes a repeated request the same request. */
export type Request =
    | { t: "sit"; id: string; seat?: number | null }
    | { t: "leave"; id: string }
    | { t: "stay"; id: string }
    | { t: "queue"; id: string }
    | { t: "unqueue"; id: string }
    | { t: "chat"; id: string; text: string }
    | { t: "do"; id: string; round: number; do: GameCommand };

/** A command of the game; each engine defines its own. */
export type GameCommand = { t: string; [field: string]: unknown };

/** Messages without an answer: the browser's share of the next draw, and the request for a snapshot. */
export type Notification = { t: "nonce"; round: number; nonce: string } | { t: "look" };

export type ClientMessage = Request | Notification;

// --- From the server

export type Purse = { n: number; cents: Cents };
export type GameEvent = { t: string; [field: string]: any };

export type SnapshotFrame = {
    t: "snapshot";
    v: number;
    now: Timestamp;
    table: TableView;
    mine?: SeatView;
    purse?: Purse;
};
export type TableFrame = {
    t: "table";
    was: number;
    v: number;
    now: Timestamp;
    set: object;
    news: GameEvent[];
};
export type SeatFrame = { t: "mine"; was: number; v: number; set: object; news: GameEvent[] };
export type AcceptedFrame = { t: "ok"; id: string; v: number };
export type RefusedFrame = {
    t: "no";
    id: string | null;
    code: string;
    rule: string;
    with: Record<string, any>;
};

export type ServerFrame =
    | SnapshotFrame
    | TableFrame
    | SeatFrame
    | AcceptedFrame
    | RefusedFrame
    | { t: "share"; round: number; nonce: string }
    | ({ t: "purse" } & Purse)
    | { t: "beat"; v: number; now: Timestamp }
    | { t: "care"; n: number }
    | { t: "chat"; n: number; alias: string; text: string; at: Timestamp }
    | { t: "bye"; why: string };

// --- What the frames describe

export type QueueEntry = { alias: string; until?: Timestamp };

/** What everybody at the table sees. `game` is the view of the engine: games/rules/<engine>/view.py. */
export type TableView = {
    phase?: string;
    terms?: TableTerms;
    seated?: number;
    history?: string[];
    held?: string;
    closing?: true;
    due?: Timestamp;
    queue?: QueueEntry[];
    session?: { ends: Timestamp };
    seats?: Record<string, string>;
    partners?: number[];
    called?: true;
    next?: { round: number; commitment: string; button?: string; kept?: true };
    round?: number;
    opened?: Timestamp;
    commitment?: string;
    game?: any;
    verify?: any;
    beacon?: BeaconView;
    beacon_missed?: true;
    reports_stopped?: string;
};

/** What the sheet and the setting fix; `words` has, by language and term, a name and a value. */
export type TableTerms = {
    sheet: number;
    setting: number;
    describe: any;
    draw: any;
    words: Record<string, Record<string, string[]>>;
};

/** The beacon of the round: the rule, then the number that it picked, then the value. */
export type BeaconView = {
    name: string;
    chain: string;
    margin: number;
    closed?: Timestamp;
    number?: number;
    scheduled?: Timestamp;
    value?: string;
    seed?: string;
    missed?: string[];
};

/** The figures of a play session. */
export type SessionFigures = {
    since: Timestamp;
    staked: Cents;
    returned: Cents;
    net: Cents;
    rounds: number;
};

/** What the player at a seat sees besides; after the session only its statement. */
export type SeatView = Partial<SessionFigures> & {
    seat?: number;
    alias?: string;
    session?: number;
    leaving?: true;
    removed?: string;
    nudge?: { step: string; why: string; after?: number; ends?: Timestamp; left?: number; stayed?: true };
    quiet?: string;
    game?: any;
    verify?: any;
    ended?: SessionFigures & { cause: string; until: Timestamp };
};

// --- What the browser makes of it

/** A request of this browser: shown as being sent until it is answered. */
export type PendingRequest = {
    id: string;
    stakes?: Stakes;
    status: "sending" | "accepted" | "refused";
    v?: number;
    refusal?: Refusal;
    isDrawn?: boolean;
};
export type Refusal = { code: string; rule: string; with: Record<string, any> };

export type TableState = {
    table: TableView;
    tableVersion: number;
    mine: SeatView | null;
    mineVersion: number;
    purse: Purse | null;
    /** A frame was missed: a snapshot is needed. */
    gap: boolean;
    /** The message about play that waits to be answered; 0 for none. */
    care: number;
    bye: string | null;
    /** Requests under way, oldest first. */
    requests: PendingRequest[];
};
