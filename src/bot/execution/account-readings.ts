import type { AssetRef, EpochMs } from '../../domain/index.ts';
import type { OrderSide } from './order-side.ts';

/** Holding of an account in one market. */
export interface HeldMarket {
  readonly storeKey: string;
  /** Signed decimal text: coins, or Yes less No shares. */
  readonly size: string;
  /** Shares as decimal text, for binaries. */
  readonly shares?: { readonly yes: string; readonly no: string };
}

/** Holdings of an account, as its venue states them. */
export interface AccountHoldings {
  /** The account's public name at the venue. */
  readonly account: string;
  /** Money that is free for orders, decimal text in USD; null: the venue does not say. */
  readonly freeUsd: string | null;
  /** Holdings by market: one row for each requested market that could be read, also where nothing is held. */
  readonly markets: readonly HeldMarket[];
}

/**
 * An account whose venue could not be asked: nothing is known. `retryAfterMs`: time in ms before which the venue need
 * not be asked again.
 */
export interface UnreadAccount {
  readonly status: 'unknown';
  readonly problem: string;
  readonly retryAfterMs?: number;
}

export type HoldingsReading = ({ readonly status: 'read' } & AccountHoldings) | UnreadAccount;

/** An order that rests in an account, with the ids that the venue states. */
export interface ListedOrder {
  readonly venueOrderId: string;
  /** Id that the sender gave to the order; null: none. */
  readonly venueClientId: string | null;
}

export type OpenOrdersReading =
  | { readonly status: 'read'; readonly orders: readonly ListedOrder[] }
  | UnreadAccount;

export interface EventQuery {
  readonly markets: readonly AssetRef[];
  readonly since: EpochMs;
}

const ACCOUNT_EVENTS = ['liquidation', 'settlement', 'redemption', 'transfer'] as const;

/** An event that the venue itself caused in an account, in Yes terms for binaries. */
export interface AccountEvent {
  /** Id of the event within the account, the same in every reading. */
  readonly eventId: string;
  readonly kind: (typeof ACCOUNT_EVENTS)[number];
  readonly storeKey: string;
  readonly t: EpochMs;
  readonly side: OrderSide;
  /** Size as decimal text above 0. */
  readonly size: string;
  /** Price as decimal text. */
  readonly price: string;
  /** Fee in millionths of a US dollar; null: the venue did not state it. */
  readonly venueFeeMicroUsd: number | null;
}

export type EventsReading =
  | { readonly status: 'read'; readonly events: readonly AccountEvent[] }
  | UnreadAccount;
