import type { VenueId } from '../../domain/index.ts';
import type { SqliteServiceDatabase } from '../../storage/sqlite/sqlite-service-database.ts';
import type { UsageRow, UsageStore } from '../usage.ts';
import { addUsageProcedure } from './procedures.ts';

/** Usage in the service database. */
export class SqliteUsage implements UsageStore {
  readonly #database: SqliteServiceDatabase;

  constructor(database: SqliteServiceDatabase) {
    this.#database = database;
  }

  async add(rows: readonly UsageRow[]): Promise<void> {
    await this.#database.transact(addUsageProcedure, rows);
  }

  async read(botId: string, month: string): Promise<readonly UsageRow[]> {
    const rows = this.#database.reads
      .get(
        `SELECT bot_id AS botId, month, endpoint, venue, n AS count, first_at AS firstAt, last_at AS lastAt
         FROM usage WHERE bot_id = ? AND month = ?`,
      )
      .all(botId, month) as unknown as (Omit<UsageRow, 'venue'> & { venue: VenueId | '' })[];
    return rows.map((row) => ({ ...row, venue: row.venue === '' ? null : row.venue }));
  }
}
