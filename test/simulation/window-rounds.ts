import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Simulator, startSimulator } from '../../simulator/index.ts';
import { epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/domain/index.ts';
import type { NamedMarket } from './settled-market.ts';
import { judgeWindows, type Outage, type WindowReport } from './window-judgement.ts';
import type { WindowCommand, WindowProcessOptions } from './window-process.ts';

export interface WindowRounds {
  /** Quarters of an hour whose windows are recorded and decided. */
  readonly quarters: number;
  /** The process is killed once in so many of them. */
  readonly killEvery: number;
  /** Numbers from 0 to 1 that decide when. */
  readonly random: () => number;
}

const START = Date.UTC(2026, 10, 20, 12);
const QUARTER_MS = 15 * MINUTE_MS;
/** Time around each quarter of an hour that the sockets are open; between them it jumps, as all moments lie within. */
const BEFORE_MS = 20 * SECOND_MS;
const AFTER_MS = 60 * SECOND_MS;
/** Shorter than a silence after which a series is subscribed to again. */
const STEP_MS = 10 * SECOND_MS;
/** Venues settle 45 s after the close. */
const SETTLED_AFTER_MS = 50 * SECOND_MS;
const COINS = ['btc', 'eth', 'sol', 'xrp'] as const;
const CANARY = 'zec';
/** Values that are late come after the resolution. */
const LATE_MS = 55 * SECOND_MS;
const FAULTS = [
  { kind: 'reference_hole', share: 0.1 },
  { kind: 'reference_late', delayMs: LATE_MS, share: 0.04 },
  { kind: 'reference_correct', deltaBps: 20, share: 0.05 },
  { kind: 'reference_double', share: 0.05 },
  { kind: 'reference_future', aheadMs: HOUR_MS, share: 0.03 },
  { kind: 'reference_mislabel', share: 0.03 },
  { kind: 'reference_partial', share: 0.05 },
  { kind: 'reference_other_result', share: 0.03 },
] as const;
/** Markets of all four coins that have windows. */
const MARKETS = 400;
const MAX_LIFE_MS = 12;
/** First quarter of an hour in which a source is away for an hour; a series is silent from the other one on. */
const AWAY_FROM = 2;
const SILENT_FROM = 4;

/**
 * Records windows of three venues through the sockets of the simulator, which makes holes, values that are late, corrected,
 * doubled, of the future, mislabelled or incomplete, results against them, and a source that is away for an hour, while the
 * recording process is killed in between. Each verdict is measured by the truth of the simulator.
 */
export async function runWindowRounds(dataDir: string, rounds: WindowRounds): Promise<WindowReport> {
  let now = START - QUARTER_MS;
  const simulator = await startSimulator({ port: 0, seed: 46, markets: MARKETS, clock: () => epochMs(now) });
  const stage = new WindowStage(simulator, dataDir, (at) => {
    now = at;
    simulator.tick();
  });
  try {
    for (const coin of COINS) for (const fault of FAULTS) simulator.faults.set({ ...fault, coin });
    for (let i = 0; i < rounds.quarters; i++) {
      const closeAt = START + i * QUARTER_MS;
      const steps = (BEFORE_MS + AFTER_MS) / STEP_MS;
      const isKilled = rounds.killEvery > 0 && i % rounds.killEvery === rounds.killEvery - 1;
      const killAt = isKilled ? Math.floor(rounds.random() * steps) : null;
      await stage.playQuarter(i, closeAt, killAt === null ? null : [killAt, rounds.random() * MAX_LIFE_MS]);
    }
    await stage.end();
    return await judgeWindows(simulator, dataDir, {
      fromMs: START,
      toMs: START + (rounds.quarters - 1) * QUARTER_MS,
      outages: stage.outages,
    });
  } finally {
    stage.kill();
    await simulator.close();
  }
}

/** The simulated world and the process that records it, step by step. */
class WindowStage {
  readonly outages: Outage[] = [];
  readonly #simulator: Simulator;
  readonly #options: WindowProcessOptions;
  readonly #moveTo: (at: number) => void;
  #child: ChildProcess | null = null;
  #commands = 0;
  /** Time up to which everything that was sent is stored. */
  #storedTo = START;
  #silence: number | null = null;

  constructor(simulator: Simulator, dataDir: string, moveTo: (at: number) => void) {
    this.#simulator = simulator;
    this.#options = { dataDir, urls: simulator.urls, coins: COINS, canary: CANARY };
    this.#moveTo = moveTo;
  }

  /**
   * Plays a quarter of an hour.
   *
   * @param kill Step within which the process is killed, and ms after its beginning; null: it is not.
   */
  async playQuarter(
    index: number,
    closeAt: number,
    kill: readonly [step: number, afterMs: number] | null,
  ): Promise<void> {
    const from = closeAt - BEFORE_MS;
    this.#moveTo(from);
    this.#leaveAway(index, from);
    this.#storedTo = from;
    await this.#tell({ do: 'connect', at: from });
    await this.#tell({ do: 'decide' });
    let step = 0;
    for (let at = from + STEP_MS; at <= closeAt + AFTER_MS; at += STEP_MS, step++) {
      const before = at - STEP_MS;
      this.#moveTo(at);
      const commands: WindowCommand[] = [{ do: 'pass', at, heard: this.#listHeard(before, at) }];
      if (at === closeAt + SETTLED_AFTER_MS)
        commands.push({ do: 'resolve', markets: this.#listMarkets(closeAt) });
      else if (at > closeAt + SETTLED_AFTER_MS) commands.push({ do: 'decide' });
      if (kill !== null && kill[0] === step) await this.#killDuring(commands, at, kill[1]);
      else for (const command of commands) await this.#tell(command);
      this.#storedTo = at;
    }
    await this.#tell({ do: 'disconnect' });
  }

  async end(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    const gone = once(child, 'exit');
    await this.#tell({ do: 'end' });
    await gone;
    this.#child = null;
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  /** Kills the process while it carries out commands, and starts another one, which is told them again. */
  async #killDuring(commands: readonly WindowCommand[], at: number, afterMs: number): Promise<void> {
    const child = await this.#start();
    const gone = once(child, 'exit');
    for (const command of commands) child.send({ id: ++this.#commands, command });
    await sleep(afterMs);
    child.kill('SIGKILL');
    await gone;
    this.#child = null;
    this.outages.push({ key: null, fromMs: this.#storedTo, toMs: at });
    await this.#tell({ do: 'connect', at });
    for (const command of commands) if (command.do !== 'pass') await this.#tell(command);
  }

  async #start(): Promise<ChildProcess> {
    if (this.#child !== null) return this.#child;
    const file = path.join(import.meta.dirname, 'window-process.ts');
    const child = fork(file, [JSON.stringify(this.#options)], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    this.#child = child;
    await once(child, 'message');
    return child;
  }

  /** Resolves when the process has carried out a command. @throws when it ended on its own. */
  async #tell(command: WindowCommand): Promise<void> {
    const child = await this.#start();
    const id = ++this.#commands;
    await new Promise<void>((resolve, reject) => {
      const onMessage = (answer: unknown) => {
        if (answer !== id) return;
        child.off('message', onMessage);
        child.off('exit', onExit);
        resolve();
      };
      const onExit = () => reject(new Error(`the process ended while it was told to ${command.do}`));
      child.on('message', onMessage);
      child.once('exit', onExit);
      child.send({ id, command });
    });
  }

  /** Lists the time of the canary that each socket has sent last by a time. */
  #listHeard(from: number, to: number): Readonly<Record<string, number>> {
    const { publication } = this.#simulator.world;
    const newest = (source: 'twap60' | 'rti') =>
      publication.listSent(source, CANARY, from, to).at(-1)?.t ?? 0;
    return { rtds: newest('twap60'), polybolt: newest('twap60'), kalshi: newest('rti') };
  }

  #listMarkets(closeAt: number): NamedMarket[] {
    return this.#simulator.world
      .listWindows(closeAt, closeAt)
      .flatMap(({ listing: { venue, name } }) => (venue === 'hyperliquid' ? [] : [{ venue, name }]));
  }

  /** Begins and ends the hour in which a source publishes nothing, and the one in which a series is silent. */
  #leaveAway(index: number, at: number): void {
    const { faults } = this.#simulator;
    if (index === AWAY_FROM)
      faults.set({ kind: 'reference_hole', seconds: HOUR_MS / SECOND_MS, source: 'twap60', coin: 'eth' });
    if (index === SILENT_FROM) {
      const key = 'twap60-sol';
      this.#silence = faults.set({ kind: 'silence', venue: 'ref', asset: key });
      this.outages.push({ key, fromMs: at, toMs: at + HOUR_MS });
    }
    if (index === SILENT_FROM + HOUR_MS / QUARTER_MS && this.#silence !== null) faults.clear(this.#silence);
  }
}
