import type { MicroUsd } from '../../domain/index.ts';

/** Facts by which the fee of an order is decided. */
export interface FeeFacts {
  /** Fee of the order; 0: trading costs nothing. */
  readonly feeMicroUsd: MicroUsd;
  /** Micro-USD charged so far: the whole fee, or 0. */
  readonly chargedMicroUsd: MicroUsd;
  /** Whether the order has a fill that was not withdrawn. */
  readonly hasFill: boolean;
  /** Whether the order can no longer fill. */
  readonly isOver: boolean;
}

export type FeeDecision = 'capture' | 'release' | 'refund' | 'keep';

/**
 * Decides whether the fee of an order is captured, released or refunded. Pure. The fee is captured once, at the first
 * fill, and released when nothing can fill any more. If every trade failed on chain, the order never filled, and a
 * captured fee is refunded.
 */
export function decideFee({ feeMicroUsd, chargedMicroUsd, hasFill, isOver }: FeeFacts): FeeDecision {
  if (chargedMicroUsd > 0) return hasFill ? 'keep' : 'refund';
  if (feeMicroUsd === 0) return 'keep';
  if (hasFill) return 'capture';
  return isOver ? 'release' : 'keep';
}
