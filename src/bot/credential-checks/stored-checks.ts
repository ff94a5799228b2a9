import { type EpochMs, epochMs, type VenueId } from '../../domain/index.ts';
import { operation } from '../../storage/operation.ts';
import type { ServiceDatabase } from '../../storage/service-database.ts';
import type { CredentialKey } from '../../vault/vault-store.ts';
import type { CheckStore, StoredVerdict } from './check-store.ts';
import type { CheckQueries, CheckRow, CheckRows } from './rows.ts';

export const putCheck = operation('bot.putCheck', (rows: CheckRows, row: CheckRow): null => {
  const known = rows.find(row);
  // A check that took long may end after its credential was replaced.
  if (known === null || known.addedAt <= row.addedAt) rows.put(row);
  return null;
});

export const removeCheck = operation(
  'bot.removeCheck',
  (rows: CheckRows, credential: CredentialKey): null => {
    rows.remove(credential);
    return null;
  },
);

export const makeAllDue = operation(
  'bot.dueAllChecks',
  (rows: CheckRows, { now }: { readonly now: EpochMs }): null => {
    rows.removeOfAbsentCredentials();
    rows.setAllNextAt(now);
    rows.insertForOtherCredentials({
      usable: false,
      missing: '[]',
      problem: 'not looked at yet',
      checkedAt: null,
      nextAt: now,
    });
    return null;
  },
);

export const makeCheckDue = operation(
  'bot.hastenCheck',
  (rows: CheckRows, { now, ...credential }: CredentialKey & { readonly now: EpochMs }): null => {
    const known = rows.find(credential);
    if (known?.nextAt != null && known.nextAt > now) rows.put({ ...known, nextAt: now });
    return null;
  },
);

/** Verdicts on credentials in the service database. */
export class StoredChecks implements CheckStore {
  readonly #database: ServiceDatabase;
  readonly #queries: CheckQueries;

  constructor(database: ServiceDatabase, queries: CheckQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  async put(verdict: StoredVerdict): Promise<void> {
    const { owner, venue, addedAt, usable, missing, problem, checkedAt, nextAt } = verdict;
    const row = {
      owner,
      venue,
      addedAt,
      usable,
      missing: JSON.stringify(missing),
      problem,
      checkedAt,
      nextAt,
    };
    await this.#database.transact(putCheck, row);
  }

  async remove({ owner, venue }: CredentialKey): Promise<void> {
    await this.#database.transact(removeCheck, { owner, venue });
  }

  async find({ owner, venue }: CredentialKey): Promise<StoredVerdict | null> {
    const row = await this.#queries.find({ owner, venue });
    return row === null ? null : toVerdict(row);
  }

  async list(owner: string): Promise<readonly StoredVerdict[]> {
    return (await this.#queries.list(owner)).map(toVerdict);
  }

  async listDue(now: EpochMs, limit: number, except: readonly VenueId[]): Promise<readonly StoredVerdict[]> {
    return (await this.#queries.listDue(now, limit, except)).map(toVerdict);
  }

  async makeAllDue(now: EpochMs): Promise<void> {
    await this.#database.transact(makeAllDue, { now });
  }

  async makeDue({ owner, venue }: CredentialKey, now: EpochMs): Promise<void> {
    await this.#database.transact(makeCheckDue, { owner, venue, now });
  }

  countRefused(): Promise<readonly { readonly venue: VenueId; readonly count: number }[]> {
    return this.#queries.countRefused();
  }
}

function toVerdict({ missing, addedAt, checkedAt, nextAt, ...rest }: CheckRow): StoredVerdict {
  return {
    ...rest,
    missing: JSON.parse(missing) as string[],
    addedAt: epochMs(addedAt),
    checkedAt: checkedAt === null ? null : epochMs(checkedAt),
    nextAt: nextAt === null ? null : epochMs(nextAt),
  };
}
