import { operation } from '../../storage/operation.ts';
import type { ServiceDatabase } from '../../storage/service-database.ts';
import { type DecisionRecord, type DecisionStore, MAX_DECISIONS } from './decision-store.ts';

/** A decision as it is stored. */
export interface DecisionRow {
  /** Epoch ms. */
  readonly t: number;
  /** Every other member, as JSON. */
  readonly decision: string;
}

/** Rows within a transaction. */
export interface DecisionRows {
  insert(botId: string, row: DecisionRow): void;
  /** Removes all of a bot but the newest `count`. */
  keepNewest(botId: string, count: number): void;
}

/** Rows that are committed. */
export interface DecisionQueries {
  /** Newest first. */
  listNewest(botId: string, limit: number): Promise<readonly DecisionRow[]>;
}

interface Append {
  readonly botId: string;
  readonly decisions: readonly DecisionRecord[];
}

/** Stores decisions in their order and removes the oldest beyond {@link MAX_DECISIONS}. */
export const appendDecisions = operation(
  'bot.decide',
  (rows: DecisionRows, { botId, decisions }: Append): null => {
    for (const { t, ...decision } of decisions) rows.insert(botId, { t, decision: JSON.stringify(decision) });
    rows.keepNewest(botId, MAX_DECISIONS);
    return null;
  },
);

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

  async newest(botId: string, limit: number): Promise<readonly DecisionRecord[]> {
    return (await this.#queries.listNewest(botId, limit)).map(toRecord);
  }
}

function toRecord({ t, decision }: DecisionRow): DecisionRecord {
  return { t, ...(JSON.parse(decision) as Omit<DecisionRecord, 't'>) } as DecisionRecord;
}
