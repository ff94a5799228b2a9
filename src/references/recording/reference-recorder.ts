import { type Clock, DAY_MS, type EpochMs, epochMs, REFERENCES, toSeriesKey } from '../../domain/index.ts';
import type { HistoryStore, SeriesObservation } from '../../history/contract/history-store.ts';
import type { ReferenceMark } from '../../history/contract/reference-marks.ts';
import { ReferenceRecord } from '../../history/references/reference-record.ts';
import type { ReferenceRelay, ReferenceValue } from '../relay.ts';
import { RelayWatch } from './relay-watch.ts';
import { GAP_FROM_MS, type GapChange } from './series-holes.ts';
import { DEDUPLICATION_WINDOW_MS, type LastReference, type SeriesRecorder } from './series-recorder.ts';

export type ReferenceHistory = Pick<
  HistoryStore,
  | 'findFence'
  | 'append'
  | 'putGap'
  | 'removeGap'
  | 'listGaps'
  | 'findLast'
  | 'scan'
  | 'findMarks'
  | 'listMarks'
>;

export interface ReferenceRecorderOptions {
  readonly history: ReferenceHistory;
  readonly relays: readonly ReferenceRelay[];
  readonly series: readonly SeriesRecorder[];
  readonly clock: Clock;
  /** Monotonic clock, in ms. */
  readonly now?: () => number;
  /** Called when a value of a series is stored, with the key of the series and the time of the value. */
  readonly onStored?: (key: string, t: EpochMs) => void;
  readonly onError: (what: string, error: unknown) => void;
}

/** Maximum number of values that wait while the store cannot write. The oldest are dropped. */
const MAX_WAITING = 24 * 600;
const WINDOW_PAGE = 20_000;
const CHECKS_A_MINUTE = 60;

interface Waiting {
  readonly series: SeriesRecorder;
  readonly record: SeriesObservation | null;
  readonly mark: ReferenceMark | null;
  readonly last: LastReference | null;
}

/** Records the values of the relays, with one commit per second for all series. */
export class ReferenceRecorder {
  readonly #options: ReferenceRecorderOptions;
  readonly #now: () => number;
  readonly #byKey: ReadonlyMap<string, SeriesRecorder>;
  readonly #watches: readonly RelayWatch[];
  /** Time of the last new second of each series, in monotonic ms. */
  readonly #newAt = new Map<SeriesRecorder, number>();
  readonly #lost = new Map<SeriesRecorder, { fromMs: EpochMs; toMs: EpochMs }>();
  readonly #unsubscribe: (() => void)[] = [];
  #waiting: Waiting[] = [];
  #gaps: GapChange[] = [];
  #writing: Promise<void> | null = null;
  #isFailing = false;
  #areGapsFailing = false;
  #checks = 0;

