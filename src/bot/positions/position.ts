import Big from 'big.js';
import { type MicroUsd, microUsd, saturateMicroUsd } from '../../domain/index.ts';

/** The position of a bot in one asset. */
export interface Position {
  /** Size as decimal text; negative for a short position. */
  readonly size: string;
  /**
   * Cost of the open size (long) or its proceeds (short), never negative. Divided by the size it is the average price.
   */
  readonly costMicroUsd: MicroUsd;
}

export const FLAT: Position = { size: '0', costMicroUsd: microUsd(0) };

/** Members of a fill by which positions change. For binaries in Yes terms. */
export interface PositionFill {
  readonly side: 'buy' | 'sell';
  /** Size as decimal text above 0. */
  readonly size: string;
  /** Cost or proceeds of the whole fill, micro-USD. */
  readonly notionalMicroUsd: MicroUsd;
}

export interface PositionChange {
  readonly position: Position;
  /** Gain of the closed part without fees, a loss below 0; null when nothing was closed. */
  readonly realizedMicroUsd: number | null;
}

/**
 * Applies a fill by average cost accounting: a fill in the direction of the position adds to size and cost, and a fill
 * against it realises `(price - average) * closed size * sign`. A fill through zero closes everything and opens the
 * rest at its own price.
 *
 * Whole micro-USD are divided by size and rounded half to even; the last closing fill gets the remainder, so that no
 * rounding is ever lost.
 */
export function applyFill(position: Position, fill: PositionFill): PositionChange {
  const open = new Big(position.size);
  const filled = new Big(fill.size);
  const signed = fill.side === 'buy' ? filled : filled.neg();
  const isAgainst = !open.eq(0) && open.gt(0) !== signed.gt(0);
  if (!isAgainst) {
    return {
      position: {
        size: open.plus(signed).toFixed(),
        costMicroUsd: add(position.costMicroUsd, fill.notionalMicroUsd),
      },
      realizedMicroUsd: null,
    };
  }

  const closed = filled.lt(open.abs()) ? filled : open.abs();
  const costClosed = computeShare(position.costMicroUsd, closed, open.abs());
  const usdClosed = computeShare(fill.notionalMicroUsd, closed, filled);
  const realizedMicroUsd = saturateMicroUsd(open.gt(0) ? usdClosed - costClosed : costClosed - usdClosed);
  const size = open.plus(signed);
  const isThrough = filled.gt(open.abs());
  return {
    position: {
      size: size.toFixed(),
      costMicroUsd: microUsd(
        isThrough ? fill.notionalMicroUsd - usdClosed : position.costMicroUsd - costClosed,
      ),
    },
    realizedMicroUsd,
  };
}

/** Computes the share of an amount that belongs to a part of the size. */
function computeShare(amount: MicroUsd, part: Big, whole: Big): MicroUsd {
  if (part.eq(whole)) return amount;
  return microUsd(Number(part.times(amount).div(whole).round(0, Big.roundHalfEven)));
}

function add(a: MicroUsd, b: MicroUsd): MicroUsd {
  return saturateMicroUsd(a + b);
}
