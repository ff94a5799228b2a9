import type { StatedAfterwards, StatedPrice } from '../../domain/index.ts';
import { findPlain } from '../settling/terms-draft.ts';
import { readSettling } from './settling.ts';
import type { KalshiMarket } from './wire.ts';

/**
 * Reads what the venue states later on a market about an index: the value that decided it and, when the strike is the
 * average at its opening, that strike.
 */
export function readStated(market: KalshiMarket): StatedAfterwards | null {
  const terms = readSettling(market, null)?.terms ?? null;
  if (terms === null) return null;
  const { expiration_value: ended, floor_strike: floor } = market;
  const value = typeof ended === 'string' || typeof ended === 'number' ? toRounded(ended, null) : null;
  return { value, strike: terms.strikeFrom === 'opening' ? toRounded(floor, terms.decimals) : null };
}

/**
 * Reads a rounded price.
 *
 * @param decimals Number of decimals that it is rounded to; null: as many as it is written with.
 */
function toRounded(amount: string | number | null | undefined, decimals: number | null): StatedPrice | null {
  const text = findPlain(amount);
  if (text === null) return null;
  return {
    kind: 'rounded',
    text,
    decimals: decimals ?? countPlaces(typeof amount === 'string' ? amount : text),
  };
}

function countPlaces(text: string): number {
  return text.trim().split('.')[1]?.length ?? 0;
}
