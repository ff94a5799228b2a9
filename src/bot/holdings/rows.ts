import type { EpochMs, VenueId } from '../../domain/index.ts';
import type { CredentialKey } from '../../vault/vault-record.ts';
import type { AccountFillKind } from '../orders/order.ts';
import type { OrderRows, PositionRow } from '../orders/rows.ts';

/** The account behind one credential, as it was read last. */
export interface AccountRow extends CredentialKey {
  /** The account's public name at the venue; null: never read. */
  readonly account: string | null;
  /** Money that is free for orders, decimal text in USD; null: not known. */
  readonly freeUsd: string | null;
  /** Time from which events of the account are looked at. Epoch ms. */
  readonly since: EpochMs;
  /** Time of the last check, epoch ms; null: never read. */
  readonly checkedAt: EpochMs | null;
  /** Time of the next try, epoch ms. */
  readonly nextAt: EpochMs;
  /** Why the newest reading failed; null: it did not. */
  readonly problem: string | null;
}

/** One market of an account. */
export interface HoldingKey extends CredentialKey {
  readonly storeKey: string;
}

/**
 * Holding of an account in a market, and its difference from the records of the owner's bots. Signed decimal texts.
 */
export interface HoldingRow extends HoldingKey {
  readonly asset: string;
  readonly size: string;
  /** Shares of both sides of a binary; null: a perpetual. */
  readonly yes: string | null;
  readonly no: string | null;
  /** Part of the holding that the owner said is no bot's. */
  readonly disowned: string;
  /** `size` less `disowned` less the records; `0`: they agree. */
  readonly difference: string;
  /** Readings in a row that found a difference. */
  readonly differing: number;
  readonly checkedAt: EpochMs;
}

/** An event of an account that was taken into the records. */
export interface AccountEventRow extends CredentialKey {
  readonly eventId: string;
  readonly kind: AccountFillKind;
  readonly storeKey: string;
  readonly t: number;
  /** The size that was booked, decimal text. */
  readonly booked: string;
}

/** A market of an owner that is to be read. */
export interface OwnedMarket {
  readonly asset: string;
  readonly storeKey: string;
}

/** Rows within a transaction. */
export interface HoldingRows {
  findAccount(credential: CredentialKey): AccountRow | null;
  /** Replaces the row of the same owner and venue. */
  putAccount(row: AccountRow): void;
  listHoldings(credential: CredentialKey): readonly HoldingRow[];
  findHolding(key: HoldingKey): HoldingRow | null;
  putHolding(row: HoldingRow): void;
  removeHolding(key: HoldingKey): void;
  findEvent(credential: CredentialKey, eventId: string): AccountEventRow | null;
  insertEvent(row: AccountEventRow): void;
  /** Lists the live positions of all bots of the owner at the venue. */
  listRecords(credential: CredentialKey): readonly PositionRow[];
  /** Markets in which an order of the owner is open, or changed since a moment. */
  listBusyMarkets(credential: CredentialKey, since: number): readonly string[];
}

/** Rows of holdings and of the orders that change with them. */
export interface HoldingTables {
  readonly orders: OrderRows;
  readonly holdings: HoldingRows;
}

/** Rows that are committed. */
export interface HoldingQueries {
  /**
   * Lists stored credentials whose accounts are to be read by now: those with an open order first, then the longest
   * due.
   */
  listDue(now: number, limit: number, except: readonly VenueId[]): Promise<readonly CredentialKey[]>;
  findAccount(credential: CredentialKey): Promise<AccountRow | null>;
  listAccounts(owner: string): Promise<readonly AccountRow[]>;
  listHoldings(owner: string): Promise<readonly HoldingRow[]>;
  findHolding(key: HoldingKey): Promise<HoldingRow | null>;
  listRecords(credential: CredentialKey): Promise<readonly PositionRow[]>;
  /** Markets with a record, a known holding, or an order since a moment. */
  listMarkets(credential: CredentialKey, since: number): Promise<readonly OwnedMarket[]>;
  listBusyMarkets(credential: CredentialKey, since: number): Promise<readonly string[]>;
  /**
   * Ids, in lower case, of the owner's orders at the venue that are open or changed since a moment: those that we gave their
   * legs, and the venue's.
   */
  listOrderIds(credential: CredentialKey, since: number): Promise<ReadonlySet<string>>;
  /** Bots of the owner that trade or traded at the venue since a moment, or hold something. */
  countBots(credential: CredentialKey, since: number): Promise<number>;
  /** How many markets of each venue differ for at least so many readings. */
  countMismatches(readings: number): Promise<readonly { readonly venue: VenueId; readonly count: number }[]>;
}
