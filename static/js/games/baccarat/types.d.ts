// What the server sends of ponto e banca: games/rules/baccarat/view.py.

import type { Pile } from "../../table/game.d.ts";
import type { Cents, GameEvent, Stakes } from "../../table/messages.d.ts";

/** A chance: its limits, its prize (won, staked) and the rules of both. */
export type Chance = {
    min: Cents;
    max?: Cents;
    all?: Cents;
    times?: number;
    prize: [number, number];
    rules: { min?: string; max?: string; prize?: string };
};

/** The rule of the third card, by points. */
export type ThirdCardRule = {
    natural: number[];
    punto: number[];
    banco_always: number[];
    banco_alone: number[];
    banco: Record<string, number[]>;
};

/** The table as its page describes it. */
export type Description = {
    kinds: Record<string, Chance>;
    minimum: Cents;
    step: Cents;
    seats: number;
    decks: number;
    prize_cap?: Cents;
    commission: { percent: number; of?: string; scores?: number[]; rule?: string };
    thirds: ThirdCardRule;
    shoe: { mode: string; cut: number };
};

export type Move = { code: string; rule?: string | null; on: number };
export type Hand = {
    cards?: string[];
    down?: number;
    third?: string;
    score?: number;
    natural?: boolean;
    move?: Move;
};

export type GameView = {
    phase?: string;
    hands?: { punto: Hand; banco: Hand };
    winner?: string;
    won?: string[];
    bets?: Record<string, Stakes>;
    totals?: Stakes;
    room?: Stakes;
    shoe?: { cards: number; dealt: number; first: number };
    cause?: string;
};

/** What became of a bet. */
export type ResultLine = { place: string; stake: Cents; lost?: Cents; back?: Cents; prize?: Cents };

/** A step of dealing and payment; `into` is its age in ms. */
export type Step = { name: string; event?: GameEvent; into: number };

export type Coup = { winner: string; punto: number; banco: number; pairs: string[] };
export type Cell = { x: number; y: number };
/** A cell of the big road. */
export type BigRoadCell = { winner: string; ties: number; pairs: string[]; score: number };

export type Point = { x: number; y: number };
/** A chance as it is printed: its outline and the positions in it. */
export type Zone = {
    id: string;
    path: string;
    side: boolean;
    own: number;
    chips: Point;
    printed: number[];
    pointAt: (part: number) => Point & { turn: number };
    seat: (number: number) => Point;
};

/** A chance as it is drawn, with its nodes. */
export type DrawnZone = {
    zone: Zone;
    root: SVGElement;
    live: Element;
    others: Element;
    chips: Element;
    seatMarks: Element[];
    drawn: { piles?: string; others?: string };
};

/** What the card of a chance describes: names with their values, and the rules. */
export type ChanceFacts = { list: (string[] | false | "")[]; rules: string };
export type ChanceCard = {
    root: HTMLElement;
    show: (id: string, node: Element, isTouch?: boolean) => void;
    hide: () => void;
    refresh: (signature: string) => void;
};

/** What the zones need for a frame. */
export type ZoneFrame = {
    piles: Record<string, Pile[]>;
    others: Record<string, Stakes>;
    won: string[];
    open: boolean;
    seat?: number;
    roomText: (id: string) => string;
    label: (id: string) => string;
};
