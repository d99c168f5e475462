// What the server sends of hold'em: games/rules/holdem/view.py.

import type { View } from "../../table/game.d.ts";
import type { Cents } from "../../table/messages.d.ts";

export type BuyIn = { cost: Cents; stack: Cents; commission?: Cents };

/** The table as its page describes it. */
export type Description = {
    seats: number;
    small_blind: Cents;
    big_blind: Cents;
    minimum: Cents;
    limit: string;
    raises?: number;
    regime?: string;
    least_players: number;
    decision_seconds: number;
    extra_seconds: number;
    buy_in: BuyIn;
    rebuys: BuyIn[];
    commission: { on: string; rate: number };
    forbidden?: { code: string; rule: string }[];
};

export type Place = {
    state: string;
    stack: Cents;
    bet?: Cents;
    put: Cents;
    bought?: Cents;
    cards?: string[];
    held?: number;
    kind?: string;
};

export type Share = { seat: number; gross: Cents; commission: Cents; net: Cents };
export type Pot = { amount: Cents; contenders: number[]; shares?: Share[] };
export type NamedPot = Pot & { name: string };
/** What a seat received from all pots together. */
export type Winnings = { gross: Cents; commission: Cents; net: Cents; kind?: string; cards?: string[] };

export type GameView = {
    phase?: string;
    turn?: string;
    actor?: number;
    button?: number;
    to_match?: Cents;
    raises?: number;
    players?: number[];
    can_deal?: boolean;
    fixed?: number[];
    board?: string[];
    seats?: Record<string, Place>;
    pot?: Cents;
    pots?: Pot[];
    paid?: Pot[];
    won?: Record<string, { kind: string; cards?: string[] }>;
    cause?: string;
};

export type RaiseOffer = {
    min: Cents;
    max: Cents;
    own: Cents;
    parts: Record<string, Cents | undefined>;
    opens?: boolean;
    all_in?: boolean;
};
export type CallOffer = { cost: Cents; all_in?: boolean };

/** What the player may do now. */
export type Options = {
    fold?: unknown;
    check?: unknown;
    call?: CallOffer;
    raise?: RaiseOffer;
    ahead?: { check?: unknown; call?: CallOffer };
    buy_in?: BuyIn;
    top_up?: BuyIn[];
    sit_in?: unknown;
    sit_out?: unknown;
    post_big_blind?: { cost: Cents };
    wait_for_blind?: unknown;
};

/** What the player sees of the own seat. */
export type OwnView = {
    cards?: string[];
    hand?: { kind: string; cards: string[] };
    options?: Options;
    rest_left?: number;
    rest_reason?: string;
};

/** What may be requested besides the round, as a button. */
export type SeatAction = {
    name: string;
    label: string;
    detail: string;
    press: () => void;
    main: boolean;
    /** A switch: what it says, and whether it is on. */
    toggle?: { label: string; isOn: boolean };
};

export type Point = { x: number; y: number };
export type SeatPoint = Point & { bet: Point; button: Point };

/** A card that was just dealt to a seat. */
export type DealtCard = { node: HTMLElement; seat: number; mine: boolean };

/** What the drawing of the table needs for a frame. */
export type Frame = {
    view: View;
    step: string;
    /** The last decision of each seat, in words. */
    actions: Map<number, string>;
    /** Whether a seat is free for this player. */
    free: boolean;
    /** The cards of the winning hands. */
    best?: Set<string>;
};
