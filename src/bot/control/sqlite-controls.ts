import type { Clock, EpochMs } from '../../domain/index.ts';
import { procedure, procedureModule, type Transaction } from '../../storage/sqlite/procedure.ts';
import type { SqliteServiceDatabase } from '../../storage/sqlite/sqlite-service-database.ts';
import {
  applyChange,
  type BotConfig,
  type BotControl,
  type ControlChange,
  type ControlStore,
  DEFAULT_BOT_CONFIG,
  type EnabledBot,
} from './control.ts';

interface ControlRow {
  readonly config: string;
  readonly killed: number;
}

const changeProcedure = procedure(
  'bot.control',
  (tx, { botId, change, now }: { botId: string; change: ControlChange; now: EpochMs }): BotControl => {
    const next = applyChange(readControl(tx, botId), change);
    tx.get(
      `INSERT INTO bot_control (bot_id, config, killed, changed_at) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT DO UPDATE SET config = ?2, killed = ?3, changed_at = ?4`,
    ).run(botId, JSON.stringify(next.config), next.killed ? 1 : 0, now);
    return next;
  },
);

/** The first one stays: nobody may make the handles of before belong to others. */
const keepSecretProcedure = procedure(
  'bot.keepSecret',
  (tx, { name, value }: { name: string; value: Uint8Array }): Uint8Array => {
    tx.get('INSERT INTO bot_secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, value);
    return (tx.get('SELECT value FROM bot_secret WHERE name = ?').get(name) as { value: Uint8Array }).value;
  },
);

/** Only where no start has set the flag before: afterwards the operator's word holds. */
const startKillProcedure = procedure(
  'bot.startKill',
  (tx, { killed, now }: { killed: boolean; now: EpochMs }): null => {
    tx.get(
      "INSERT INTO flag (name, value, changed_at) VALUES ('global_kill', ?, ?) ON CONFLICT DO NOTHING",
    ).run(killed ? 1 : 0, now);
    return null;
  },
);

export const procedures = procedureModule(import.meta.url, [
  changeProcedure,
  keepSecretProcedure,
  startKillProcedure,
]);

/** Bots' settings and flags in the service database. */
export class SqliteControls implements ControlStore {
  readonly #database: SqliteServiceDatabase;
  readonly #clock: Clock;

  constructor(database: SqliteServiceDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async find(botId: string): Promise<BotControl> {
    return readControl(this.#database.reads, botId);
  }

  async isHalted(botId: string): Promise<boolean> {
    return (await this.isGloballyHalted()) || readControl(this.#database.reads, botId).killed;
  }

  async isGloballyHalted(): Promise<boolean> {
    const sql = "SELECT 1 FROM flag WHERE name = 'global_kill' AND value = 1";
    return this.#database.reads.get(sql).get() !== undefined;
  }

  change(botId: string, change: ControlChange): Promise<BotControl> {
    return this.#database.transact(changeProcedure, { botId, change, now: this.#clock() });
  }

  async enabled(limit: number, after = ''): Promise<EnabledBot[]> {
    const sql = `SELECT bot_id AS botId, config FROM bot_control
      WHERE killed = 0 AND json_extract(config, '$.enabled') AND bot_id > ? ORDER BY bot_id LIMIT ?`;
    const rows = this.#database.reads.get(sql).all(after, limit) as unknown as {
      botId: string;
      config: string;
    }[];
    return rows.map(({ botId, config }) => ({ botId, config: toConfig(config) }));
  }

  /** What makes handles, kept from the first start on. */
  handleSecret(fresh: Uint8Array): Promise<Uint8Array> {
    return this.#database.transact(keepSecretProcedure, { name: 'handle', value: fresh });
  }

  /** Sets the global flag at the very first start. */
  async startWith(killed: boolean): Promise<void> {
    await this.#database.transact(startKillProcedure, { killed, now: this.#clock() });
  }
}

function readControl(tx: Transaction, botId: string): BotControl {
  const row = tx.get('SELECT config, killed FROM bot_control WHERE bot_id = ?').get(botId) as
    | ControlRow
    | undefined;
  if (row === undefined) return { config: DEFAULT_BOT_CONFIG, killed: false };
  return { config: toConfig(row.config), killed: row.killed === 1 };
}

function toConfig(text: string): BotConfig {
  return { ...DEFAULT_BOT_CONFIG, ...(JSON.parse(text) as Partial<BotConfig>) };
}
