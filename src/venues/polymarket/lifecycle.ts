import { DAY_MS, type EpochMs, type MarketStatus } from '../../domain/index.ts';
import { findNumber } from '../numbers.ts';
import { findVenueTime } from '../times.ts';
import { findTexts } from './fields.ts';
import type { GammaMarket } from './wire.ts';

/**
 * Lifecycle stage of a market, derived from several flags, because single ones prove little (`active` stays true
 * forever).
 *
 * - `open`: trades, also past its `endDate` while the venue still accepts orders.
 * - `paused`: before its end, and accepts no orders now.
 * - `waiting`: past its end, accepts no orders, not resolved.
 * - `closed`: closed without a readable outcome.
 * - `resolved`: closed, and the venue pays 1 and 0, or half and half.
 * - `zombie`: flagged open more than a day after its end, nothing traded in 24 h, no resolution in progress.
 * - `placeholder`: a name reserved within an event: not active, or without prices.
 */
export type Lifecycle = 'open' | 'paused' | 'waiting' | 'closed' | 'resolved' | 'zombie' | 'placeholder';

const ZOMBIE_AFTER_MS = DAY_MS;

/** Decides the stage of a market from its flags, its prices and the time since its stated end. */
export function classifyMarket(market: GammaMarket, now: EpochMs): Lifecycle {
  if (market.closed === true) return findPayouts(market) === null ? 'closed' : 'resolved';
  if (market.active === false || findTexts(market.outcomePrices) === null) return 'placeholder';

  const endDate = findVenueTime(market.endDate);
  const endedForMs = endDate === null ? Number.NEGATIVE_INFINITY : now - endDate;
  if (endedForMs > ZOMBIE_AFTER_MS && isQuiet(market) && !isBeingResolved(market)) return 'zombie';
  if (market.acceptingOrders === true) return 'open';
  return endedForMs > 0 ? 'waiting' : 'paused';
}

/**
 * Whether markets of this stage are tracked. Zombies and placeholders are not assets, and closed markets leave the
 * list.
 */
export function isTracked(lifecycle: Lifecycle): lifecycle is 'open' | 'paused' | 'waiting' {
  return lifecycle === 'open' || lifecycle === 'paused' || lifecycle === 'waiting';
}

/** Maps a lifecycle to the status values shared by all venues. */
export function toStatus(lifecycle: Lifecycle): MarketStatus {
  switch (lifecycle) {
    case 'open':
    case 'paused':
    case 'resolved':
      return lifecycle;
    case 'waiting':
    case 'closed':
    case 'zombie':
    case 'placeholder':
      return 'closed';
  }
}

/**
 * Finds the payouts of a closed market in the order of `outcomes`; null while the venue states none. `bestBid` and
 * `lastTradePrice` keep their last live values and are ignored. Two zeros, as on markets of 2020, are not a payout.
 * Half and half counts only when the resolution is final.
 */
export function findPayouts(market: GammaMarket): readonly [number, number] | null {
  if (market.closed !== true || isBeingResolved(market)) return null;
  const prices = findTexts(market.outcomePrices)?.map(findNumber);
  if (prices === undefined || prices.length !== 2) return null;
  const [first, second] = prices;
  if (first === 1 && second === 0) return [1, 0];
  if (first === 0 && second === 1) return [0, 1];
  if (first === 0.5 && second === 0.5 && isSettled(market)) return [0.5, 0.5];
  return null;
}

function isSettled({ umaResolutionStatus, automaticallyResolved }: GammaMarket): boolean {
  return (
    umaResolutionStatus === 'resolved' || umaResolutionStatus === 'settled' || automaticallyResolved === true
  );
}

/** Whether an answer has been requested, proposed or disputed at the oracle and is not final. */
function isBeingResolved({ umaResolutionStatus }: GammaMarket): boolean {
  return (
    umaResolutionStatus === 'requested' ||
    umaResolutionStatus === 'proposed' ||
    umaResolutionStatus === 'disputed'
  );
}

function isQuiet({ volume24hr }: GammaMarket): boolean {
  const volume = findNumber(volume24hr);
  return volume === null || volume <= 0;
}
