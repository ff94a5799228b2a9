import { DAY_MS, type EpochMs, type VenueId } from '../../domain/index.ts';
import type { ServiceDatabase } from '../../storage/service-database.ts';
import type { CredentialKey } from '../../vault/vault-record.ts';
import { MISMATCH_READINGS } from '../orders/mismatch.ts';
import { type ReadingToStore, storeReading, storeUnread } from './operations/readings.ts';
import { type Reconcile, type ReconcileOutcome, reconcile } from './operations/reconcile.ts';
import type { AccountRow, HoldingKey, HoldingQueries, HoldingRow } from './rows.ts';

/** Store of the holdings of accounts, in the service database. */
export class HoldingStore {
  readonly #database: ServiceDatabase;
  readonly #queries: HoldingQueries;

  constructor(database: ServiceDatabase, queries: HoldingQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  get queries(): HoldingQueries {
    return this.#queries;
  }

  /** Stores a reading and compares it with the records. Safe to repeat: each event is booked once. */
  async putReading(reading: ReadingToStore): Promise<void> {
    await this.#database.transact(storeReading, reading);
  }

  async putUnread(
    unread: CredentialKey & Pick<AccountRow, 'nextAt' | 'problem'> & { readonly now: EpochMs },
  ): Promise<void> {
    await this.#database.transact(storeUnread, unread);
  }

  reconcile(request: Reconcile): Promise<ReconcileOutcome> {
    return this.#database.transact(reconcile, request);
  }

  /** Lists the accounts of an owner for which a reading was ever tried. */
  listAccounts(owner: string): Promise<readonly AccountRow[]> {
    return this.#queries.listAccounts(owner);
  }

  /** Counts the owner's bots that use the account: those with a position, or an order within a month. */
  countBots(credential: CredentialKey): Promise<number> {
    return this.#queries.countBots(credential, Date.now() - 30 * DAY_MS);
  }

  /** Lists the holdings of all accounts of an owner. */
  list(owner: string): Promise<readonly HoldingRow[]> {
    return this.#queries.listHoldings(owner);
  }

  find(key: HoldingKey): Promise<HoldingRow | null> {
    return this.#queries.findHolding(key);
  }

  /** Counts by venue the markets in which accounts differ from the records, and no event explains it. */
  countMismatches(): Promise<readonly { readonly venue: VenueId; readonly count: number }[]> {
    return this.#queries.countMismatches(MISMATCH_READINGS);
  }
}
