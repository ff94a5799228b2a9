import type { FlagRow } from '../../../accounts/rows.ts';
import { bindOperations, type Transaction } from '../../../storage/procedure.ts';
import type { Statements } from '../../../storage/statements.ts';
import { changeControl, keepSecret, startKill } from '../operations/controls.ts';
import type { ControlQueries, ControlRow, ControlRows, SecretRow } from '../rows.ts';

const COLUMNS = 'bot_id AS botId, enabled, config, killed, changed_at AS changedAt';

/** Rows of settings and switches on the statements of one connection. */
export function prepareControlRows(tx: Transaction): ControlRows {
  return {
    find: (botId) => findControl(tx, botId),
    put: ({ botId, enabled, config, killed, changedAt }) => {
      tx.get(
        `INSERT INTO bot_control (bot_id, enabled, config, killed, changed_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (bot_id) DO UPDATE SET enabled = excluded.enabled, config = excluded.config,
           killed = excluded.killed, changed_at = excluded.changed_at`,
      ).run(botId, enabled ? 1 : 0, config, killed ? 1 : 0, changedAt);
    },
    findFlag: (name) => findFlag(tx, name),
    insertFlag: ({ name, value, changedAt }) => {
      tx.get('INSERT INTO flag (name, value, changed_at) VALUES (?, ?, ?)').run(
        name,
        value ? 1 : 0,
        changedAt,
      );
    },
    findSecret: (name) =>
      (tx.get('SELECT name, value FROM bot_secret WHERE name = ?').get(name) as SecretRow | undefined) ??
      null,
    insertSecret: ({ name, value }) => {
      tx.get('INSERT INTO bot_secret (name, value) VALUES (?, ?)').run(name, value);
    },
  };
}

export const procedures = bindOperations(
  import.meta.url,
  [changeControl, keepSecret, startKill],
  prepareControlRows,
);

export function prepareControlQueries(reads: Statements): ControlQueries {
  return {
    find: async (botId) => findControl(reads, botId),
    findFlag: async (name) => findFlag(reads, name),
    isKilledOrFlagged: async (botId, flag) =>
      reads
        .get(
          `SELECT 1 FROM bot_control WHERE bot_id = ? AND killed = 1
           UNION ALL SELECT 1 FROM flag WHERE name = ? AND value = 1`,
        )
        .get(botId, flag) !== undefined,
    listRunning: async (after, limit) =>
      reads
        .get(
          `SELECT ${COLUMNS} FROM bot_control WHERE enabled = 1 AND killed = 0 AND bot_id > ?
           ORDER BY bot_id LIMIT ?`,
        )
        .all(after, limit)
        .map(toControlRow),
  };
}

function findControl(statements: Statements, botId: string): ControlRow | null {
  const row = statements.get(`SELECT ${COLUMNS} FROM bot_control WHERE bot_id = ?`).get(botId);
  return row === undefined ? null : toControlRow(row);
}

function findFlag(statements: Statements, name: string): FlagRow | null {
  const row = statements
    .get('SELECT name, value, changed_at AS changedAt FROM flag WHERE name = ?')
    .get(name) as (Omit<FlagRow, 'value'> & { readonly value: number }) | undefined;
  return row === undefined ? null : { ...row, value: row.value === 1 };
}

function toControlRow(row: unknown): ControlRow {
  const { enabled, killed, ...rest } = row as Omit<ControlRow, 'enabled' | 'killed'> & {
    readonly enabled: number;
    readonly killed: number;
  };
  return { ...rest, enabled: enabled === 1, killed: killed === 1 };
}
