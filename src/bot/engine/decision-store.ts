import type { ServiceDatabase } from '../../storage/service-database.ts';
import type { DecisionRecord } from './decision-record.ts';
import { appendDecisions } from './operations/decisions.ts';
import type { DecisionQueries, DecisionRow } from './rows.ts';

/** The newest decisions of each bot, in the service database. */
export class DecisionStore {
  readonly #database: ServiceDatabase;
  readonly #queries: DecisionQueries;

  constructor(database: ServiceDatabase, queries: DecisionQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  /** Stores decisions in their order and removes the oldest beyond {@link MAX_DECISIONS}. */
  async append(botId: string, decisions: readonly DecisionRecord[]): Promise<void> {
    await this.#database.transact(appendDecisions, { botId, decisions });
  }

  /** Lists a bot's decisions, newest first. */
  async listNewest(botId: string, limit: number): Promise<readonly DecisionRecord[]> {
    return (await this.#queries.listNewest(botId, limit)).map(toRecord);
  }
}

function toRecord({ t, decision }: DecisionRow): DecisionRecord {
  return { t, ...(JSON.parse(decision) as Omit<DecisionRecord, 't'>) } as DecisionRecord;
}
