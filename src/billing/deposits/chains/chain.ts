/** A kind of chain, by the name of its folder. Wallets and addresses have the form of their family. */
export type ChainFamilyName = string;

/** An address in the one form in which it is stored and compared. */
export interface FamilyAddress {
  readonly family: ChainFamilyName;
  readonly address: string;
}

/** A token whose transfers are deposits. */
export interface ChainToken {
  /** Name of the token in answers and in the ledger. USDC and USDT are credited; others wait. */
  readonly symbol: string;
  /** Contract or mint of the token, in the form of the family. */
  readonly address: string;
  readonly decimals: number;
}

/** The members of every chain, regardless of its family. */
export interface Chain {
  readonly family: ChainFamilyName;
  /** Names the chain in answers, in the ledger and in the variable of its API key. */
  readonly name: string;
  /** The scope of the ledger that its deposits have: ids of transactions never repeat within one. */
  readonly scope: string;
  /** Nodes that must agree. */
  readonly rpcUrls: readonly string[];
  readonly tokens: readonly ChainToken[];
  /** Address that registered wallets send to and forwarders are swept to, in the form of the family. */
  readonly treasury: string;
  readonly pollMs: number;
}

/** A chain and its streams of transfers, each of which has a position of its own. */
export interface WatchedChain {
  readonly scope: string;
  readonly streams: readonly string[];
}

/** The part of `CROSSTAPE_CHAIN_<NAME>_API_KEY` that names the chain. */
export function toApiKeyName(chain: Pick<Chain, 'name'>): string {
  return chain.name.toUpperCase().replaceAll('-', '_');
}
