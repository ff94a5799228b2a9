import type { ServiceDatabase } from '../../storage/service-database.ts';
import type { DecisionRecord, DecisionStore } from './decision-store.ts';
import { appendDecisions } from './operations/decisions.ts';
import type { DecisionQueries, DecisionRow } from './rows.ts';

/** Decisions in the service database. */
export class StoredDecisions implements DecisionStore {
  readonly #database: ServiceDatabase;
  readonly #queries: DecisionQueries;

  constructor(database: ServiceDatabase, queries: DecisionQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  async append(botId: string, decisions: readonly DecisionRecord[]): Promise<void> {
    await this.#database.transact(appendDecisions, { botId, decisions });
  }

  async listNewest(botId: string, limit: number): Promise<readonly DecisionRecord[]> {
    return (await this.#queries.listNewest(botId, limit)).map(toRecord);
  }
}

function toRecord({ t, decision }: DecisionRow): DecisionRecord {
  return { t, ...(JSON.parse(decision) as Omit<DecisionRecord, 't'>) } as DecisionRecord;
}
