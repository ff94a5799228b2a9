import type { FlagRow } from '../../../accounts/rows.ts';
import { bindOperations, type Transaction } from '../../../storage/procedure.ts';
import type { Statements } from '../../../storage/statements.ts';
import type { Halt } from '../control.ts';
import { changeControl, changeExitState, keepSecret, startKill } from '../operations/controls.ts';
import type { ControlQueries, ControlRow, ControlRows, SecretRow } from '../rows.ts';

const COLUMNS =
  'bot_id AS botId, enabled, config, halt, desk AS exitState, is_closing AS isClosing, changed_at AS changedAt';

/** Prepares the rows of settings and switches on one connection. */
export function prepareControlRows(tx: Transaction): ControlRows {
  return {
    find: (botId) => findControl(tx, botId),
    put: ({ botId, enabled, config, halt, exitState, isClosing, changedAt }) => {
      // `killed` is a column of its own because the index of running bots needs it.
      tx.get(
        `INSERT INTO bot_control (bot_id, enabled, config, killed, halt, desk, is_closing, changed_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (bot_id) DO UPDATE SET enabled = excluded.enabled, config = excluded.config,
           killed = excluded.killed, halt = excluded.halt, desk = excluded.desk,
           is_closing = excluded.is_closing, changed_at = excluded.changed_at`,
      ).run(
        botId,
        enabled ? 1 : 0,
        config,
        halt === 'all' ? 1 : 0,
        halt,
        exitState,
        isClosing ? 1 : 0,
        changedAt,
      );
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
      tx.get<SecretRow>('SELECT name, value FROM bot_secret WHERE name = ?').get(name) ?? null,
    insertSecret: ({ name, value }) => {
      tx.get('INSERT INTO bot_secret (name, value) VALUES (?, ?)').run(name, value);
    },
  };
}

export const procedures = bindOperations(
  import.meta.url,
  [changeControl, changeExitState, keepSecret, startKill],
  prepareControlRows,
);

/** Prepares the reads of bots' settings, halts and flags outside of transactions, as SQL for both engines. */
export function prepareControlQueries(reads: Statements): ControlQueries {
  return {
    find: async (botId) => findControl(reads, botId),
    findFlag: async (name) => findFlag(reads, name),
    readHalts: async (botId, [kill, opening]) => {
      const found = reads
        .get<{ word: string }>(
          `SELECT halt AS word FROM bot_control WHERE bot_id = ?
           UNION ALL SELECT name AS word FROM flag WHERE name IN (?, ?) AND value = 1`,
        )
        .all(botId, kill, opening)
        .map(({ word }) => word);
      const own = found.find((word): word is Halt => word !== kill && word !== opening);
      return { own: own ?? 'none', kill: found.includes(kill), opening: found.includes(opening) };
    },
    findWithFlags: async (botId, [kill, opening]) => {
      const found = reads
        .get(
          `SELECT (SELECT 1 FROM flag WHERE name = ? AND value = 1) AS kill,
             (SELECT 1 FROM flag WHERE name = ? AND value = 1) AS opening, ${COLUMNS}
           FROM (SELECT 1 AS one) AS always LEFT JOIN bot_control ON bot_id = ?`,
        )
        .get(kill, opening, botId) as { readonly [column: string]: unknown };
      const { kill: isKilled, opening: isOpeningHalted, ...row } = found;
      return {
        row: row.botId === null ? null : toControlRow(row),
        kill: isKilled !== null,
        opening: isOpeningHalted !== null,
      };
    },
    listWatched: async (mode) =>
      reads
        .get(
          `SELECT ${COLUMNS} FROM bot_control
           WHERE is_closing = 1 OR bot_id IN (SELECT bot_id FROM bot_position WHERE mode = ?)`,
        )
        .all(mode)
        .map(toControlRow),
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
    .get<Omit<FlagRow, 'value'> & { readonly value: number }>(
      'SELECT name, value, changed_at AS changedAt FROM flag WHERE name = ?',
    )
    .get(name);
  return row === undefined ? null : { ...row, value: row.value === 1 };
}

function toControlRow(row: unknown): ControlRow {
  const { enabled, isClosing, ...rest } = row as Omit<ControlRow, 'enabled' | 'isClosing'> & {
    readonly enabled: number;
    readonly isClosing: number;
  };
  return { ...rest, enabled: enabled === 1, isClosing: isClosing === 1 };
}
