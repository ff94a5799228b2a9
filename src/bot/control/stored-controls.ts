import { GLOBAL_HALT_OPENING, GLOBAL_KILL } from '../../accounts/operator.ts';
import type { Clock } from '../../domain/index.ts';
import type { ServiceDatabase } from '../../storage/service-database.ts';
import {
  type BotControl,
  type ControlChange,
  type ControlStore,
  type DeskChange,
  type EnabledBot,
  type Halt,
  joinHalts,
} from './control.ts';
import { toConfig, toControl, toDesk } from './control-row.ts';
import { toGlobalHalt } from './halt.ts';
import { changeControl, changeDesk, keepSecret, startKill } from './operations/controls.ts';
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

  async readHalt(botId: string): Promise<Halt> {
    const { own, ...flags } = await this.#queries.readHalts(botId, [GLOBAL_KILL, GLOBAL_HALT_OPENING]);
    return joinHalts(own, toGlobalHalt(flags));
  }

  async readGlobalHalt(): Promise<Halt> {
    return toGlobalHalt(await this.#queries.readHalts('', [GLOBAL_KILL, GLOBAL_HALT_OPENING]));
  }

  change(botId: string, change: ControlChange): Promise<BotControl> {
    return this.#database.transact(changeControl, { botId, change, now: this.#clock() });
  }

  changeDesk(botId: string, change: DeskChange): Promise<boolean> {
    return this.#database.transact(changeDesk, { botId, change, now: this.#clock() });
  }

  async listWatched(mode: 'mock' | 'live'): Promise<ReadonlyMap<string, BotControl>> {
    return new Map((await this.#queries.listWatched(mode)).map((row) => [row.botId, toControl(row)]));
  }

  async listEnabled(limit: number, after = ''): Promise<readonly EnabledBot[]> {
    const rows = await this.#queries.listRunning(after, limit);
    return rows.map((row) => ({ botId: row.botId, config: toConfig(row), desk: toDesk(row) }));
  }

  keepHandleSecret(fresh: Uint8Array): Promise<Uint8Array> {
    return this.#database.transact(keepSecret, { name: HANDLE_SECRET, value: fresh });
  }

  async startWith(killed: boolean): Promise<void> {
    await this.#database.transact(startKill, { killed, now: this.#clock() });
  }
}
