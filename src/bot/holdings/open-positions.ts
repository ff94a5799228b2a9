import Big from 'big.js';
import { type AssetRef, type EpochMs, findAssetRef, KIND_TRAITS, type VenueId } from '../../domain/index.ts';
import { findExitPrice, type Quote } from '../exits/quote.ts';
import type { OpenMarket, StoredPosition } from '../orders/order-figures.ts';
import { isDust } from '../positions/dust.ts';
import type { MarketEnd } from '../positions/position-closer.ts';
import { isMismatch } from './difference.ts';
import type { HoldingRow } from './rows.ts';

/** A market of a bot: the recorded position with its current gain, and the holding of the account. */
export interface OpenPosition {
  readonly venue: VenueId;
  readonly asset: string;
  /** Size as signed decimal text, in Yes terms; `0`: nothing is recorded, and only the account holds something. */
  readonly size: string;
  readonly costMicroUsd: number;
  /**
   * Price at which the position could be closed now, in Yes terms; null: the market gives none, or nothing is recorded.
   */
  readonly exitPrice: number | null;
  /** Unrealised gain in micro-USD; null without an exit price. */
  readonly unrealizedMicroUsd: number | null;
  /** Holding of the account; null: not read, as always in mock mode. */
  readonly holding: HoldingRow | null;
  readonly isMismatch: boolean;
  /** Whether the position is below one lot, so that no order can close it. */
  readonly isDust: boolean;
  /** Payout of shares in an ended market that their owner has not redeemed yet, micro-USD; null: none. */
  readonly redeemableMicroUsd: number | null;
}

export interface OpenPositionsOptions {
  readonly positions: readonly StoredPosition[];
  /** Holdings of the owner's accounts; empty in mock mode. */
  readonly holdings: readonly HoldingRow[];
  readonly findQuote: (ref: AssetRef) => Quote | null;
  readonly findEnd: (market: OpenMarket) => Promise<MarketEnd | null>;
  readonly now: EpochMs;
}

/** Age above which a quote gives no price. */
const MAX_QUOTE_AGE_MS = 120_000;

/** Lists the positions of a bot with their gains, each beside the holding of its account. */
export async function listOpenPositions({
  positions,
  holdings,
  findQuote,
  findEnd,
  now,
}: OpenPositionsOptions): Promise<OpenPosition[]> {
  const key = ({ venue, storeKey }: OpenMarket) => `${venue} ${storeKey}`;
  const held = new Map(holdings.map((row) => [key(row), row]));
  const recorded = new Set(positions.map(key));
  const rows = positions.map((position): OpenPosition => {
    const { venue, asset, size, costMicroUsd } = position;
    const holding = held.get(key(position)) ?? null;
    return {
      venue,
      asset,
      size,
      costMicroUsd,
      holding,
      ...appraise(position, findQuote, now),
      isMismatch: holding !== null && isMismatch(holding),
      redeemableMicroUsd: null,
    };
  });
  for (const holding of holdings) {
    if (recorded.has(key(holding))) continue;
    const redeemableMicroUsd = await findRedeemable(holding, findEnd);
    if (redeemableMicroUsd === null && Number(holding.difference) === 0) continue;
    const { venue, asset } = holding;
    const nothing = { size: '0', costMicroUsd: 0, exitPrice: null, unrealizedMicroUsd: null, isDust: false };
    rows.push({ venue, asset, ...nothing, holding, isMismatch: isMismatch(holding), redeemableMicroUsd });
  }
  return rows;
}

function appraise(
  { asset, size, costMicroUsd }: StoredPosition,
  findQuote: OpenPositionsOptions['findQuote'],
  now: EpochMs,
): Pick<OpenPosition, 'exitPrice' | 'unrealizedMicroUsd' | 'isDust'> {
  const ref = findAssetRef(asset);
  const open = new Big(size);
  const quote = ref === null ? null : findQuote(ref);
  const exitPrice = findExitPrice(quote, open.gt(0), { now, maxAgeMs: MAX_QUOTE_AGE_MS });
  const hasDust = isDust(size, quote?.lot);
  if (exitPrice === null) return { exitPrice, unrealizedMicroUsd: null, isDust: hasDust };
  const worth = open.abs().times(exitPrice).times(1e6);
  const gain = open.gt(0) ? worth.minus(costMicroUsd) : new Big(costMicroUsd).minus(worth);
  return { exitPrice, unrealizedMicroUsd: Number(gain.round(0)), isDust: hasDust };
}

/**
 * Finds the payout, in micro-USD, of shares in an ended market that wait for their redemption; null: none. Perpetuals
 * pay nothing, and exchanges that settle by themselves leave no shares in the account.
 */
async function findRedeemable(
  { venue, storeKey, asset, yes, no }: HoldingRow,
  findEnd: OpenPositionsOptions['findEnd'],
): Promise<number | null> {
  const ref = findAssetRef(asset);
  if (ref === null || KIND_TRAITS[ref.kind].unit !== 'probability' || yes === null || no === null)
    return null;
  if (Number(yes) === 0 && Number(no) === 0) return null;
  const value = (await findEnd({ venue, storeKey }))?.value ?? null;
  if (value === null) return null;
  const usd = new Big(yes).times(value).plus(new Big(no).times(new Big(1).minus(value)));
  return usd.gt(0) ? Number(usd.times(1e6).round(0)) : null;
}
