import { GLOBAL_HALT_OPENING, GLOBAL_KILL } from '../../accounts/operator-request.ts';
import type { Clock } from '../../domain/index.ts';
import type { ServiceDatabase } from '../../storage/service-database.ts';
import {
  type BotControl,
  type ControlChange,
  type EnabledBot,
  type ExitChange,
  type Halt,
  joinHalts,
} from './control.ts';
import { toConfig, toControl, toExitState } from './control-row.ts';
import { toGlobalHalt } from './halt.ts';
import { changeControl, changeExitState, keepSecret, startKill } from './operations/controls.ts';
import type { ControlQueries } from './rows.ts';

const HANDLE_SECRET = 'handle';

/** Bots' settings and flags in the service database. */
export class ControlStore {
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

  /**
   * Reads the halt in force: the stricter of the bot's own and the operator's. Orders ask the `KillSwitch` instead,
   * which has a time limit.
   */
  async readHalt(botId: string): Promise<Halt> {
    const { own, ...flags } = await this.#queries.readHalts(botId, [GLOBAL_KILL, GLOBAL_HALT_OPENING]);
    return joinHalts(own, toGlobalHalt(flags));
  }

  /** Reads the settings of a bot, with the halt in force as {@link readHalt} reads it. */
  async readInForce(botId: string): Promise<BotControl> {
    const { row, ...flags } = await this.#queries.findWithFlags(botId, [GLOBAL_KILL, GLOBAL_HALT_OPENING]);
    const control = toControl(row);
    return { ...control, halt: joinHalts(control.halt, toGlobalHalt(flags)) };
  }

  /** Reads the operator's halt of all bots. */
  async readGlobalHalt(): Promise<Halt> {
    return toGlobalHalt(await this.#queries.readHalts('', [GLOBAL_KILL, GLOBAL_HALT_OPENING]));
  }

  change(botId: string, change: ControlChange): Promise<BotControl> {
    return this.#database.transact(changeControl, { botId, change, now: this.#clock() });
  }

  /**
   * Changes the state of the exit watch, unless it has changed since the watch read it.
   *
   * @returns Whether the state was changed.
   */
  changeExitState(botId: string, change: ExitChange): Promise<boolean> {
    return this.#database.transact(changeExitState, { botId, change, now: this.#clock() });
  }

  /**
   * Lists the bots that the exit watch follows: those with a position, and those whose positions are being closed. A
   * bot whose settings were never changed has no row and is left out.
   */
  async listWatched(mode: 'mock' | 'live'): Promise<ReadonlyMap<string, BotControl>> {
    return new Map((await this.#queries.listWatched(mode)).map((row) => [row.botId, toControl(row)]));
  }

  /** Lists the bots whose engine is on and which are not halted, by id. @param after Last bot of the page before. */
  async listEnabled(limit: number, after = ''): Promise<readonly EnabledBot[]> {
    const rows = await this.#queries.listRunning(after, limit);
    return rows.map((row) => ({ botId: row.botId, config: toConfig(row), exitState: toExitState(row) }));
  }

  /** Stores the secret from which handles of bots are computed, unless one is stored. @returns The stored secret. */
  keepHandleSecret(fresh: Uint8Array): Promise<Uint8Array> {
    return this.#database.transact(keepSecret, { name: HANDLE_SECRET, value: fresh });
  }

  /** Sets the operator's halt at the very first start; afterwards the operator alone changes it. */
  async startWith(isHalted: boolean): Promise<void> {
    await this.#database.transact(startKill, { isHalted, now: this.#clock() });
  }
}
