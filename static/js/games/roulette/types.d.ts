// What the server sends of roulette: games/rules/roulette/view.py; and the layout that is made of it.

import type { Cents, Purse, SeatView, Stakes } from "../../table/messages.d.ts";

/** A kind of chance: its limits, its prize (won, staked) and the rules of both. */
export type Chance = {
    min: Cents;
    max: Cents;
    times: number;
    prize: [number, number];
    rules: { max: string; prize: string };
};
export type Call = { numbers: string[]; chips: Record<string, number>; rule: string };
export type PlaceDescription = { kind: string; numbers: string[] };

/** The table as its page describes it. */
export type Description = {
    zeros: string[];
    places: Record<string, PlaceDescription>;
    wheel: string[];
    colours: Record<string, string>;
    kinds: Record<string, Chance>;
    calls?: Record<string, Record<string, Call>>;
    minimum: Cents;
    step: Cents;
    cap?: Cents;
    cap_rule?: string;
    zero_option?: string;
    zero_rule?: string;
};

/** A range of squares along the streets (u) and across the columns (v). */
export type Cell = { u: number[]; v: number[] };
export type Spot = { u: number; v: number; cell?: Cell };
export type Zone = Cell & { layer: number };
export type Place = PlaceDescription & { id: string; covers: Set<string>; spot: Spot; zone: Zone };

export type Layout = {
    zeros: string[];
    places: Map<string, Place>;
    list: Place[];
    touched: Place[];
    wheel: string[];
    colours: Record<string, string>;
    kinds: Record<string, Chance>;
    calls: Record<string, Record<string, Call>>;
    minimum: Cents;
    step: Cents;
    cap?: Cents;
    capRule?: string;
};

export type Point = { x: number; y: number };
export type Box = Point & { width: number; height: number };
/** The measures of the layout in one direction of the screen. */
export type Measures = {
    upright: boolean;
    zero: number;
    width: number;
    height: number;
    at: (u: number, v: number) => Point;
    box: (u0: number, v0: number, u1: number, v1: number) => Box;
};

/** What the card of a place needs besides its description. */
export type PlaceFigures = { mine: Stakes; all: Stakes; chip: Cents; room?: Cents };

export type ResultLine = {
    place: string;
    stake: Cents;
    code?: string;
    rule?: string;
    lost?: Cents;
    back?: Cents;
    prize?: Cents;
    held?: Cents;
};

/** What may still be shown while the result is not. */
export type HeldBack = { mine: SeatView | null; purse: Purse | null };

/** The position of ball and rotor; without a radius there is no ball. */
export type Angles = { rotor: number; ball: number; radius?: number };
/** A part of the ball's fall: from one angle and time to another. */
export type Leg = {
    since: number;
    until: number;
    angle: number;
    to: number;
    radius: (part: number) => number;
};

/** The part of the layout that a card must not hide. */
export type Around = { x: number; top: number; bottom: number };

/** What shows the ball: the wheel, or what stands for it in a test. */
export type WheelMotion = {
    moving: boolean;
    launch: (now: number) => void;
    land: (run: { number: string; seed: string; now: number; within?: number }) => number;
    settle: (number: string | undefined) => void;
};
