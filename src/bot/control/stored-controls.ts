import { GLOBAL_KILL } from '../../accounts/operator.ts';
import type { Clock, EpochMs } from '../../domain/index.ts';
import { operation } from '../../storage/operation.ts';
import type { ServiceDatabase } from '../../storage/service-database.ts';
import {
  applyChange,
  type BotConfig,
  type BotControl,
  type ControlChange,
  type ControlStore,
  DEFAULT_BOT_CONFIG,
  type EnabledBot,
} from './control.ts';
import type { ControlQueries, ControlRow, ControlRows, SecretRow } from './rows.ts';

const HANDLE_SECRET = 'handle';

interface Change {
  readonly botId: string;
  readonly change: ControlChange;
  readonly now: EpochMs;
}

export const changeControl = operation(
  'bot.control',
  (rows: ControlRows, { botId, change, now }: Change): BotControl => {
    const next = applyChange(toControl(rows.find(botId)), change);
    const { enabled, ...config } = next.config;
    rows.put({ botId, enabled, config: JSON.stringify(config), killed: next.killed, changedAt: now });
    return next;
  },
);

/** The first one stays: nobody may make the handles of before belong to others. */
export const keepSecret = operation('bot.keepSecret', (rows: ControlRows, fresh: SecretRow): Uint8Array => {
  const known = rows.findSecret(fresh.name);
  if (known === null) rows.insertSecret(fresh);
  return (known ?? fresh).value;
});

/** Only where no start has set the flag before: afterwards the operator's word holds. */
export const startKill = operation(
  'bot.startKill',
  (rows: ControlRows, { killed, now }: { readonly killed: boolean; readonly now: EpochMs }): null => {
    if (rows.findFlag(GLOBAL_KILL) === null) {
      rows.insertFlag({ name: GLOBAL_KILL, value: killed, changedAt: now });
    }
    return null;
  },
);

/** Whether the bot's own switch or the global one stops its orders. */
export function isHalted(rows: Pick<ControlRows, 'find' | 'findFlag'>, botId: string): boolean {
  return rows.find(botId)?.killed === true || rows.findFlag(GLOBAL_KILL)?.value === true;
}

/** Bots' settings and flags in the service database. */
export class StoredControls implements ControlStore {
  readonly #database: ServiceDatabase;
  readonly #queries: ControlQueries;
  readonly #clock: Clock;

  constructor(database: ServiceDatabase, queries: ControlQueries, clock: Clock) {
    this.#database = database;
    this.#queries = queries;
    this.#clock = clock;
  }

  async find(botId: string): Promise<BotControl> {
    return toControl(await this.#queries.find(botId));
  }

  isHalted(botId: string): Promise<boolean> {
    return this.#queries.isKilledOrFlagged(botId, GLOBAL_KILL);
  }

  async isGloballyHalted(): Promise<boolean> {
    return (await this.#queries.findFlag(GLOBAL_KILL))?.value === true;
  }

  change(botId: string, change: ControlChange): Promise<BotControl> {
    return this.#database.transact(changeControl, { botId, change, now: this.#clock() });
  }

  async enabled(limit: number, after = ''): Promise<readonly EnabledBot[]> {
    const rows = await this.#queries.listRunning(after, limit);
    return rows.map((row) => ({ botId: row.botId, config: toConfig(row) }));
  }

  handleSecret(fresh: Uint8Array): Promise<Uint8Array> {
    return this.#database.transact(keepSecret, { name: HANDLE_SECRET, value: fresh });
  }

  async startWith(killed: boolean): Promise<void> {
    await this.#database.transact(startKill, { killed, now: this.#clock() });
  }
}

function toControl(row: ControlRow | null): BotControl {
  if (row === null) return { config: DEFAULT_BOT_CONFIG, killed: false };
  return { config: toConfig(row), killed: row.killed };
}

/** Settings that an older version did not know have their defaults. */
function toConfig({ config, enabled }: ControlRow): BotConfig {
  return { ...DEFAULT_BOT_CONFIG, ...(JSON.parse(config) as Partial<BotConfig>), enabled };
}
