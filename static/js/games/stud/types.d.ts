// What the server sends of the studs: games/rules/stud/view.py.

import type { View } from "../../table/game.d.ts";
import type { Cents, GameEvent, Stakes } from "../../table/messages.d.ts";

export type JackpotPrize = { kind: string; fixed: Cents; percent?: number };

/** The table as its page describes it. */
export type Description = {
    seats: number;
    boxes: string[];
    minimum: Cents;
    step: Cents;
    dealing: string;
    decision_seconds: number;
    extra_seconds: number;
    house_maximum: Cents;
    limits: { ante: { min: Cents; max: Cents }; rules: { place: string; closed: string } };
    prizes: { kind: string; times: number; rule: string; capped?: boolean }[];
    jackpot?: { bet: Cents; contribution: Cents; minimum: Cents; prizes: JackpotPrize[] };
    forbidden?: { code: string; rule: string }[];
};

export type Place = {
    ante?: Cents;
    bet?: Cents;
    jackpot?: Cents;
    choice?: string;
    cards?: string[];
    kind?: string;
    back?: Cents;
    prize?: Cents;
    lost?: Cents;
};

export type JackpotPayment = { seat: number; kind: string; cents: Cents };

export type GameView = {
    phase?: string;
    bank?: { cards: string[]; kind?: string; plays?: boolean };
    places?: Record<string, Place>;
    discard?: string[];
    jackpots?: JackpotPayment[];
    carried?: Record<string, Cents>;
    meter?: Cents;
};

export type JackpotOffer = { cost: Cents; needs_ante?: boolean };

/** What the player may do now. */
export type Options = {
    ante?: { min: Cents; max: Cents };
    jackpot?: JackpotOffer;
    fold?: { lost: Cents };
    continue?: { cost: Cents };
    warned?: boolean;
    seconds?: number;
};

/** The player's own hand. */
export type OwnHand = { cards?: string[]; kind?: string };

/** A step of the settlement; `paid` counts the jackpot prizes paid so far. */
export type Step = { name: string; event?: GameEvent; paid: number };

/** What the drawing of the table needs for a frame. */
export type Frame = {
    view: View;
    step: Step;
    open: boolean;
    options?: Options;
    pending: Stakes;
    refused: Stakes[];
};
