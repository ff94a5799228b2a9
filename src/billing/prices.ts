import { type MicroUsd, NO_MONEY } from '../domain/index.ts';
import { type AccountId, REVENUE_STREAM, REVENUE_TRADE_FEE, toOwnerAccount } from './ledger/chart.ts';
import type { EntryType, Posting } from './ledger/posting.ts';
import { SCOPES, type Scope } from './ledger/scopes.ts';

/** The uses that prepaid billing charges for. */
export type PricedUse = 'stream' | 'trade';

/** Ledger scopes and wording of one kind of use. */
export interface Booking {
  /** Scope of the charge in the ledger. */
  readonly scope: Scope;
  /** Scope of the refund in the ledger. A refund has the same key as its charge. */
  readonly refundScope: Scope;
  readonly type: EntryType;
  readonly revenue: AccountId;
  /** Word for the use in refusals: `the stream costs 1000 micro-USD`. */
  readonly noun: string;
  /** Prefix of the generated id of a use without an id. */
  readonly idPrefix: string;
}

/** Booking of every priced use. The type requires an entry for each. */
export const BOOKINGS: Readonly<Record<PricedUse, Booking>> = {
  stream: {
    scope: SCOPES.stream,
    refundScope: SCOPES.streamRefund,
    type: 'stream_fee',
    revenue: REVENUE_STREAM,
    noun: 'stream',
    idPrefix: 'conn_',
  },
  trade: {
    scope: SCOPES.tradeCapture,
    refundScope: SCOPES.tradeRefund,
    type: 'trade_fee',
    revenue: REVENUE_TRADE_FEE,
    noun: 'trade',
    idPrefix: 'trade_',
  },
};

/** One use that is charged to its owner. */
export interface Charge {
  readonly use: PricedUse;
  readonly owner: string;
  /** Id of the use: of a connection, of an order. */
  readonly id: string;
  readonly amount: MicroUsd;
}

/** Creates the posting that charges an owner for a use. */
export function toCharge({ use, owner, id, amount }: Charge): Posting {
  const { scope, type, revenue } = BOOKINGS[use];
  return { scope, idem: id, type, src: toOwnerAccount(owner), dst: revenue, amount, ref: id };
}

/**
 * Creates the posting that gives a charge back. The refund is a transfer of its own: the ledger is append-only, and the
 * customer sees both entries.
 */
export function toRefund({ use, owner, id, amount }: Charge): Posting {
  const { refundScope: scope, revenue } = BOOKINGS[use];
  return { scope, idem: id, type: 'refund', src: revenue, dst: toOwnerAccount(owner), amount, ref: id };
}

/** Price of each use in micro-USD. 0: the use is free, and no transfer is written. */
export type PriceList = Readonly<Record<PricedUse, MicroUsd>>;

export const NO_PRICES: PriceList = { stream: NO_MONEY, trade: NO_MONEY };
