import type { Chain } from '../../chains/chain.ts';

export interface TronChain extends Chain {
  /** Where the first start begins, epoch ms; null: now. */
  readonly startMs: number | null;
}
