import type { TProperties } from 'typebox';
import type { Chain, ChainToken } from './chain.ts';
import type { ChainHead } from './chain-head.ts';
import type { ChainReader } from './chain-reader.ts';
import type { ChainStore } from './chain-store.ts';
import type { ForwarderForm } from './forwarder-address.ts';
import type { NodeClient } from './node-client.ts';
import type { DepositAddress } from './wallets.ts';

/** A problem with a member of the chains file. */
export interface MemberProblem {
  readonly member: string;
  readonly problem: string;
}

/** Helpers with which a family completes an entry of the chains file. */
export interface EntryReading {
  /** Reads an address of the family, and reports a text that is not one. */
  readAddress(member: string, text: string): string;
  report(problem: MemberProblem): void;
}

/** Members that every entry of the chains file has. The family adds the scope. */
export type CommonChain = Omit<Chain, 'scope'>;

export interface ChainAccess {
  readonly store: ChainStore;
  /** Monotonic clock in ms. */
  readonly now: () => number;
}

/** Balance of a treasury at a position, in smallest units of the token. */
export interface Holding {
  /** Position on the chain: block, slot or epoch ms. */
  readonly position: number;
  readonly units: bigint;
}

/**
 * Reads of a treasury by requests that the watcher does not use. Each throws `NotComparedError` when a node cannot
 * answer.
 */
export interface TreasuryHoldings {
  /** Whether the watcher has read up to a position. Absent: positions of balances are positions of the watcher. */
  isRead?(treasury: string, token: ChainToken, position: number): Promise<boolean>;
  /** Reads the balance at the newest final position that can be compared. */
  readHolding(treasury: string, token: ChainToken, signal: AbortSignal): Promise<Holding>;
  /** Sums the outgoing transfers of a treasury in smallest units, after one position and up to another, both final. */
  sumOutgoing(treasury: string, token: ChainToken, range: HoldingRange, signal: AbortSignal): Promise<bigint>;
}

export interface HoldingRange {
  /** Position after which transfers are read, exclusive. */
  readonly after: number;
  readonly upTo: number;
}

/** Parts of an open chain that call its nodes. */
export interface OpenChain {
  readonly reader: ChainReader;
  /**
   * Compares the ledger with the chain, by requests that the watcher does not use. Absent: the family has no such
   * check.
   *
   * @returns The differences as sentences; empty: none.
   */
  readonly check?: (signal: AbortSignal) => Promise<readonly string[]>;
  /**
   * Finds the newest block that any node knows, final or not; null: no node answers. Absent: registrations of wallets
   * on this chain are compared by time only.
   */
  readonly findHead?: (signal: AbortSignal) => Promise<ChainHead | null>;
  /** Reads of a treasury's balance and outgoing transfers. Absent: the treasury is not compared with the records. */
  readonly holdings?: TreasuryHoldings;
  /**
   * Finds whether an address is an account or a contract, when it is registered as a wallet. Absent: the address itself
   * tells.
   */
  readonly findCode?: (address: string, signal: AbortSignal) => Promise<'contract' | 'none' | 'unknown'>;
}

/** Result of comparing a node with its entry in the chains file. */
export interface NodeExamination {
  /** Problems; empty: the node matches its entry of the chains file. */
  readonly problems: readonly string[];
  /** Progress of the node: `block 7 is final`. */
  readonly summary: string;
}

/** Derivation of addresses that belong to one owner each. */
export interface OwnerAddresses<C extends Chain> {
  areGivenOn(chain: C): boolean;
  /** Derives the address of an owner. @param ownerUid 16 random bytes of the owner. */
  derive(chain: C, owner: string, ownerUid: Uint8Array): DepositAddress;
}

/**
 * A family of chains: a folder of `families` whose `family.ts` exports it as `family`. The folder's name is the name of
 * the family in the chains file, in answers and in stored rows.
 */
export interface ChainFamily<C extends Chain = Chain> {
  /** Description of the family's addresses for the documentation: `an EVM chain (0x...)`. */
  readonly addressHint: string;
  /** Members of a chains file entry that only this family has. */
  readonly members: TProperties;
  /** Completes an entry whose members have been checked for their types. */
  readEntry(entry: unknown, common: CommonChain, reading: EntryReading): C;
  /**
   * Finds conflicts between two chains of the family in the same file: members that must differ, and tokens that both
   * would read.
   */
  findClashes(chain: C, other: C): readonly (MemberProblem | ChainToken)[];

  /** Reads an address into the form in which it is stored and compared; null: the text is not an address. */
  readAddress(text: string): string | null;
  /** Formats an address in the form that people compare. */
  showAddress(address: string): string;
  /** Whether an address can belong to a key. */
  mayBeWallet(address: string): boolean;
  /** Lists further addresses of a chain that cannot be wallets, besides treasury and tokens. */
  listContracts(chain: C): readonly string[];
  /**
   * Whether the key of a wallet has signed a text. Absent: the family has no way to prove ownership of a wallet.
   *
   * @param signature Signature in the form of the family's wallets.
   */
  readonly isSignedBy?: (address: string, message: string, signature: string) => boolean;
  readonly ownerAddresses?: OwnerAddresses<C>;
  /** Rules for computing forwarder addresses. Absent: the family has none. */
  readonly forwarders?: ForwarderForm;

  /** Builds the HTTP headers that pass the API key to a node. */
  keyHeaders(apiKey: string): Readonly<Record<string, string>>;
  /** Opens a chain without sending requests to its nodes. @param clients One client for each node. */
  open(chain: C, clients: readonly NodeClient[], access: ChainAccess): OpenChain;
  /** Compares one node with its entry in the chains file. @throws {Error} when the node does not answer. */
  examineNode(chain: C, client: NodeClient, signal: AbortSignal): Promise<NodeExamination>;
}

/** Finds the tokens that two chains both list. */
export function findSharedTokens(chain: Chain, other: Chain): readonly ChainToken[] {
  const known = new Set(other.tokens.map(({ address }) => address));
  return chain.tokens.filter(({ address }) => known.has(address));
}
