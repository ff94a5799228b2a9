import type { Chain, ChainToken } from '../../chains/chain.ts';

export interface TronChain extends Chain {
  /** Time from which the first start reads, epoch ms; null: the present. */
  readonly startMs: number | null;
}

/** Names the stream of a token of a treasury. Former treasuries have streams of their own. */
export function toStream(chain: Pick<Chain, 'treasury'>, treasury: string, { address }: ChainToken): string {
  return treasury === chain.treasury ? address : `${address}@${treasury}`;
}
