import { type EpochMs, epochMs, type VenueId } from '../../domain/index.ts';
import type { ServiceDatabase } from '../../storage/service-database.ts';
import type { CredentialKey } from '../../vault/vault-record.ts';
import type { StoredVerdict } from './credential-verdict.ts';
import { makeAllDue, makeCheckDue, putCheck, removeCheck } from './operations/checks.ts';
import type { CheckQueries, CheckRow, SpreadTimes } from './rows.ts';

/** Verdicts on credentials in the service database. */
export class CheckStore {
  readonly #database: ServiceDatabase;
  readonly #queries: CheckQueries;

  constructor(database: ServiceDatabase, queries: CheckQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  /** Replaces the verdict on a credential, unless the stored verdict is about a newer credential. */
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

  /**
   * Lists the verdicts that are due: first those without a venue's answer, then those that have been due for longest.
   */
  async listDue(now: EpochMs, limit: number, except: readonly VenueId[]): Promise<readonly StoredVerdict[]> {
    return (await this.#queries.listDue(now, limit, except)).map(toVerdict);
  }

  /**
   * Makes all verdicts due: those without an answer of their venue at once, the others spread over the given times.
   * Forgets the verdicts on removed credentials.
   */
  async makeAllDue(now: EpochMs, within: SpreadTimes): Promise<void> {
    await this.#database.transact(makeAllDue, { now, within });
  }

  /** Makes the verdict on one credential due at `now`. */
  async makeDue({ owner, venue }: CredentialKey, now: EpochMs): Promise<void> {
    await this.#database.transact(makeCheckDue, { owner, venue, now });
  }

  /** Counts by venue the credentials that the venue has refused. */
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
