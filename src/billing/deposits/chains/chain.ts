/** Kinds of chains. Wallets and addresses have the form of their family. */
export const CHAIN_FAMILIES = ['evm', 'tron', 'solana'] as const;
export type ChainFamily = (typeof CHAIN_FAMILIES)[number];

/** A token whose transfers are deposits. */
export interface ChainToken {
  /** How it is called in answers and in the ledger. USDC and USDT are credited; others wait. */
  readonly symbol: string;
  /** Its contract or mint: lower case on EVM chains. */
  readonly address: string;
  readonly decimals: number;
}

interface AnyChain {
  /** Names the chain in answers, in the ledger and in the variable of its API key. */
  readonly name: string;
  /** Nodes that must agree. */
  readonly rpcUrls: readonly string[];
  readonly tokens: readonly ChainToken[];
  /** Where registered wallets send to, and forwarders are swept to: lower case on EVM chains. */
  readonly treasury: string;
  readonly pollMs: number;
}

/** Up to where blocks count as final: a tag that the node knows, or this many blocks behind the newest. */
export type EvmFinality = 'finalized' | 'safe' | number;

/** Forwarders of one factory, all of which run one implementation. */
export interface ForwarderContracts {
  readonly factory: string;
  readonly implementation: string;
}

export interface EvmChain extends AnyChain {
  readonly family: 'evm';
  readonly chainId: number;
  /** null: there are no addresses for single owners. */
  readonly forwarders: ForwarderContracts | null;
  readonly finality: EvmFinality;
  /** Used where the node does not know the tag. null: nothing is credited then. */
  readonly fallbackDepth: number | null;
  /** The first block of the first start; null: the newest final one. */
  readonly startBlock: number | null;
  /** Most blocks of one request for logs. */
  readonly maxSpan: number;
}

export interface TronChain extends AnyChain {
  readonly family: 'tron';
  /** Where the first start begins, epoch ms; null: now. */
  readonly startMs: number | null;
}

export interface SolanaChain extends AnyChain {
  readonly family: 'solana';
}

export type Chain = EvmChain | TronChain | SolanaChain;

/** What of a chain has a position of its own. */
export interface WatchedChain {
  readonly scope: string;
  readonly streams: readonly string[];
}

/** The scope of the ledger that the deposits of a chain have: ids of transactions never repeat within one. */
export function depositScope(chain: Chain): string {
  return chain.family === 'evm' ? `chain:${chain.chainId}` : `chain:${chain.family}`;
}

/** The part of `CROSSTAPE_CHAIN_<NAME>_API_KEY` that names the chain. */
export function apiKeyName(chain: Pick<Chain, 'name'>): string {
  return chain.name.toUpperCase().replaceAll('-', '_');
}
