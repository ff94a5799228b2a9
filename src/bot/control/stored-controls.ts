import { GLOBAL_KILL } from '../../accounts/operator.ts';
import type { Clock } from '../../domain/index.ts';
import type { ServiceDatabase } from '../../storage/service-database.ts';
import type { BotControl, ControlChange, ControlStore, EnabledBot } from './control.ts';
import { toConfig, toControl } from './control-row.ts';
import { changeControl, keepSecret, startKill } from './operations/controls.ts';
import type { ControlQueries } from './rows.ts';

const HANDLE_SECRET = 'handle';

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

  async read(botId: string): Promise<BotControl> {
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

  async listEnabled(limit: number, after = ''): Promise<readonly EnabledBot[]> {
    const rows = await this.#queries.listRunning(after, limit);
    return rows.map((row) => ({ botId: row.botId, config: toConfig(row) }));
  }

  keepHandleSecret(fresh: Uint8Array): Promise<Uint8Array> {
    return this.#database.transact(keepSecret, { name: HANDLE_SECRET, value: fresh });
  }

  async startWith(killed: boolean): Promise<void> {
    await this.#database.transact(startKill, { killed, now: this.#clock() });
  }
}
