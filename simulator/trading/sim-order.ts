import { type SimAccount, UNIT, type Units } from './account.ts';
import type { SimMarket } from './sim-market.ts';

export type TimeInForce = 'ioc' | 'fok' | 'gtc' | 'alo';

/** An order as it is sent. For binaries it is shares of a leg, priced as that leg. */
export interface OrderRequest {
  readonly account: SimAccount;
  readonly market: SimMarket;
  readonly leg: 'yes' | 'no';
  readonly side: 'buy' | 'sell';
  /** The worst price of the leg. */
  readonly price: number;
  /** Coins or shares; with `budget`, the most that may come of it. */
  readonly size: Units;
  /** A buy that spends this many dollars instead. */
  readonly budget?: Units;
  readonly tif: TimeInForce;
  readonly clientId: string | null;
  /** The venue's id, where the venue does not choose it. */
  readonly id?: string;
  readonly reduceOnly?: boolean;
  /** The fee in dollars of this many coins or shares at a price of the leg. */
  readonly fee: (size: Units, price: number) => Units;
  /** Whether buyers pay the fee in shares. */
  readonly feeInShares?: boolean;
}

export interface SimFill {
  readonly id: number;
  readonly t: number;
  /** Price of the leg. */
  readonly price: number;
  readonly size: Units;
  /** Fee in dollars. */
  readonly fee: Units;
  /** Coins of a perpetual before the fill. */
  readonly coinsBefore: Units;
}

export type OrderState = 'delayed' | 'open' | 'filled' | 'killed' | 'cancelled' | 'settled';

export interface SimOrder {
  readonly id: string;
  readonly number: number;
  readonly request: OrderRequest;
  readonly createdAt: number;
  state: OrderState;
  updatedAt: number;
  readonly fills: SimFill[];
  filled: Units;
  /** Cost or proceeds of the fills, in dollars of the leg. */
  dollars: Units;
  fees: Units;
  /** Whether the trade failed on chain, and so had no effect. */
  hasFailed: boolean;
}

export type PlaceResult =
  | { readonly status: 'placed'; readonly order: SimOrder }
  | {
      readonly status: 'refused';
      readonly why: 'duplicate' | 'closed' | 'funds' | 'shares' | 'reduce_only' | 'crosses';
    };

/** A match needs this long until its chain has confirmed it. */
const CHAIN_MS = 5_000;

/** Finds the chain status of an order's trades: confirmed {@link CHAIN_MS} after the newest one, unless they failed. */
export function chainState({ hasFailed, fills }: SimOrder, now: number): 'MATCHED' | 'CONFIRMED' | 'FAILED' {
  if (hasFailed) return 'FAILED';
  const newest = fills.at(-1)?.t ?? now;
  return now - newest < CHAIN_MS ? 'MATCHED' : 'CONFIRMED';
}

/** Millionths as a plain number. */
export function amount(units: Units): number {
  return units / UNIT;
}

/** Converts a number to millionths. */
export function units(value: number): Units {
  return Math.round(value * UNIT);
}

/** The average price of the trades; 0 without one. */
export function averagePrice({ filled, fills }: SimOrder): number {
  if (filled === 0) return 0;
  return fills.reduce((sum, { price, size }) => sum + price * size, 0) / filled;
}
