import {
  type Clock,
  cutPage,
  decodeCursor,
  type EpochMs,
  encodeCursor,
  epochMs,
} from '../../domain/index.ts';
import type { ServiceDatabase } from '../../storage/service-database.ts';
import { toProviderScope } from '../ledger/scopes.ts';
import type { Arrival, Deposit, DepositLimits, ProviderId, RecordedDeposit } from './deposit.ts';
import type { DepositPage, DepositQuery } from './deposit-page.ts';
import { toDeposit } from './deposit-row.ts';
import { recordArrival } from './operations/record.ts';
import type { DepositQueries } from './rows.ts';

const FROM_NEWEST = [Number.MAX_SAFE_INTEGER] as const;

export interface DepositStoreOptions {
  /** Service database wrapped by the ledger: it refuses operations while the ledger is not accepting writes. */
  readonly ledgerDatabase: ServiceDatabase;
  readonly queries: DepositQueries;
  readonly limits: DepositLimits;
  readonly clock: Clock;
}

/**
 * Deposits of every source in the service database. Every write is one transaction with its ledger entries, and throws
 * {@link LedgerUnavailableError} when nothing can be stored.
 */
export class DepositStore {
  readonly #options: DepositStoreOptions;

  constructor(options: DepositStoreOptions) {
    this.#options = options;
  }

  /** Records arrived money once, and credits it or puts it into review. */
  record(arrival: Arrival): Promise<RecordedDeposit> {
    const { ledgerDatabase, limits, clock } = this.#options;
    return ledgerDatabase.transact(recordArrival, { arrival, limits, now: clock() });
  }

  /** Lists a page of deposits; null: the cursor is not valid for this list. */
  async list({ state, owner, limit, cursor }: DepositQuery): Promise<DepositPage | null> {
    const from = cursor === undefined ? FROM_NEWEST : decodeCursor('deposit', ['count'], cursor);
    if (from === null) return null;
    const rows = await this.#options.queries.list({
      state: state ?? null,
      owner: owner ?? null,
      before: from[0],
      limit: limit + 1,
    });
    const { shown, nextCursor } = cutPage(rows, limit, ({ seq }) => encodeCursor('deposit', [seq]));
    return { deposits: shown.map(toDeposit), nextCursor };
  }

  async find(id: string): Promise<Deposit | null> {
    const row = await this.#options.queries.find(id);
    return row === null ? null : toDeposit(row);
  }

  /** Finds when the first deposit of a provider was recorded, epoch ms; null: there is none. */
  async findFirstAt(provider: ProviderId): Promise<EpochMs | null> {
    const at = await this.#options.queries.findFirstAt(toProviderScope(provider));
    return at === null ? null : epochMs(at);
  }
}
