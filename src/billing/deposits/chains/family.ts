import type { TProperties } from 'typebox';
import type { Chain, ChainToken } from './chain.ts';
import type { ChainHead } from './chain-head.ts';
import type { ChainReader } from './chain-reader.ts';
import type { ChainStore } from './chain-store.ts';
import type { ForwarderForm } from './forwarder-address.ts';
import type { NodeClient } from './node-client.ts';
import type { DepositAddress } from './wallets.ts';

/** A wrong member of the chains file, with the reason. */
export interface MemberProblem {
  readonly member: string;
  readonly problem: string;
}

/** Helpers by which a family completes an entry of the chains file. */
export interface EntryReading {
  /** Reads an address of the family; reports a text that is not one. */
  readAddress(member: string, text: string): string;
  report(problem: MemberProblem): void;
}

/** Members of every entry of the chains file; the family adds the scope. */
export type CommonChain = Omit<Chain, 'scope'>;

export interface ChainAccess {
  readonly store: ChainStore;
  /** Monotonic clock in ms. */
  readonly now: () => number;
}

/** Holding of a treasury at a position, in smallest units. */
export interface Holding {
  /** Position on the chain: block, slot or epoch ms. */
  readonly position: number;
  readonly units: bigint;
}

/** Reads of a treasury by other calls than the watcher's. Each throws `NotComparedError` where a node cannot answer. */
export interface TreasuryHoldings {
  /** Whether the watcher has read up to a position. Absent: positions of holdings are positions of the watcher. */
  isRead?(treasury: string, token: ChainToken, position: number): Promise<boolean>;
  /** Reads the holding at the newest final position that can be compared. */
  readHolding(treasury: string, token: ChainToken, signal: AbortSignal): Promise<Holding>;
  /** Sums the smallest units that left a treasury after a position and up to another, both final. */
  sumOutgoing(treasury: string, token: ChainToken, range: HoldingRange, signal: AbortSignal): Promise<bigint>;
}

export interface HoldingRange {
  /** Position after which transfers are read, excluded. */
  readonly after: number;
  readonly upTo: number;
}

/** Parts of an open chain that call its nodes. */
export interface OpenChain {
  readonly reader: ChainReader;
  /**
   * Compares the ledger with the chain, by other calls than the watcher's. Absent: the family has no such check.
   *
   * @returns The differences, in sentences; empty: none.
   */
  readonly check?: (signal: AbortSignal) => Promise<readonly string[]>;
  /**
   * Finds the newest block that any node knows, final or not; null: no node answers. Absent: registrations of wallets
   * are compared by time alone on this chain.
   */
  readonly findHead?: (signal: AbortSignal) => Promise<ChainHead | null>;
  /** Reads of a treasury's balance and outgoing transfers. Absent: the treasury is not compared with the records. */
  readonly holdings?: TreasuryHoldings;
  /** Finds whether an address registered as a wallet is an account or a contract. Absent: the address itself tells. */
  readonly findCode?: (address: string, signal: AbortSignal) => Promise<'contract' | 'none' | 'unknown'>;
}

/** Findings about a node. */
export interface NodeExamination {
  /** Problems; empty: the node fits the entry of the chains file. */
  readonly problems: readonly string[];
  /** The node's progress: `block 7 is final`. */
  readonly summary: string;
}

/** Addresses that belong to one owner each. */
export interface OwnerAddresses<C extends Chain> {
  areGivenOn(chain: C): boolean;
  /** Derives the address of an owner. @param ownerUid 16 random bytes of the owner. */
  derive(chain: C, owner: string, ownerUid: Uint8Array): DepositAddress;
}

/**
 * A family of chains: a folder of `families`, whose `family.ts` exports it as `family`. The folder's name is the
 * family's name in the chains file, in answers and in stored rows.
 */
export interface ChainFamily<C extends Chain = Chain> {
  /** Kind of the family's addresses, for the documentation: `an EVM chain (0x...)`. */
  readonly addressHint: string;
  /** The members of a chains file entry that only this family has. */
  readonly members: TProperties;
  /** Completes an entry whose members have the right types. */
  readEntry(entry: unknown, common: CommonChain, reading: EntryReading): C;
  /**
   * Finds conflicts of a chain with another chain of the family in the same file: members, and tokens that both would
   * read.
   */
  findClashes(chain: C, other: C): readonly (MemberProblem | ChainToken)[];

  /** Reads an address into the form in which it is stored and compared; null: the text is not an address. */
  readAddress(text: string): string | null;
  /** Formats an address as people compare it. */
  showAddress(address: string): string;
  /** Whether an address can have a key. */
  mayBeWallet(address: string): boolean;
  /** Lists addresses besides treasury and tokens that cannot be wallets. */
  listContracts(chain: C): readonly string[];
  /**
   * Whether the key of a wallet has signed a text. Absent: the family has no proof of a wallet's owner.
   *
   * @param signature Signature in the form of the family's wallets.
   */
  readonly isSignedBy?: (address: string, message: string, signature: string) => boolean;
  readonly ownerAddresses?: OwnerAddresses<C>;
  /** Rules by which forwarder addresses are computed. Absent: they cannot be computed. */
  readonly forwarders?: ForwarderForm;

  /** Header fields by which a node recognises its caller. */
  keyHeaders(apiKey: string): Readonly<Record<string, string>>;
  /** Opens a chain without calling its nodes. @param clients One client for each node. */
  open(chain: C, clients: readonly NodeClient[], access: ChainAccess): OpenChain;
  /** Compares one node with its entry in the chains file. @throws {Error} when the node does not answer. */
  examineNode(chain: C, client: NodeClient, signal: AbortSignal): Promise<NodeExamination>;
}

/** Tokens of a chain that another chain lists too. */
export function findSharedTokens(chain: Chain, other: Chain): readonly ChainToken[] {
  const known = new Set(other.tokens.map(({ address }) => address));
  return chain.tokens.filter(({ address }) => known.has(address));
}
