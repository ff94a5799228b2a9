import { procedure, procedureModule } from '../../../storage/sqlite/procedure.ts';
import type { SqliteServiceDatabase } from '../../../storage/sqlite/sqlite-service-database.ts';
import type { Decision } from '../decision.ts';
import { type DecisionStore, MAX_DECISIONS } from '../decision-store.ts';

interface Append {
  readonly botId: string;
  readonly decisions: readonly Decision[];
}

const appendProcedure = procedure('bot.decide', (tx, { botId, decisions }: Append): null => {
  const insert = tx.get('INSERT INTO bot_decision (bot_id, t, decision) VALUES (?, ?, ?)');
  for (const { t, ...decision } of decisions) insert.run(botId, t, JSON.stringify(decision));
  tx.get(
    `DELETE FROM bot_decision WHERE bot_id = ?1 AND id <=
       (SELECT id FROM bot_decision WHERE bot_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`,
  ).run(botId, MAX_DECISIONS);
  return null;
});

export const procedures = procedureModule(import.meta.url, [appendProcedure]);

/** Decisions in the service database. */
export class SqliteDecisions implements DecisionStore {
  readonly #database: SqliteServiceDatabase;

  constructor(database: SqliteServiceDatabase) {
    this.#database = database;
  }

  async append(botId: string, decisions: readonly Decision[]): Promise<void> {
    await this.#database.transact(appendProcedure, { botId, decisions });
  }

  async newest(botId: string, limit: number): Promise<readonly Decision[]> {
    const rows = this.#database.reads
      .get('SELECT t, decision FROM bot_decision WHERE bot_id = ? ORDER BY id DESC LIMIT ?')
      .all(botId, limit) as unknown as { t: number; decision: string }[];
    return rows.map(
      ({ t, decision }) => ({ t, ...(JSON.parse(decision) as Omit<Decision, 't'>) }) as Decision,
    );
  }
}
