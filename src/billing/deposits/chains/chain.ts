/** Name of a family of chains, equal to the name of its folder. Wallets and addresses have the form of their family. */
export type ChainFamilyName = string;

/** An address in the form in which it is stored and compared. */
export interface FamilyAddress {
  readonly family: ChainFamilyName;
  readonly address: string;
}

/** A token whose transfers are deposits. */
export interface ChainToken {
  /**
   * Name of the token in answers and in the ledger. USDC and USDT are credited; deposits of other tokens wait for the
   * operator.
   */
  readonly symbol: string;
  /** Address of the token's contract or mint, in the form of the family. */
  readonly address: string;
  readonly decimals: number;
}

/** Members that every chain has, in any family. */
export interface Chain {
  readonly family: ChainFamilyName;
  /** Name of the chain in answers, in the ledger and in the environment variable of its API key. */
  readonly name: string;
  /** Ledger scope of the chain's deposits, within which ids of transactions never repeat. */
  readonly scope: string;
  /** Addresses of the nodes, whose answers must agree. */
  readonly rpcUrls: readonly string[];
  readonly tokens: readonly ChainToken[];
  /**
   * Address of the treasury, in the form of the family. Registered wallets send to it, and forwarders are swept to it.
   */
  readonly treasury: string;
  readonly pollMs: number;
}

/** A watched chain with its streams of transfers, each with a position of its own. */
export interface WatchedChain {
  readonly scope: string;
  readonly streams: readonly string[];
}

/** Converts the name of a chain to `<NAME>` in `CROSSTAPE_CHAIN_<NAME>_API_KEY`. */
export function toApiKeyName(chain: Pick<Chain, 'name'>): string {
  return chain.name.toUpperCase().replaceAll('-', '_');
}
