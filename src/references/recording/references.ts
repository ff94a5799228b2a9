import {
  type Clock,
  MINUTE_MS,
  REFERENCES,
  RELAYS,
  type RelayId,
  SOURCE_LIST,
  toSeriesKey,
} from '../../domain/index.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import { toPythCoin } from '../kalshi/normalise.ts';
import { RELAY_PROFILES } from '../profiles.ts';
import type { ReferenceRelay, ReferenceSeries, RelayStatus } from '../relay.ts';
import type { RelaySecrets } from '../relay-profile.ts';
import { ReferenceAnomalies } from './anomalies.ts';
import { ReferenceRecorder, type ReferenceRecorderOptions } from './reference-recorder.ts';
import { describeSeries, type ReferenceReader, type ReferenceReport } from './report.ts';
import { SeriesRecorder } from './series-recorder.ts';

/** Settings of reference prices. */
export interface ReferenceSettings {
  /** `auto`: every relay whose requirements are met. */
  readonly relays: 'auto' | 'off' | readonly RelayId[];
  readonly sources: readonly string[];
  readonly coins: readonly string[];
  readonly pythTickers: readonly string[];
}

export interface ReferencesOptions
  extends Pick<ReferenceRecorderOptions, 'history' | 'clock' | 'now' | 'onStored' | 'onError'> {
  readonly settings: ReferenceSettings;
  readonly urls: Readonly<Record<RelayId, string>>;
  readonly secrets: RelaySecrets;
  readonly userAgent: string;
  readonly random: () => number;
  readonly onWarning: (message: string) => void;
  /** Warnings about secrets that the operator has already received. */
  readonly warned: readonly string[];
  readonly onAnomaly: ConstructorParameters<typeof ReferenceAnomalies>[0];
}

const CHECK_MS = 1_000;
/**
 * Time in ms for which relays stay connected while it is not known which process records. It equals the time for which
 * values can wait.
 */
const OUTLAST_MS = 10 * MINUTE_MS;

/** Reference prices: their relays, recording and anomalies. */
export class References implements ReferenceReader {
  readonly #clock: Clock;
  readonly #relays: readonly ReferenceRelay[];
  readonly #off: readonly RelayStatus[];
  readonly #series: readonly SeriesRecorder[];
  readonly #recorder: ReferenceRecorder;
  readonly #anomalies: ReferenceAnomalies;
  readonly #task: PeriodicTask;
  readonly #onError: ReferencesOptions['onError'];
  readonly #history: Pick<ReferencesOptions['history'], 'findFence'>;
  readonly #now: () => number;
  /** Fence under which the relays are connected. null: they are not. */
  #fence: number | null = null;
  /** Last time at which this process knew that it may record, in monotonic ms. */
  #heldAt = 0;
  #isStopped = false;

