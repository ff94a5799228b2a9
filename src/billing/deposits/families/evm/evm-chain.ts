import type { Chain } from '../../chains/chain.ts';

/** Point up to which blocks count as final: a tag that the node knows, or this many blocks behind the newest. */
export type EvmFinality = 'finalized' | 'safe' | number;

/** Forwarders of one factory, all of which run one implementation. */
export interface ForwarderContracts {
  readonly factory: string;
  readonly implementation: string;
}

/** A chain of the family `evm`, whose addresses are in lower case. */
export interface EvmChain extends Chain {
  readonly chainId: number;
  /** Contracts of the forwarders; null: there are no addresses for single owners. */
  readonly forwarders: ForwarderContracts | null;
  readonly finality: EvmFinality;
  /** Depth that is used where the node does not know the tag. null: nothing is credited then. */
  readonly fallbackDepth: number | null;
  /** The first block of the first start; null: the newest final one. */
  readonly startBlock: number | null;
  /** Most blocks of one request for logs. */
  readonly maxSpan: number;
}
