import type { EpochMs, TakerSide, VenueTrade } from '../../domain/index.ts';
import { complementOf } from '../complement.ts';
import { findTapePrice, findTapeSize } from '../tape-levels.ts';

/** A trade as the venue prints it, in terms of the taker's token. */
export interface Print {
  readonly price: unknown;
  readonly size?: unknown;
  readonly side?: unknown;
  readonly hash?: unknown;
}

/** The outcome of a token within its market. */
export type TokenOutcome = 'yes' | 'no';

/** Facts of a trade that a print does not state in Yes terms. */
export interface PrintFacts extends Pick<VenueTrade, 'receivedAt' | 'source'> {
  readonly asset: string;
  readonly outcome: TokenOutcome;
  readonly venueTime: EpochMs | null;
}

/**
 * Converts a print to Yes terms: selling No at q is buying Yes at 1 − q. null: its price or size cannot be recorded.
 */
export function readPrint(print: Print, facts: PrintFacts): VenueTrade | null {
  const { outcome, ...rest } = facts;
  const stated = findTapePrice(print.price, 'share');
  const size = findTapeSize(print.size);
  if (stated === null || size === null || size === 0) return null;
  const price = outcome === 'yes' ? stated : findTapePrice(complementOf(stated), 'share');
  if (price === null) return null;
  const side = findSide(print.side, outcome);
  const hash = typeof print.hash === 'string' && print.hash !== '' ? print.hash.toLowerCase() : null;
  return {
    ...rest,
    price,
    size,
    side,
    sideSource: side === null ? null : 'venue',
    id: hash === null ? null : `${hash}:${outcome}`,
    isBlock: false,
  };
}

function findSide(stated: unknown, outcome: TokenOutcome): TakerSide | null {
  if (stated !== 'BUY' && stated !== 'SELL') return null;
  return (stated === 'BUY') === (outcome === 'yes') ? 'buy' : 'sell';
}
