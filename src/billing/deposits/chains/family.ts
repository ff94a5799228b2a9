import type { TProperties } from 'typebox';
import type { Chain, ChainToken } from './chain.ts';
import type { ChainReader } from './chain-reader.ts';
import type { ChainStore } from './chain-store.ts';
import type { ForwarderForm } from './forwarder-address.ts';
import type { NodeClient } from './node-client.ts';
import type { DepositAddress } from './wallets.ts';

/** What a member of the file of chains is wrong about. */
export interface MemberProblem {
  readonly member: string;
  readonly problem: string;
}

/** How an entry of the file of chains is completed. */
export interface EntryReading {
  /** An address in the form of the family; one that is none is reported. */
  readAddress(member: string, text: string): string;
  report(problem: MemberProblem): void;
}

/** What every entry has once it was read; the family names its scope. */
export type CommonChain = Omit<Chain, 'scope'>;

export interface ChainAccess {
  readonly store: ChainStore;
  /** Monotonic ms. */
  readonly now: () => number;
}

/** A chain with everything that asks its nodes. */
export interface OpenChain {
  readonly reader: ChainReader;
  /**
   * Compares the ledger with the chain, beside the watcher and by other questions. Absent: the family cannot.
   *
   * @returns What does not fit, in sentences; empty: everything does.
   */
  readonly check?: (signal: AbortSignal) => Promise<readonly string[]>;
  /** What stands at an address of somebody who registers it as a wallet. Absent: the address itself says it. */
  readonly findCode?: (address: string, signal: AbortSignal) => Promise<'contract' | 'none' | 'unknown'>;
}

/** What a node was found to be. */
export interface NodeExamination {
  /** Empty: it is what the file says. */
  readonly problems: readonly string[];
  /** How far it is: `block 7 is final`. */
  readonly summary: string;
}

/** Addresses that belong to single owners. */
export interface OwnerAddresses<C extends Chain> {
  areGivenOn(chain: C): boolean;
  /** @param ownerUid 16 random bytes that belong to the owner. */
  derive(chain: C, owner: string, ownerUid: Uint8Array): DepositAddress;
}

/**
 * A kind of chain: a folder of `families`, whose `family.ts` exports one as `family`. The name of the folder is that of
 * the family in the file of chains, in answers and in stored rows.
 */
export interface Family<C extends Chain = Chain> {
  /** Where its addresses are from and how they begin, for the documentation: `an EVM chain (0x...)`. */
  readonly addressHint: string;
  /** What an entry of the file of chains has beside the members of every chain. */
  readonly members: TProperties;
  /** Completes an entry whose members have their types. */
  readEntry(entry: unknown, common: CommonChain, reading: EntryReading): C;
  /** What of a chain cannot stand in one file with another chain of the family; of tokens, those that both would read. */
  findClashes(chain: C, other: C): readonly (MemberProblem | ChainToken)[];

  /** An address in the one form in which it is stored and compared; null: it is none. */
  readAddress(text: string): string | null;
  /** The form in which people compare addresses. */
  showAddress(address: string): string;
  /** Whether somebody can hold a key for an address. */
  mayBeWallet(address: string): boolean;
  /** Addresses beside treasury and tokens that are nobody's wallets. */
  listContracts(chain: C): readonly string[];
  readonly ownerAddresses?: OwnerAddresses<C>;
  /** How addresses of its forwarders are computed. Absent: nobody can. */
  readonly forwarders?: ForwarderForm;

  /** Headers by which a node knows its caller. */
  keyHeaders(apiKey: string): Readonly<Record<string, string>>;
  /** Asks nothing yet. @param clients One for each node of the chain. */
  open(chain: C, clients: readonly NodeClient[], access: ChainAccess): OpenChain;
  /** Asks one node whether it is what the file of chains says. @throws {Error} when it does not answer. */
  examineNode(chain: C, client: NodeClient, signal: AbortSignal): Promise<NodeExamination>;
}

/** The tokens of a chain that another chain has too. */
export function findSharedTokens(chain: Chain, other: Chain): readonly ChainToken[] {
  const known = new Set(other.tokens.map(({ address }) => address));
  return chain.tokens.filter(({ address }) => known.has(address));
}

/** Tokens whose number of decimals a node reports as another one. */
export async function findWrongDecimals(
  chain: Chain,
  readDecimals: (address: string) => Promise<number | null>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { symbol, address, decimals } of chain.tokens) {
    const given = await readDecimals(address);
    if (given === decimals) continue;
    problems.push(`${symbol} has ${given ?? 'no number of'} decimals and not ${decimals}`);
  }
  return problems;
}
