import type { TProperties } from 'typebox';
import type { Chain, ChainToken } from './chain.ts';
import type { ChainHead } from './chain-head.ts';
import type { ChainReader } from './chain-reader.ts';
import type { ChainStore } from './chain-store.ts';
import type { ForwarderForm } from './forwarder-address.ts';
import type { NodeClient } from './node-client.ts';
import type { DepositAddress } from './wallets.ts';

/** A member of the chains file that is wrong, and why. */
export interface MemberProblem {
  readonly member: string;
  readonly problem: string;
}

/** Helpers with which a family completes an entry of the chains file. */
export interface EntryReading {
  /** Reads an address of the family; reports a text that is not one. */
  readAddress(member: string, text: string): string;
  report(problem: MemberProblem): void;
}

/** The members of every entry of the chains file; the family names its scope. */
export type CommonChain = Omit<Chain, 'scope'>;

export interface ChainAccess {
  readonly store: ChainStore;
  /** Monotonic ms. */
  readonly now: () => number;
}

/** Holding of a treasury at a position, in smallest units. */
export interface Holding {
  /** Block, slot or epoch ms. */
  readonly position: number;
  readonly units: bigint;
}

/** Reads of a treasury beside the watcher, by other calls. Each throws `NotComparedError` where a node cannot say. */
export interface TreasuryHoldings {
  /** Whether the watcher has read up to a position. Absent: positions of holdings are those of the watcher. */
  isRead?(treasury: string, token: ChainToken, position: number): Promise<boolean>;
  /** Reads the holding at the newest final position that can be compared. */
  readHolding(treasury: string, token: ChainToken, signal: AbortSignal): Promise<Holding>;
  /** Smallest units that left a treasury behind a position and up to another, both final. */
  sumOutgoing(treasury: string, token: ChainToken, range: HoldingRange, signal: AbortSignal): Promise<bigint>;
}

export interface HoldingRange {
  /** Position after which transfers are read, not included. */
  readonly after: number;
  readonly upTo: number;
}

/** An open chain: the parts that call its nodes. */
export interface OpenChain {
  readonly reader: ChainReader;
  /**
   * Compares the ledger with the chain, by other calls than the watcher's. Absent: the family has no such check.
   *
   * @returns The differences, in sentences; empty: none.
   */
  readonly check?: (signal: AbortSignal) => Promise<readonly string[]>;
  /**
   * The newest block that any node shows, final or not; null: none says. Absent: registrations of wallets are compared
   * by time alone on this chain.
   */
  readonly findHead?: (signal: AbortSignal) => Promise<ChainHead | null>;
  /**
   * Reads the balance of a treasury and the transfers that left it. Absent: the treasury is not compared with the
   * records.
   */
  readonly holdings?: TreasuryHoldings;
  /**
   * Finds out whether an address that is registered as a wallet is an account or a contract. Absent: the address itself
   * tells.
   */
  readonly findCode?: (address: string, signal: AbortSignal) => Promise<'contract' | 'none' | 'unknown'>;
}

/** Findings about a node. */
export interface NodeExamination {
  /** Problems; empty: the node fits the entry of the chains file. */
  readonly problems: readonly string[];
  /** The node's progress: `block 7 is final`. */
  readonly summary: string;
}

/** Addresses that belong to single owners. */
export interface OwnerAddresses<C extends Chain> {
  areGivenOn(chain: C): boolean;
  /** @param ownerUid 16 random bytes that belong to the owner. */
  derive(chain: C, owner: string, ownerUid: Uint8Array): DepositAddress;
}

/**
 * A kind of chain: a folder of `families`, whose `family.ts` exports one as `family`. The folder's name is the family's
 * name in the chains file, in answers and in stored rows.
 */
export interface ChainFamily<C extends Chain = Chain> {
  /** Kind of the family's addresses, for the documentation: `an EVM chain (0x...)`. */
  readonly addressHint: string;
  /** The members of a chains file entry that only this family has. */
  readonly members: TProperties;
  /** Completes an entry whose members have their types. */
  readEntry(entry: unknown, common: CommonChain, reading: EntryReading): C;
  /**
   * Conflicts of a chain with another chain of the family in the same file: its members, and tokens that both would
   * read.
   */
  findClashes(chain: C, other: C): readonly (MemberProblem | ChainToken)[];

  /** An address in the form in which it is stored and compared; null: the text is not an address. */
  readAddress(text: string): string | null;
  /** The form in which people compare addresses. */
  showAddress(address: string): string;
  /** Whether an address can have a key. */
  mayBeWallet(address: string): boolean;
  /** Addresses beside treasury and tokens that are not wallets. */
  listContracts(chain: C): readonly string[];
  /**
   * Whether the key of a wallet has signed a text. Absent: the family has no proof of a wallet's owner.
   *
   * @param signature As the wallets of the family write it.
   */
  readonly isSignedBy?: (address: string, message: string, signature: string) => boolean;
  readonly ownerAddresses?: OwnerAddresses<C>;
  /** How addresses of its forwarders are computed. Absent: they cannot be. */
  readonly forwarders?: ForwarderForm;

  /** Headers by which a node knows its caller. */
  keyHeaders(apiKey: string): Readonly<Record<string, string>>;
  /** Asks nothing yet. @param clients One for each node of the chain. */
  open(chain: C, clients: readonly NodeClient[], access: ChainAccess): OpenChain;
  /** Compares one node with its entry in the file of chains. @throws {Error} when it does not answer. */
  examineNode(chain: C, client: NodeClient, signal: AbortSignal): Promise<NodeExamination>;
}

/** The tokens of a chain that another chain has too. */
export function findSharedTokens(chain: Chain, other: Chain): readonly ChainToken[] {
  const known = new Set(other.tokens.map(({ address }) => address));
  return chain.tokens.filter(({ address }) => known.has(address));
}
