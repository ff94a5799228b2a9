import type { SimulatorUrls } from '../../simulator/index.ts';
import { epochMs, type RelayId } from '../../src/domain/index.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { RELAY_PROFILES } from '../../src/references/profiles.ts';
import { ReferenceRecorder } from '../../src/references/recording/reference-recorder.ts';
import { SeriesRecorder } from '../../src/references/recording/series-recorder.ts';
import type { ReferenceRelay, ReferenceSeries } from '../../src/references/relay.ts';
import { VerdictTask } from '../../src/settled/task/verdict-task.ts';
import { RELAY_SECRETS } from '../support/reference-stand.ts';
import { type NamedMarket, readSettledMarket } from './settled-market.ts';

/** Options of the process at its start, as JSON. */
export interface WindowProcessOptions {
  readonly dataDir: string;
  readonly urls: SimulatorUrls;
  readonly coins: readonly string[];
  /** Coin that no fault strikes: its newest value says that all before it was read. */
  readonly canary: string;
}

/** Command to the process, which answers with the command's number once it is done. */
export type WindowCommand =
  | { readonly do: 'connect'; readonly at: number }
  | { readonly do: 'disconnect' }
  /** Time has passed, and the sockets have sent this moment of the canary, by relay. */
  | { readonly do: 'pass'; readonly at: number; readonly heard: Readonly<Record<string, number>> }
  | { readonly do: 'resolve'; readonly markets: readonly NamedMarket[] }
  | { readonly do: 'decide' }
  | { readonly do: 'end' };

const SOURCES: Readonly<Record<RelayId, readonly string[]>> = {
  rtds: ['twap60'],
  polybolt: ['twap60'],
  kalshi: ['rti', 'rti60'],
};
const RELAYS = ['rtds', 'polybolt', 'kalshi'] as const;
/** Maximum wait for a canary, ms: a subscription that was made again may be behind it. */
const PATIENCE_MS = 200;

/** Child process: records reference prices, resolutions and verdicts as the feed role does, at a time that it is told. */
class WindowProcess {
  readonly #options: WindowProcessOptions;
  readonly #relays: readonly ReferenceRelay[];
  readonly #recorder: ReferenceRecorder;
  readonly #history: HistoryStore;
  readonly #verdicts: VerdictTask;
  /** Newest moment of the canary, by relay. */
  readonly #heard = new Map<string, number>();
  #now = 0;
  #onHeard: () => void = () => undefined;

  constructor(options: WindowProcessOptions, history: HistoryStore) {
    this.#options = options;
    this.#history = history;
    const { coins, canary, urls } = options;
    const clock = () => epochMs(this.#now);
    const now = () => this.#now;
    const onError = (what: unknown, error?: unknown) => {
      throw new Error(String(what), { cause: error ?? what });
    };
    const listSeries = (id: RelayId) =>
      SOURCES[id].flatMap((source) => [...coins, canary].map((coin): ReferenceSeries => ({ source, coin })));
    const addresses = { rtds: urls.polymarketRtdsWs, polybolt: urls.polyboltWs, kalshi: urls.kalshiWs };
    this.#relays = RELAYS.map((id) =>
      RELAY_PROFILES[id].create(
        {
          url: addresses[id],
          series: listSeries(id),
          clock,
          random: Math.random,
          now,
          userAgent: 'test',
          onWarning: onError,
          pythTickers: [],
        },
        RELAY_SECRETS,
      ),
    );
    this.#verdicts = new VerdictTask({
      history,
      adapters: new Map(),
      clock,
      onAnomaly: () => undefined,
      onError,
    });
    this.#recorder = new ReferenceRecorder({
      history,
      relays: this.#relays,
      series: [...listSeries('rtds'), ...listSeries('kalshi')].map((one) => new SeriesRecorder(one)),
      clock,
      now,
      onStored: (key, t) => this.#verdicts.noteValue(key, t),
      onError,
    });
    for (const relay of this.#relays)
      relay.onValue(({ coin, t, source }) => {
        if (coin !== canary || source === 'rti60') return;
        this.#heard.set(relay.id, Math.max(t, this.#heard.get(relay.id) ?? 0));
        this.#onHeard();
      });
  }

  async carryOut(command: WindowCommand): Promise<void> {
    switch (command.do) {
      case 'connect':
        return this.#connect(command.at);
      case 'disconnect':
        for (const relay of this.#relays) relay.stop();
        return;
      case 'pass':
        this.#now = command.at;
        await this.#waitFor(command.heard);
        return this.#recorder.check();
      case 'resolve':
        for (const market of command.markets) await this.#resolve(market);
        return this.#verdicts.run();
      case 'decide':
        return this.#verdicts.run();
      case 'end':
        for (const relay of this.#relays) relay.stop();
        await this.#recorder.stop();
        await this.#verdicts.run();
        await this.#history.close();
        return;
    }
  }

  async #connect(at: number): Promise<void> {
    const isFirst = this.#now === 0;
    this.#now = at;
    if (isFirst) await this.#recorder.restore();
    this.#heard.clear();
    // While it is not connected a recorder checks each second too.
    await this.#recorder.check();
    for (const relay of this.#relays) relay.start();
    // Snapshots say that a socket is subscribed; the one of the index sends none.
    await this.#waitFor({ rtds: 1, polybolt: 1 });
    await this.#recorder.check();
  }

  /** Waits until the canary of each relay was heard up to a moment. */
  async #waitFor(moments: Readonly<Record<string, number>>): Promise<void> {
    const isHeard = () => Object.entries(moments).every(([id, t]) => (this.#heard.get(id) ?? 0) >= t);
    if (isHeard()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS);
      this.#onHeard = () => {
        if (!isHeard()) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.#onHeard = () => undefined;
  }

  async #resolve(market: NamedMarket): Promise<void> {
    const { facts, rules, answer } = await readSettledMarket(this.#options.urls, market);
    if (answer === null) throw new Error(`${market.name} is not settled`);
    const at = epochMs(this.#now);
    const { venue, storeKey, asset } = facts;
    await this.#history.append([], { venue, at, changed: [{ ...facts, rules }] });
    const { stated = null, ...resolution } = answer;
    const stored = { ...resolution, venue, storeKey, asset, recordedAt: at };
    await this.#history.putResolution(stored);
    await this.#verdicts.noteResolution(stored, stated);
  }
}

if (import.meta.main) {
  const options: WindowProcessOptions = JSON.parse(process.argv[2]!);
  const running = new WindowProcess(options, await openSqliteHistory({ dataDir: options.dataDir }));
  process.on('message', async ({ id, command }: { id: number; command: WindowCommand }) => {
    await running.carryOut(command);
    process.send?.(id, () => {
      if (command.do === 'end') process.disconnect();
    });
  });
  process.send?.('ready');
}