  constructor(options: ReferencesOptions) {
    const { settings, urls, secrets, history, clock, now, random, userAgent, onError, onWarning, warned } =
      options;
    this.#clock = clock;
    this.#onError = onError;
    this.#history = history;
    this.#now = now ?? (() => performance.now());
    const why = new Map(RELAYS.map((id) => [id, findWhyOff(id, settings, secrets)]));
    for (const id of RELAYS) {
      const missing = why.get(id);
      const isNamed = settings.relays !== 'auto' && settings.relays !== 'off' && settings.relays.includes(id);
      const isTold = warned.some((warning) => warning.includes(`CROSSTAPE_${id.toUpperCase()}_`));
      if (missing != null && isNamed && !isTold) onWarning(`${id} is off: ${missing}`);
    }
    this.#relays = RELAYS.filter((id) => why.get(id) === null).map((id) =>
      RELAY_PROFILES[id].create(
        {
          url: urls[id],
          series: listSeries(id, settings),
          clock,
          random,
          ...(now === undefined ? {} : { now }),
          userAgent,
          onWarning,
          pythTickers: settings.pythTickers,
        },
        secrets,
      ),
    );
    this.#off = RELAYS.flatMap((relay) => {
      const said = why.get(relay) ?? null;
      if (said === null) return [];
      return { relay, state: 'off', why: said, connected: false, lastValueAt: null } as const;
    });
    const all = new Map(
      RELAYS.flatMap((id) => listSeries(id, settings)).map((one) => [toSeriesKey(one.source, one.coin), one]),
    );
    this.#series = [...all.values()].toSorted(bySourceThenCoin).map((one) => new SeriesRecorder(one));
    this.#recorder = new ReferenceRecorder({
      history,
      relays: this.#relays,
      series: this.#series,
      clock,
      ...(now === undefined ? {} : { now }),
      ...(options.onStored === undefined ? {} : { onStored: options.onStored }),
      onError,
    });
    this.#anomalies = new ReferenceAnomalies(options.onAnomaly);
    this.#task = new PeriodicTask({
      everyMs: CHECK_MS,
      run: () => this.check(),
      onError: (error) => onError('reference prices could not be checked', error),
    });
  }

  /** Connects the relays as soon as this process may record. Does nothing without relays. */
  async start(): Promise<void> {
    if (this.#relays.length === 0) return;
    await this.#followFence();
    if (!this.#isStopped) this.#task.start();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const relay of this.#relays) relay.stop();
    await this.#task.stop();
    await this.#recorder.stop();
  }

  /** Called once per second. */
  async check(): Promise<void> {
    await this.#followFence();
    if (this.#fence === null) return;
    await this.#recorder.check();
    this.#anomalies.review(this.#series, (one) => this.#recorder.isSilent(one), this.#clock());
  }

  /**
   * Connects the relays in the process that records. Another process may not store their values, and would store them
   * twice after a takeover. While it is unknown which process records, the relays stay connected and their values wait.
   */
  async #followFence(): Promise<void> {
    const fence = this.#history.findFence(REFERENCES);
    const now = this.#now();
    if (fence === null) {
      if (this.#fence !== null && now - this.#heldAt >= OUTLAST_MS) this.#disconnect();
      return;
    }
    this.#heldAt = now;
    if (fence === this.#fence) return;
    this.#disconnect();
    await this.#connect();
    this.#fence = fence;
  }

  /** Reads what was stored before, and connects the relays. */
  async #connect(): Promise<void> {
    try {
      await this.#recorder.resume();
    } catch (error) {
      this.#onError('reference prices of the run before could not be read', error);
    }
    if (this.#isStopped) return;
    for (const relay of this.#relays) relay.start();
    this.#recorder.restoreSeconds().catch((error) => {
      if (!this.#isStopped) this.#onError('seconds of the last day could not be read', error);
    });
  }

  #disconnect(): void {
    this.#fence = null;
    for (const relay of this.#relays) relay.stop();
  }

  async read(): Promise<ReferenceReport> {
    const now = this.#clock();
    const running = (one: ReferenceSeries) =>
      this.#relays.filter(({ series }) => series.some((other) => isSame(one, other))).map(({ id }) => id);
    const isElsewhere = this.#fence === null ? ELSEWHERE : {};
    const statuses = [
      ...this.#relays.map((relay): RelayStatus => ({ ...relay.status(), ...isElsewhere })),
      ...this.#off,
    ];
    return {
      series: this.#series.map((one) => describeSeries(one, running(one.series), now)),
      relays: RELAYS.flatMap((id) => statuses.find(({ relay }) => relay === id) ?? []),
      anomalies: [...this.#anomalies.current],
      raised: this.#anomalies.counts,
    };
  }
}

const ELSEWHERE: Partial<RelayStatus> = {
  state: 'off',
  why: 'this process does not record reference prices',
};

/** Finds the reason why a relay is off. null: it is on. */
function findWhyOff(id: RelayId, settings: ReferenceSettings, secrets: RelaySecrets): string | null {
  const { relays } = settings;
  if (relays === 'off') return 'CROSSTAPE_REFERENCES is off';
  if (relays !== 'auto' && !relays.includes(id)) return 'CROSSTAPE_REFERENCES does not name it';
  const { credentials, isReady } = RELAY_PROFILES[id];
  if (!isReady(secrets)) return `${credentials} are not set, or cannot be used`;
  return listSeries(id, settings).length === 0 ? 'no source or coin of it is set' : null;
}

function listSeries(id: RelayId, settings: ReferenceSettings): ReferenceSeries[] {
  const { sources, coins } = RELAY_PROFILES[id];
  return sources
    .filter((source) => source === 'pyth' || settings.sources.includes(source))
    .flatMap((source) =>
      source === 'pyth'
        ? settings.pythTickers.map((ticker) => ({ source, coin: toPythCoin(ticker) }))
        : settings.coins.filter((coin) => coins.includes(coin)).map((coin) => ({ source, coin })),
    );
}

function bySourceThenCoin(a: ReferenceSeries, b: ReferenceSeries): number {
  const place = ({ source }: ReferenceSeries) => SOURCE_LIST.findIndex(({ id }) => id === source);
  return place(a) - place(b) || (a.coin < b.coin ? -1 : 1);
}

function isSame(a: ReferenceSeries, b: ReferenceSeries): boolean {
  return a.source === b.source && a.coin === b.coin;
}
