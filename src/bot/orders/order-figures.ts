import type { EpochMs, MicroUsd, VenueId } from '../../domain/index.ts';
import type { BotOrder } from './order.ts';

/** Totals of a bot's fills in one mode. */
export interface BotScore {
  readonly botId: string;
  /** Gains less losses of closed positions, after the venues' fees. */
  readonly realizedMicroUsd: MicroUsd;
  readonly fills: number;
  /** Number of mock fills at a price that the caller chose and that was not near the market. */
  readonly farFills: number;
  readonly volumeMicroUsd: MicroUsd;
  readonly closings: number;
  readonly wins: number;
  readonly openPositions: number;
}

/** Members of an unfinished order that its follow-up needs. */
export type OpenOrder = Pick<
  BotOrder,
  | 'orderId'
  | 'botId'
  | 'clientOrderId'
  | 'venue'
  | 'state'
  | 'createdAt'
  | 'updatedAt'
  | 'cancelRequestedAt'
  | 'opensMicroUsd'
>;

export type OpenMarket = Pick<StoredPosition, 'venue' | 'storeKey'>;

/** A market with positions that one resolution settled, and that were not reopened since. */
export interface SettledMarket extends OpenMarket {
  /** Time at which the resolution was recorded; null: the version that settled the positions did not store it. */
  readonly resolvedAt: EpochMs | null;
}

export interface StoredPosition {
  readonly venue: VenueId;
  readonly asset: string;
  readonly storeKey: string;
  /** Size as decimal text; negative for a short position. */
  readonly size: string;
  readonly costMicroUsd: MicroUsd;
  /** Time of the opening, epoch ms, by the venue's clock; null: not known. */
  readonly openedAt: number | null;
}

/** Venue fees of a bot. */
export interface FeeTotals {
  readonly venueFeesMicroUsd: number;
  /** Number of fills whose fee the venue has not stated. */
  readonly withoutFee: number;
}

/** Number of orders at a venue. */
export interface VenueCount {
  readonly venue: VenueId;
  readonly count: number;
}

export interface BotActivity {
  readonly orderRecords: number;
  readonly filled: number;
  readonly fills: number;
  readonly accessFeesMicroUsd: MicroUsd;
}
