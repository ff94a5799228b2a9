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
  /** Proof of the wallet; 1: its key has signed for the owner. */
  readonly proved: number;
}

/** Part of a chain in which transfers of a wallet belong to an owner. */
export interface WalletSpanRow {
  readonly family: ChainFamilyName;
  readonly address: string;
  readonly scope: string;
  readonly owner: string;
  /** The newest position of the chain when the wallet was registered: later ones count. */
  readonly after: number;
  /** Last position that counts; null: the wallet is registered still. */
  readonly until: number | null;
}

/** A registration that ended. */
export interface FormerWalletRow extends WalletRow {
  /** Time of the end, epoch ms. */
  readonly endedAt: number;
  readonly cause: 'removed' | 'replaced';
}

/** A text that the key of a wallet has to sign. */
export interface ChallengeRow extends FamilyAddress {
  readonly nonce: string;
  readonly owner: string;
  readonly message: string;
  /** Time of the expiry, epoch ms. */
  readonly expiresAt: number;
}

export interface AddressRow extends DepositAddress {
  readonly scope: string;
  /** Mark of a former address; 1: the owner has another one by now; both are watched. */
  readonly former: number;
  /** Time of the creation, epoch ms. */
  readonly createdAt: number;
}

/** Reads of chains that are needed both within a transaction and outside one. */
interface ChainFinds {
  findCursor(scope: string, stream: string): CursorRow | null;
  findWallet(family: ChainFamilyName, address: string): WalletRow | null;
  /** The address that an owner has in use. */
  findAddress(scope: string, owner: string): AddressRow | null;
  /** The owner of an address in a scope; null: none. */
  findAddressOwner(scope: string, address: string): string | null;
  /** Whether an address belongs to an owner in any scope. */
  hasAddress(address: string): boolean;
}

/** A transaction that could not be read and was passed over. */
export interface SkippedRow {
  readonly scope: string;
  /** Hash or signature, or the name that the reader gave to what has none. */
  readonly tx: string;
  /** Name of the chain. */
  readonly chain: string;
  /** Reason why the transaction could not be read. */
  readonly reason: string;
  /** Time when the transaction was skipped, epoch ms. */
  readonly skippedAt: number;
  /** Time of the last try to read the transaction, epoch ms. */
  readonly triedAt: number;
  /** Time when the transaction could be read, epoch ms; null: not yet. */
  readonly readAt: number | null;
}

/** A transfer to a treasury that was read: a deposit, a part of one, or a sweep. */
export interface IncomeRow {
  readonly scope: string;
  /** Key of the deposit, unique within the scope. */
  readonly idem: string;
  readonly treasury: string;
  /** The contract or mint. */
  readonly token: string;
  /** Block, slot or epoch ms. */
  readonly position: number;
  /** Exact amount, in units of the token. */
  readonly amount: string;
}

/** A treasury that a chain has or had. */
export interface TreasuryRow {
  readonly scope: string;
  readonly treasury: string;
  /** Name of the chain when it was first seen. */
  readonly chain: string;
  /** Time of the beginning, epoch ms. */
  readonly since: number;
}

/** An address that an owner was given. */
export interface OwnedAddress {
  readonly address: string;
  readonly owner: string;
}

