import type { ChainFamilyName } from './chain.ts';
import type { ChainPosition, NumberedAddress } from './chain-store.ts';
import type { DepositAddress } from './wallets.ts';

/** The position up to which a stream of a chain was read. */
export interface CursorRow extends ChainPosition {
  /** Scope of the chain's deposits. */
  readonly scope: string;
  readonly stream: string;
  /** Epoch ms. */
  readonly updatedAt: number;
}

export interface WalletRow {
  readonly family: ChainFamilyName;
  readonly address: string;
  readonly owner: string;
  /** Epoch ms. */
  readonly registeredAt: number;
}

export interface AddressRow extends DepositAddress {
  readonly scope: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** Reads of chains that are needed both within a transaction and outside one. */
interface ChainFinds {
  findCursor(scope: string, stream: string): CursorRow | null;
  findWallet(family: ChainFamilyName, address: string): WalletRow | null;
  /** The address that an owner was given. */
  findAddress(scope: string, owner: string): AddressRow | null;
  /** The owner of an address in a scope; null: it has none. */
  findAddressOwner(scope: string, address: string): string | null;
  /** Whether an address belongs to an owner in any scope. */
  hasAddress(address: string): boolean;
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
  putCursor(row: CursorRow): void;
  countWallets(owner: string): number;
  insertWallet(row: WalletRow): void;
  insertAddress(row: AddressRow): void;
}

/** Sum of the deposits of one token. */
export interface RecordedSum {
  /** Micro-USD of those that are counted. */
  readonly total: number;
  /** How many have an amount that is not counted. */
  readonly uncounted: number;
}

type Asked<Finds> = {
  [Name in keyof Finds]: Finds[Name] extends (...key: infer Key) => infer Answer
    ? (...key: Key) => Promise<Answer>
    : never;
};

/** Rows of chains that are committed. */
export interface ChainQueries extends Asked<ChainFinds> {
  /** In the order of their registration. */
  listWallets(owner: string): Promise<readonly WalletRow[]>;
  /** With a number above `seq`, in ascending order. */
  listAddressesAfter(scope: string, seq: number): Promise<readonly NumberedAddress[]>;
  /** Whether a deposit has the key, or another key of the transaction. */
  hasDeposit(scope: string, txHash: string, idem: string): Promise<boolean>;
  sumDeposits(scope: string, owner: string, token: string): Promise<RecordedSum>;
}
