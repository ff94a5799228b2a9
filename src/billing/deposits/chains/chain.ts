/** Name of a family of chains, which is the name of its folder. Wallets and addresses have the form of their family. */
export type ChainFamilyName = string;

/** An address in the form in which it is stored and compared. */
export interface FamilyAddress {
  readonly family: ChainFamilyName;
  readonly address: string;
}

/** A token whose transfers are deposits. */
export interface ChainToken {
  /** Name of the token in answers and in the ledger. USDC and USDT are credited; deposits of others wait. */
  readonly symbol: string;
  /** Contract or mint of the token, in the form of the family. */
  readonly address: string;
  readonly decimals: number;
}

/** Members of every chain, regardless of its family. */
export interface Chain {
  readonly family: ChainFamilyName;
  /** Name of the chain in answers, in the ledger and in the variable of its API key. */
  readonly name: string;
  /** Ledger scope of the chain's deposits, within which ids of transactions never repeat. */
  readonly scope: string;
  /** Addresses of the nodes, which must agree. */
  readonly rpcUrls: readonly string[];
  readonly tokens: readonly ChainToken[];
  /** Address to which registered wallets send and forwarders are swept, in the form of the family. */
  readonly treasury: string;
  readonly pollMs: number;
}

/** A chain with its streams of transfers, each of which has a position of its own. */
export interface WatchedChain {
  readonly scope: string;
  readonly streams: readonly string[];
}

/** Name of the chain within `CROSSTAPE_CHAIN_<NAME>_API_KEY`. */
export function toApiKeyName(chain: Pick<Chain, 'name'>): string {
  return chain.name.toUpperCase().replaceAll('-', '_');
}
