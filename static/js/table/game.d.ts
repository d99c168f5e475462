// The contract between a table's page and the module of its game: `mount(context)` returns a `Game`.

import type { I18n } from "./i18n.js";
import type { ServerClock } from "./clock.js";
import type { GameCommand, PendingRequest, Refusal, ServerFrame, Stakes, TableState } from "./messages.d.ts";
import type { OpenPanel } from "./panels.js";
import type { Sounds } from "./sound.js";

/** The state as it is shown now: animations delay it behind the state that the frames describe. */
export type VisibleState = TableState & {
    /** What is being shown: "live", or a step of the game's own sequence. */
    step: string;
    /** The events of the step that is being shown. */
    playing: any[];
    /** Milliseconds since that step began. */
    elapsed?: number;
    [field: string]: any;
};

/** The visible state with what the page adds to it. */
export type View = VisibleState & {
    link: string;
    pendingTotal: number;
    proof: any;
    isIndividual: boolean;
    players: string;
    /** The phase in words, where the game describes it more exactly. */
    phrase?: string[];
};

/** A change in words for screen readers and the voice, or as a sound. */
export type Announcement = { text?: string; sound?: string };

/** What a typed line is answered with. `confirm` is what happens once the player says yes. */
export type TypedAnswer = { text: string; confirm?: () => TypedAnswer };

/** What a player may type. It runs what a press on the page runs, and is named by the message `typed.<name>`. */
export type TypedCommand = {
    name: string;
    /** How the page names it. */
    label: string;
    /** Whether it can be pressed now. */
    isOffered: boolean;
    /** Why it cannot; without it, the gate or the server says so when it is run. */
    refusal?: Refusal;
    /** The decision that it answers. A line that was begun for another decision is not carried out. */
    decision?: string | null;
    /** Whether words may follow, and an example of them. */
    takes?: boolean;
    example?: string;
    run: (words: string[]) => TypedAnswer;
};

/** The place that typed words name: a place, a call bet, or the names of several that they fit. */
export type NamedPlace = {
    id?: string;
    name?: string;
    call?: { name: string; number: string };
    options?: string[];
};

/** All that can be typed at a table: commands, and questions with their answers. */
export type TypedTable = {
    commands: TypedCommand[];
    questions: Record<string, (words: string[]) => string>;
};

export type GameContext = {
    /** What the server wrote into the page. */
    facts: any;
    i18n: I18n;
    clock: ServerClock;
    sounds: Sounds;
    /** Sends a command of the game. `stakes` are drawn as being sent until it is answered. */
    sendCommand: (command: GameCommand, stakes?: Stakes) => void;
    /** Sends a request about the seat, such as "sit" or "queue". */
    sendRequest: (kind: string, fields?: object) => void;
    requestDraw: () => void;
    openPanel: OpenPanel;
    /** `timeline` is missing where no round runs, as in a replay. */
    regions: Record<"room" | "side" | "middle" | "foot", HTMLElement> & { timeline?: HTMLElement };
    openVerification: () => void;
    showRefusal: (refusal: Refusal) => void;
    /** Whether a bet without a seat was taken over: the seat is asked for, and the bet laid there. */
    takeSeat: (command: GameCommand) => boolean;
    reducedMotion: () => boolean;
};

export type Game = {
    /** Whether players choose their seat at this table instead of getting the first that is free. */
    playerChoosesSeat?: boolean;
    awaitsDecision?: (state: TableState) => boolean;
    /** The choices of appearance that only this game has, by their names in `LOOKS`. */
    looks?: string[];
    /** The table as text and form fields. */
    textView: HTMLElement;
    /** The terms that the game shows beside its table. */
    terms?: () => HTMLElement;
    explain: (round: any) => HTMLElement;
    describePhase?: (view: View) => string[] | undefined;
    receive: (before: TableState, after: TableState, frame: ServerFrame, now: number) => void;
    receiveRefusal: (request: PendingRequest, now: number) => void;
    handleDisconnect: () => void;
    skipAnimation: () => void;
    visibleState: (state: TableState, now: number) => VisibleState;
    /** Draws one frame. Returns whether another frame is needed at once. */
    render: (view: View, state: TableState, now: number) => boolean;
    announcements: (before: View, after: View) => Announcement[];
    /** What can be typed now, by the choices and bets that the last frame offered. */
    typed: () => TypedTable;
};

/** What a settled round meant for the player. Each engine adds its own amounts. */
export type RoundResult = {
    staked: number;
    lost?: number;
    back?: number;
    prize?: number;
    net?: number;
    commission?: number;
    [field: string]: any;
};

/** A line of the server's explanation of a round: what happened, by which rule, with its figures. */
export type ExplanationLine = { code: string; rule?: string | null; details: Record<string, any> };

/** A round from the server's records. */
export type PlayedRound = {
    round: number;
    outcome?: string;
    explain?: ExplanationLine[];
    result: RoundResult;
    balance?: { before: number; after: number } | null;
    [field: string]: any;
};

/** Chips at one position; `as` is their state, such as "accepted", "sending", "lost" or "prize". */
export type Pile = { cents: number; as: string; dx?: number; dy?: number; rule?: string; charged?: number };

/** The places of a table and the limits of their kinds, as the tray and the bet editor need them. */
export type BettingLayout = {
    places: Map<string, { id: string; kind?: string }>;
    /** By kind of place; a card table has one kind, "box", for places without limits of their own. */
    kinds: Record<string, { min?: number; max: number; step?: number }>;
    zeros: string[];
    calls: Record<string, Record<string, { chips: Record<string, number> }>>;
    minimum: number;
    step: number;
};
