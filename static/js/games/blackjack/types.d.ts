// What the server sends of blackjack: games/rules/blackjack/view.py.

import type { View } from "../../table/game.d.ts";
import type { Cents, Stakes } from "../../table/messages.d.ts";

/** The table as its page describes it. */
export type Description = {
    places: string[];
    minimum: Cents;
    maximum: Cents;
    step: Cents;
    prizes: Record<string, { times: number[] }>;
    shoe: { decks: number };
    places_per_player: number;
    decision_seconds: number;
    extra_seconds: number;
    rules: Record<string, { is: boolean | number | string }>;
};

export type Hand = {
    cards: string[];
    stake: Cents;
    total: number;
    soft?: boolean;
    blackjack?: boolean;
    doubled?: boolean;
    done?: unknown;
    code?: string;
    prize?: Cents;
    back?: Cents;
    lost?: Cents;
    special?: Cents;
};

export type Place = {
    seat: number;
    bet: Cents;
    hands?: Hand[];
    insurance?: Cents;
    insurance_back?: Cents;
    insurance_prize?: Cents;
    insurance_lost?: Cents;
};

export type Bank = { cards: string[]; total: number; soft?: boolean; down?: boolean; result?: string };
export type Turn = { place: string; hand: number };

export type GameView = {
    phase?: string;
    bank?: Bank;
    places?: Record<string, Place>;
    turn?: Turn;
    asked?: string[];
    shoe?: { left: number; decks: number; last: boolean };
};

export type Limits = { min: Cents; max: Cents };
export type Offer = {
    insurance?: Limits & { step: Cents; times: number };
    "even-money"?: { prize: Cents; back: Cents };
};

/** What the player may do now. */
export type Options = {
    bet?: Record<string, Limits>;
    turn?: number;
    place?: string;
    hand?: number;
    choices?: Record<string, { cost?: Cents; back?: Cents }>;
    offers?: Record<string, Offer>;
};

/** What the drawing of the table needs for a frame. */
export type Frame = {
    view: View;
    step: string;
    open: boolean;
    options?: Options;
    pending: Stakes;
    refused: Stakes[];
    chip?: Cents;
};
