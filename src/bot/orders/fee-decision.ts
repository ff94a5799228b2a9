import type { MicroUsd } from '../../domain/index.ts';

/** Fee members of an order. */
export interface FeeFacts {
  /** The fee of the order; 0: trading costs nothing. */
  readonly feeMicroUsd: MicroUsd;
  /** Micro-USD that were charged so far: the whole fee, or 0. */
  readonly chargedMicroUsd: MicroUsd;
  /** Whether a fill of the order is known and was not withdrawn. */
  readonly hasFill: boolean;
  /** Whether the order can fill no more. */
  readonly isOver: boolean;
}

export type FeeDecision = 'capture' | 'release' | 'refund' | 'keep';

/**
 * Decides whether the fee of an order is captured, released or refunded. Writes nothing.
 *
 * The fee is captured at the first fill, once, and released when nothing can fill any more. When every trade failed on
 * chain, no fill was ever real, and a captured fee is refunded.
 */
export function decideFee({ feeMicroUsd, chargedMicroUsd, hasFill, isOver }: FeeFacts): FeeDecision {
  if (chargedMicroUsd > 0) return hasFill ? 'keep' : 'refund';
  if (feeMicroUsd === 0) return 'keep';
  if (hasFill) return 'capture';
  return isOver ? 'release' : 'keep';
}
