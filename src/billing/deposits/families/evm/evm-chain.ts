import type { Chain } from '../../chains/chain.ts';

/** Finality of blocks: a tag that nodes know, or a number of blocks behind the newest. */
export type EvmFinality = 'finalized' | 'safe' | number;

/** Contracts of the forwarders: one factory, which deploys proxies of one implementation. */
export interface ForwarderContracts {
  readonly factory: string;
  readonly implementation: string;
}

/** A chain of the family `evm`, whose addresses are in lower case. */
export interface EvmChain extends Chain {
  readonly chainId: number;
  /** Contracts of the forwarders; null: owners have no addresses of their own on this chain. */
  readonly forwarders: ForwarderContracts | null;
  readonly finality: EvmFinality;
  /**
   * Number of blocks behind the newest that is used if a node does not know the tag; null: nothing is credited then.
   */
  readonly fallbackDepth: number | null;
  /** First block that the first start reads; null: the newest final block. */
  readonly startBlock: number | null;
  /** Maximum number of blocks in one request for logs. */
  readonly maxSpan: number;
}