/** Rows of chains within a transaction. */
export interface ChainRows extends ChainFinds {
  /** The owners of addresses in a scope. */
  listAddressOwners(scope: string, addresses: readonly string[]): readonly OwnedAddress[];
  /** The addresses that belong to an owner in any scope, some of them more than once. */
  listForwarders(addresses: readonly string[]): readonly string[];
  /** The wallets that are registered. */
  listRegistered(family: ChainFamilyName, addresses: readonly string[]): readonly WalletRow[];
  /** Lists the spans of every owner that the wallets ever had. */
  listSpans(family: ChainFamilyName, scope: string, addresses: readonly string[]): readonly WalletSpanRow[];
  /** Highest position up to which any stream of a chain was read; null: nothing was. */
  findHighest(scope: string): number | null;
  /** Positions of every chain. */
  listCursors(): readonly CursorRow[];
  putCursor(row: CursorRow): void;
  countWallets(owner: string): number;
  insertWallet(row: WalletRow): void;
  /** Changes only whether a wallet is proved. */
  updateWallet(row: WalletRow): void;
  removeWallet(row: FamilyAddress): void;
  insertSpan(row: WalletSpanRow): void;
  /** Spans of a wallet that its owner still has. */
  listOpenSpans(wallet: FamilyAddress, owner: string): readonly WalletSpanRow[];
  /** Changes only where a span of a wallet ends. */
  updateSpan(row: WalletSpanRow): void;
  insertFormerWallet(row: FormerWalletRow): void;
  /** The newest registration of a wallet that ended; null: none did. */
  findFormerWallet(wallet: FamilyAddress): FormerWalletRow | null;
  insertChallenge(row: ChallengeRow): void;
  /** Lists the challenges that an owner was given for a wallet. */
  listChallenges(wallet: FamilyAddress, owner: string): readonly ChallengeRow[];
  removeChallenge(nonce: string): void;
  /** @param before Epoch ms. */
  removeExpiredChallenges(before: number): void;
  findSkipped(scope: string, tx: string): SkippedRow | null;
  /** Stores a skipped transaction in place of the row of the same one. */
  putSkipped(row: SkippedRow): void;
  /** Lists the transactions whose small amounts were summed up. */
  listSmall(scope: string, txHashes: readonly string[]): readonly string[];
  insertSmall(scope: string, txHash: string): void;
  /** A transfer that is there already stays as it is. */
  putIncome(row: IncomeRow): void;
  /** Every treasury of a scope, oldest first. */
  listTreasuries(scope: string): readonly TreasuryRow[];
  insertTreasury(row: TreasuryRow): void;
  insertAddress(row: AddressRow): void;
}

/** Sum of the deposits of one token. */
export interface RecordedSum {
  /** Sum of deposits whose amount is known, micro-USD. */
  readonly total: number;
  /** Number of deposits whose amount is not known. */
  readonly uncounted: number;
}

type AsyncFinds<Finds> = {
  [Name in keyof Finds]: Finds[Name] extends (...key: infer Key) => infer Answer
    ? (...key: Key) => Promise<Answer>
    : never;
};

/** Rows of chains that are committed. */
export interface ChainQueries extends AsyncFinds<ChainFinds> {
  /** Lists wallets in the order of their registration. */
  listWallets(owner: string): Promise<readonly WalletRow[]>;
  /** Wallets of an owner that a proof of another owner took, newest first, at most twenty. */
  listReplaced(owner: string): Promise<readonly FormerWalletRow[]>;
  listSpans(
    family: ChainFamilyName,
    scope: string,
    addresses: readonly string[],
  ): Promise<readonly WalletSpanRow[]>;
  listChallenges(wallet: FamilyAddress, owner: string): Promise<readonly ChallengeRow[]>;
  /** Transactions of a scope that could not be read yet. */
  listSkipped(scope: string): Promise<readonly SkippedRow[]>;
  /** Lists skipped transactions about which no person has decided. */
  listSkippedOpen(scope: string): Promise<readonly SkippedRow[]>;
  /** Lists the addresses that are or were registered, or belong to an owner. */
  listPayers(family: ChainFamilyName, addresses: readonly string[]): Promise<readonly string[]>;
  /** Lists the transactions of which a deposit is recorded, or a small amount. */
  listRecorded(scope: string, txHashes: readonly string[]): Promise<readonly string[]>;
  /** Amounts that were read at a treasury behind a position and up to another. */
  listIncome(
    of: Omit<IncomeRow, 'idem' | 'position' | 'amount'>,
    after: number,
    upTo: number,
  ): Promise<readonly string[]>;
  /** Treasuries of every chain that was ever watched, oldest first. */
  listAllTreasuries(): Promise<readonly TreasuryRow[]>;
  /** Lists addresses with a number above `seq`, in ascending order. */
  listAddressesAfter(scope: string, seq: number): Promise<readonly NumberedAddress[]>;
  /** Whether a deposit has the key, or another key of the transaction. */
  hasDeposit(scope: string, txHash: string, idem: string): Promise<boolean>;
  sumDeposits(scope: string, owner: string, token: string): Promise<RecordedSum>;
}
