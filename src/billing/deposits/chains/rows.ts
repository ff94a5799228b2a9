import type { ChainFamilyName, FamilyAddress } from './chain.ts';
import type { ChainPosition, NumberedAddress } from './chain-step.ts';
import type { DepositAddress } from './wallets.ts';

/** The position up to which a stream of a chain was read. */
export interface CursorRow extends ChainPosition {
  /** Scope of the chain's deposits. */
  readonly scope: string;
  readonly stream: string;
  /** Time of the last change, epoch ms. */
  readonly updatedAt: number;
}

export interface WalletRow {
  readonly family: ChainFamilyName;
  readonly address: string;
  readonly owner: string;
  /** Time of the registration, epoch ms. */
  readonly registeredAt: number;
  /** 1: the wallet's key has signed for the owner; 0: no proof. */
  readonly proved: number;
}

/** Span of positions on a chain in which transfers of a wallet belong to an owner. */
export interface WalletSpanRow {
  readonly family: ChainFamilyName;
  readonly address: string;
  readonly scope: string;
  readonly owner: string;
  /** Newest position of the chain when the wallet was registered. Only later transfers belong to the owner. */
  readonly after: number;
  /** Last position that belongs to the owner; null: the wallet is still registered. */
  readonly until: number | null;
}

/** A registration of a wallet that has ended. */
export interface FormerWalletRow extends WalletRow {
  /** Time when the registration ended, epoch ms. */
  readonly endedAt: number;
  readonly cause: 'removed' | 'replaced';
}

/** A challenge: a text that the key of a wallet has to sign. */
export interface ChallengeRow extends FamilyAddress {
  readonly nonce: string;
  readonly owner: string;
  readonly message: string;
  /** Time of the expiry, epoch ms. */
  readonly expiresAt: number;
}

export interface AddressRow extends DepositAddress {
  readonly scope: string;
  /** 1: a former address, because the owner has another one now; 0: the current address. Both are watched. */
  readonly former: number;
  /** Time of the creation, epoch ms. */
  readonly createdAt: number;
}

/** Reads of chains that are needed inside and outside of transactions. */
interface ChainFinds {
  findCursor(scope: string, stream: string): CursorRow | null;
  findWallet(family: ChainFamilyName, address: string): WalletRow | null;
  /** Finds the current address of an owner. */
  findAddress(scope: string, owner: string): AddressRow | null;
  /** Finds the owner of an address in a scope; null: none. */
  findAddressOwner(scope: string, address: string): string | null;
  /** Whether an address belongs to an owner in any scope. */
  hasAddress(address: string): boolean;
}

/** A transaction that could not be read and was skipped. */
export interface SkippedRow {
  readonly scope: string;
  /** Hash or signature of the transaction, or the name that the reader gave to an entry without one. */
  readonly tx: string;
  /** Name of the chain. */
  readonly chain: string;
  /** Reason why the transaction could not be read. */
  readonly reason: string;
  /** Time when the transaction was skipped, epoch ms. */
  readonly skippedAt: number;
  /** Time when the transaction was last retried, epoch ms. */
  readonly triedAt: number;
  /** Time when the transaction was read after all, epoch ms; null: not yet. */
  readonly readAt: number | null;
}

/** A recorded transfer to a treasury: a deposit, a part of one, or a sweep. */
export interface IncomeRow {
  readonly scope: string;
  /** Key of the transfer, unique within the scope. */
  readonly idem: string;
  readonly treasury: string;
  /** Address of the token's contract or mint. */
  readonly token: string;
  /** Position of the transfer: block, slot or epoch ms. */
  readonly position: number;
  /** Exact amount, in units of the token. */
  readonly amount: string;
}

/** A current or former treasury of a chain. */
export interface TreasuryRow {
  readonly scope: string;
  readonly treasury: string;
  /** Name of the chain when the treasury was first seen. */
  readonly chain: string;
  /** Time when the treasury was first seen, epoch ms. */
  readonly since: number;
}

/** An address that was assigned to an owner. */
export interface OwnedAddress {
  readonly address: string;
  readonly owner: string;
}

