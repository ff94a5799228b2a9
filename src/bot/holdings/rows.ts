import type { EpochMs, VenueId } from '../../domain/index.ts';
import type { CredentialKey } from '../../vault/vault-record.ts';
import type { AccountFillKind } from '../orders/order.ts';
import type { OrderRows, PositionRow } from '../orders/rows.ts';

/** Newest reading of the account behind one credential. */
export interface AccountRow extends CredentialKey {
  /** The account's public name at the venue; null: the account was never read. */
  readonly account: string | null;
  /** Money that is free for orders, decimal text in USD; null: not known. */
  readonly freeUsd: string | null;
  /** Time from which events of the account are booked, epoch ms. */
  readonly since: EpochMs;
  /** Time of the last successful reading, epoch ms; null: never. */
  readonly checkedAt: EpochMs | null;
  /** Time of the next try, epoch ms. */
  readonly nextAt: EpochMs;
  /** Problem of the newest reading; null: none. */
  readonly problem: string | null;
}

/** Key of one market of an account. */
export interface HoldingKey extends CredentialKey {
  readonly storeKey: string;
}

/**
 * Holding of an account in a market, and its difference from the records of the owner's bots. Sizes are signed decimal
 * texts.
 */
export interface HoldingRow extends HoldingKey {
  readonly asset: string;
  readonly size: string;
  /** Shares of both sides of a binary; null: a perpetual. */
  readonly yes: string | null;
  readonly no: string | null;
  /** Part of the holding that belongs to no bot, as its owner decided. */
  readonly disowned: string;
  /** Difference: `size` less `disowned` less the sizes of the records; `0`: they agree. */
  readonly difference: string;
  /** Number of consecutive readings with a difference. */
  readonly differing: number;
  readonly checkedAt: EpochMs;
}

/** An event of an account that was booked in the records of bots. */
export interface AccountEventRow extends CredentialKey {
  readonly eventId: string;
  readonly kind: AccountFillKind;
  readonly storeKey: string;
  readonly t: number;
  /** Booked size, decimal text. */
  readonly booked: string;
}

/** A market of an owner that is to be read. */
export interface OwnedMarket {
  readonly asset: string;
  readonly storeKey: string;
}

/** Rows of holdings within a transaction. */
export interface HoldingRows {
  findAccount(credential: CredentialKey): AccountRow | null;
  /** Inserts the row, or replaces that of the same owner and venue. */
  putAccount(row: AccountRow): void;
  listHoldings(credential: CredentialKey): readonly HoldingRow[];
  findHolding(key: HoldingKey): HoldingRow | null;
  putHolding(row: HoldingRow): void;
  removeHolding(key: HoldingKey): void;
  findEvent(credential: CredentialKey, eventId: string): AccountEventRow | null;
  insertEvent(row: AccountEventRow): void;
  /** Lists the live positions of all bots of the owner at the venue. */
  listRecords(credential: CredentialKey): readonly PositionRow[];
  /** Lists markets in which an order of the owner is open, or has changed since a time. */
  listBusyMarkets(credential: CredentialKey, since: number): readonly string[];
}

/** Rows of holdings and of the orders that change with them. */
export interface HoldingTables {
  readonly orders: OrderRows;
  readonly holdings: HoldingRows;
}

/** Reads of committed holdings. */
export interface HoldingQueries {
  /**
   * Lists stored credentials whose accounts are due for a reading: first those with an open order, then those that have
   * been due for longest.
   */
  listDue(now: number, limit: number, except: readonly VenueId[]): Promise<readonly CredentialKey[]>;
  findAccount(credential: CredentialKey): Promise<AccountRow | null>;
  listAccounts(owner: string): Promise<readonly AccountRow[]>;
  listHoldings(owner: string): Promise<readonly HoldingRow[]>;
  findHolding(key: HoldingKey): Promise<HoldingRow | null>;
  listRecords(credential: CredentialKey): Promise<readonly PositionRow[]>;
  /** Lists the markets in which the owner has a record, a known holding, or an order since a time. */
  listMarkets(credential: CredentialKey, since: number): Promise<readonly OwnedMarket[]>;
  listBusyMarkets(credential: CredentialKey, since: number): Promise<readonly string[]>;
  /**
   * Lists ids, in lower case, of the owner's orders at the venue that are open or have changed since a time: the ids
   * that we gave to their legs, and those that the venue gave.
   */
  listOrderIds(credential: CredentialKey, since: number): Promise<ReadonlySet<string>>;
  /** Counts the owner's bots at the venue that have a position, or an order that has changed since a time. */
  countBots(credential: CredentialKey, since: number): Promise<number>;
  /** Counts by venue the markets whose last readings, at least this number, all differed from the records. */
  countMismatches(readings: number): Promise<readonly { readonly venue: VenueId; readonly count: number }[]>;
}