  constructor(options: ReferenceRecorderOptions) {
    const { relays, series, now = () => performance.now() } = options;
    this.#options = options;
    this.#now = now;
    this.#byKey = new Map(series.map((one) => [one.key, one]));
    this.#watches = relays.map((relay) => {
      const even = relay.series.filter((one) => this.#find(one)?.everyMs != null);
      const watch = new RelayWatch(relay, even, now);
      this.#unsubscribe.push(
        relay.onValue((value) => {
          watch.note(value, value.t);
          this.#record(value, relay.id);
        }),
        relay.onRefused((one, why) => this.#find(one)?.countRefusal(why)),
      );
      return watch;
    });
  }

  /** Reads what an earlier run stored, so that no value is stored twice. */
  async restore(): Promise<void> {
    const { history, clock, series } = this.#options;
    const record = new ReferenceRecord(history);
    const now = clock();
    for (const one of series) {
      const { key } = one;
      const stored = await history.findLast({ venue: REFERENCES, storeKey: key });
      // Counted from the newest value, because a wrong clock may be corrected while the service runs.
      const newest = stored?.t ?? now;
      const values = await record.valuesBetween(
        key,
        epochMs(newest - DEDUPLICATION_WINDOW_MS),
        epochMs(Math.max(newest, now) + GAP_FROM_MS),
      );
      const [marked] = stored === null ? [] : (await record.valuesAt(key, stored.t)).slice(-1);
      const last =
        stored === null
          ? null
          : {
              t: stored.t,
              p: stored.p,
              text: marked?.text ?? null,
              receivedAt: marked?.receivedAt ?? null,
              relay: marked?.relay ?? null,
            };
      const gaps = await history.listGaps(
        REFERENCES,
        { fromMs: epochMs(newest - DEDUPLICATION_WINDOW_MS) },
        key,
      );
      one.restore(
        values,
        last,
        gaps.filter(({ storeKey }) => storeKey === key),
      );
    }
  }

  /**
   * Continues after another process has recorded: drops waiting values, which that process stored, and reads the state
   * again.
   */
  async resume(): Promise<void> {
    await this.#writing;
    this.#waiting = [];
    this.#gaps = [];
    this.#lost.clear();
    this.#newAt.clear();
    for (const one of this.#options.series) one.forget();
    await this.restore();
  }

  /** Reads which seconds of the last 24 hours have a value. */
  async restoreSeconds(): Promise<void> {
    const { history, clock, series } = this.#options;
    const fromMs = epochMs(clock() - DAY_MS);
    for (const one of series) {
      if (one.everyMs === null) continue;
      const target = { venue: REFERENCES, storeKey: one.key } as const;
      const earlier = await history.findLast(target, epochMs(fromMs - 1));
      if (earlier !== null) one.seconds.addEarlier(earlier.t);
      for await (const { t, length } of history.scan(target, { fromMs, pageRecords: WINDOW_PAGE }))
        for (let i = 0; i < length; i++) one.seconds.add(t[i]!);
    }
  }

  /** Watches the relays, opens gaps and stores new values. Called once per second. */
  async check(): Promise<void> {
    const { relays, series, clock } = this.#options;
    for (const relay of relays) relay.check();
    for (const watch of this.#watches) watch.check();
    const now = this.#now();
    const isMinute = this.#checks++ % CHECKS_A_MINUTE === 0;
    for (const one of series) {
      if (isMinute) one.forgetOld(clock());
      if (!this.#newAt.has(one)) this.#newAt.set(one, now);
      if (!this.isSilent(one)) continue;
      one.openHole(this.#findReason(one));
    }
    await this.flush();
  }

  /** Whether a series that had values has had no new second for a minute. */
  isSilent(one: SeriesRecorder): boolean {
    const newAt = this.#newAt.get(one);
    return (
      one.everyMs !== null && one.newest !== null && newAt !== undefined && this.#now() - newAt >= GAP_FROM_MS
    );
  }

  /** Stores the waiting values. Resolves when they are stored, or when the store refused them and they keep waiting. */
  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  /** Stores the remaining values and stops. */
  async stop(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    await this.flush();
    await this.flush();
  }

  #find({ source, coin }: { readonly source: string; readonly coin: string }): SeriesRecorder | undefined {
    return this.#byKey.get(toSeriesKey(source, coin));
  }

  #record(value: ReferenceValue, relay: string): void {
    const series = this.#find(value);
    if (series === undefined) return;
    const before = series.newest;
    const rows = series.recordValue(value, relay, () => this.#findReason(series));
    if (rows === null) return;
    if (series.newest !== before) this.#newAt.set(series, this.#now());
    this.#waiting.push({ series, ...rows });
    this.#dropOldest();
  }

  #findReason(series: SeriesRecorder): string {
    if (this.#isFailing) return 'could not be stored';
    const isConnected = this.#options.relays.some(
      (relay) =>
        relay.status().connected &&
        relay.series.some(({ source, coin }) => toSeriesKey(source, coin) === series.key),
    );
    return isConnected ? 'the publisher sent nothing' : 'not connected';
  }

  #dropOldest(): void {
    while (this.#waiting.length > MAX_WAITING) {
      const { series, record } = this.#waiting.shift()!;
      if (record === null) continue;
      const lost = this.#lost.get(series);
      const { t } = record;
      if (lost === undefined) this.#lost.set(series, { fromMs: t, toMs: t });
      else {
        lost.fromMs = epochMs(Math.min(lost.fromMs, t));
        lost.toMs = epochMs(Math.max(lost.toMs, t));
      }
    }
  }

  async #write(): Promise<void> {
    const { history, clock, onError } = this.#options;
    const some = this.#waiting;
    const gaps = [...this.#gaps, ...this.#options.series.flatMap((one) => one.holes.takeChanges())];
    this.#waiting = [];
    this.#gaps = [];
    try {
      if (some.length > 0) {
        const records = some.flatMap(({ record }) => record ?? []);
        const marks = some.flatMap(({ mark }) => mark ?? []);
        await history.append(records, { venue: REFERENCES, at: clock(), changed: [], marks });
        for (const { series, last } of some) if (last !== null) series.last = last;
        for (const { series, record, mark } of some) {
          const t = record?.t ?? mark?.t;
          if (t !== undefined) this.#options.onStored?.(series.key, t);
        }
      }
    } catch (error) {
      if (!this.#isFailing) onError('reference prices could not be stored; they wait', error);
      this.#isFailing = true;
      this.#waiting = [...some, ...this.#waiting];
      this.#gaps = [...gaps, ...this.#gaps];
      this.#dropOldest();
      return;
    }
    this.#isFailing = false;
    for (const [{ key: storeKey }, { fromMs, toMs }] of this.#lost)
      gaps.push({
        gap: { venue: REFERENCES, storeKey, fromMs, toMs, reason: 'could not be stored' },
        isGone: false,
      });
    this.#lost.clear();
    for (const [i, { gap, isGone }] of gaps.entries()) {
      try {
        if (isGone) await history.removeGap(gap);
        else await history.putGap(gap);
      } catch (error) {
        this.#gaps = [...gaps.slice(i), ...this.#gaps];
        // Reported only once, because the write is tried every second.
        if (!this.#areGapsFailing)
          onError('a hole of a reference price could not be stored; it waits', error);
        this.#areGapsFailing = true;
        return;
      }
    }
    this.#areGapsFailing = false;
  }
}