/** Rows of chains within a transaction. */
export interface ChainRows extends ChainFinds {
  /** Lists the owners of addresses in a scope. */
  listAddressOwners(scope: string, addresses: readonly string[]): readonly OwnedAddress[];
  /** Lists the given addresses that belong to an owner in any scope. Some may occur more than once. */
  listForwarders(addresses: readonly string[]): readonly string[];
  /** Lists the given addresses that are registered as wallets. */
  listRegistered(family: ChainFamilyName, addresses: readonly string[]): readonly WalletRow[];
  /** Lists all spans of the wallets, current and former, of every owner. */
  listSpans(family: ChainFamilyName, scope: string, addresses: readonly string[]): readonly WalletSpanRow[];
  /** Finds the highest position that any stream of a chain has reached; null: nothing was read. */
  findHighest(scope: string): number | null;
  /** Lists the positions of all chains. */
  listCursors(): readonly CursorRow[];
  putCursor(row: CursorRow): void;
  countWallets(owner: string): number;
  insertWallet(row: WalletRow): void;
  /** Updates only whether a wallet is proved. */
  updateWallet(row: WalletRow): void;
  removeWallet(row: FamilyAddress): void;
  insertSpan(row: WalletSpanRow): void;
  /** Lists the spans of a wallet that have not ended for an owner. */
  listOpenSpans(wallet: FamilyAddress, owner: string): readonly WalletSpanRow[];
  /** Updates only the end of a span. */
  updateSpan(row: WalletSpanRow): void;
  insertFormerWallet(row: FormerWalletRow): void;
  /** Finds the newest ended registration of a wallet; null: none has ended. */
  findFormerWallet(wallet: FamilyAddress): FormerWalletRow | null;
  insertChallenge(row: ChallengeRow): void;
  /** Lists the challenges of an owner for a wallet. */
  listChallenges(wallet: FamilyAddress, owner: string): readonly ChallengeRow[];
  removeChallenge(nonce: string): void;
  /** Deletes challenges that expired before a time. @param before Epoch ms. */
  removeExpiredChallenges(before: number): void;
  findSkipped(scope: string, tx: string): SkippedRow | null;
  /** Stores a skipped transaction. It replaces the row of the same transaction. */
  putSkipped(row: SkippedRow): void;
  /** Lists the given transactions whose small amounts were summed up. */
  listSmall(scope: string, txHashes: readonly string[]): readonly string[];
  insertSmall(scope: string, txHash: string): void;
  /** Stores a transfer to a treasury; one that is already stored stays as it is. */
  putIncome(row: IncomeRow): void;
  /** Lists every treasury of a scope, oldest first. */
  listTreasuries(scope: string): readonly TreasuryRow[];
  insertTreasury(row: TreasuryRow): void;
  insertAddress(row: AddressRow): void;
}

/** Sum of the recorded deposits of one token. */
export interface RecordedSum {
  /** Sum of deposits with a known amount, micro-USD. */
  readonly total: number;
  /** Number of deposits without a known amount. */
  readonly uncounted: number;
}

type AsyncFinds<Finds> = {
  [Name in keyof Finds]: Finds[Name] extends (...key: infer Key) => infer Answer
    ? (...key: Key) => Promise<Answer>
    : never;
};

/** Rows of chains that are committed. */
export interface ChainQueries extends AsyncFinds<ChainFinds> {
  /** Lists the wallets of an owner in the order of their registration. */
  listWallets(owner: string): Promise<readonly WalletRow[]>;
  /** Lists wallets of an owner that another owner took over by a proof, newest first, at most twenty. */
  listReplaced(owner: string): Promise<readonly FormerWalletRow[]>;
  listSpans(
    family: ChainFamilyName,
    scope: string,
    addresses: readonly string[],
  ): Promise<readonly WalletSpanRow[]>;
  listChallenges(wallet: FamilyAddress, owner: string): Promise<readonly ChallengeRow[]>;
  /** Lists the skipped transactions of a scope that have not been read since. */
  listSkipped(scope: string): Promise<readonly SkippedRow[]>;
  /** Lists skipped transactions about which no person has decided yet. */
  listSkippedOpen(scope: string): Promise<readonly SkippedRow[]>;
  /** Lists the given addresses that are or were registered, or belong to an owner. */
  listPayers(family: ChainFamilyName, addresses: readonly string[]): Promise<readonly string[]>;
  /** Lists the given transactions with a recorded deposit or small amount. */
  listRecorded(scope: string, txHashes: readonly string[]): Promise<readonly string[]>;
  /** Lists the amounts that arrived at a treasury after one position and up to another. */
  listIncome(
    of: Omit<IncomeRow, 'idem' | 'position' | 'amount'>,
    after: number,
    upTo: number,
  ): Promise<readonly string[]>;
  /** Lists the treasuries of every chain that was ever watched, oldest first. */
  listAllTreasuries(): Promise<readonly TreasuryRow[]>;
  /** Lists the owners' addresses with a number above `seq`, in ascending order. */
  listAddressesAfter(scope: string, seq: number): Promise<readonly NumberedAddress[]>;
  /** Whether a deposit is recorded under the key, or under another key of the transaction. */
  hasDeposit(scope: string, txHash: string, idem: string): Promise<boolean>;
  sumDeposits(scope: string, owner: string, token: string): Promise<RecordedSum>;
}
