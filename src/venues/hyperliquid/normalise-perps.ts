import { buildPerpAsset, type PerpState, type PerpTicker } from '../../domain/index.ts';
import { findNumber } from '../numbers.ts';
import type { TimedTouch } from './normalise-outcomes.ts';
import type { PerpContext, PerpMeta } from './wire.ts';

/**
 * Pairs the universe of one dex with its contexts, by position.
 *
 * The venue lists delisted assets forever, so that positions remain valid. They are left out after pairing, as are
 * assets whose name or context could not be read, and those whose context belongs to another asset.
 */
export function normalisePerps(
  universe: readonly (PerpMeta | null)[],
  contexts: readonly (PerpContext | null)[],
  facts: {
    readonly fromRest: boolean;
    readonly findVolumeCounter: (coin: string) => number | null;
    /** Finds the best bid and ask of a coin. Default: none is known. */
    readonly findTouch?: (coin: string) => TimedTouch | null;
    /** Positions whose context belongs to another asset. Default: none. */
    readonly mispaired?: ReadonlySet<number>;
  },
): PerpState[] {
  const states: PerpState[] = [];
  for (let index = 0; index < universe.length; index++) {
    const meta = universe[index] ?? null;
    const context = contexts[index] ?? null;
    if (meta === null || context === null || meta.isDelisted === true) continue;
    if (facts.mispaired?.has(index) === true) continue;
    const ref = buildPerpAsset(meta.name);
    const ticker = buildPerpTicker(meta, context, ref.asset);
    const price = ticker.markPx > 0 ? ticker.markPx : null;
    const touch = facts.findTouch?.(meta.name) ?? null;
    states.push({
      kind: 'perp',
      ref,
      price,
      // The contexts have no touch. Their impact prices are not resting orders.
      bid: touch?.bid ?? null,
      ask: touch?.ask ?? null,
      volumeCounter: facts.findVolumeCounter(meta.name),
      venueTime: null,
      nativeIds: { coin: meta.name },
      polled: facts.fromRest ? { price, bid: null, ask: null } : null,
      ticker,
    });
  }
  return states;
}

function buildPerpTicker(meta: PerpMeta, context: PerpContext, asset: string): PerpTicker {
  const markPx = Number(context.markPx);
  const prevDayPx = Number(context.prevDayPx);
  const openInterest = findNumber(context.openInterest);
  return {
    asset,
    coin: meta.name,
    markPx,
    midPx: findNumber(context.midPx),
    oraclePx: Number(context.oraclePx),
    prevDayPx,
    changePct: prevDayPx > 0 ? toFiniteOrNull((markPx / prevDayPx - 1) * 100) : null,
    fundingHourly: findNumber(context.funding),
    openInterest,
    openInterestUsd: openInterest === null ? null : toFiniteOrNull(openInterest * markPx),
    volume24hUsd: findNumber(context.dayNtlVlm),
    impactBid: findNumber(context.impactPxs?.[0]),
    impactAsk: findNumber(context.impactPxs?.[1]),
    maxLeverage: meta.maxLeverage ?? null,
    szDecimals: meta.szDecimals,
  };
}

function toFiniteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
