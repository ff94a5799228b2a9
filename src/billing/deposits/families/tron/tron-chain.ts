import type { Chain, ChainToken } from '../../chains/chain.ts';

export interface TronChain extends Chain {
  /** Time at which the first start begins, epoch ms; null: now. */
  readonly startMs: number | null;
}

/** The stream of a token of a treasury: those of former treasuries are read apart. */
export function toStream(chain: Pick<Chain, 'treasury'>, treasury: string, { address }: ChainToken): string {
  return treasury === chain.treasury ? address : `${address}@${treasury}`;
}
