import {
  type AssetRef,
  type Clock,
  DAY_MS,
  type EpochMs,
  epochMs,
  findSource,
  MINUTE_MS,
  SECOND_MS,
  toSeriesKey,
  UpstreamError,
  type VenueId,
  type WholeStatement,
} from '../../domain/index.ts';
import type { HistoryStore } from '../../history/contract/history-store.ts';
import { type StoredResolution, toCurrentResolution } from '../../history/contract/resolutions.ts';
import type { MarketKey } from '../../history/contract/series.ts';
import type { SettledLine, SettledRow } from '../../history/contract/settled.ts';
import { Slices } from '../../scheduling/slices.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';
import { listSettledAnomalies, type SettledAnomaly, type SettledAnomalyCounts } from '../anomalies.ts';
import { listDecidingMoments } from '../verdict/list-moments.ts';
import { decideMarket } from './decide-market.ts';
import { type Decided, storeDecided } from './decided-rows.ts';
import { SeriesValues } from './series-values.ts';
import { isSameLine, isSilent, mergeStated } from './settled-line.ts';

export interface VerdictTaskOptions {
  readonly history: HistoryStore;
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
  readonly clock: Clock;
  /** A decision shows something odd that it did not show before. */
  readonly onAnomaly: (anomaly: SettledAnomaly) => void;
  readonly onError: (error: unknown) => void;
}

/** A market whose verdict may still change, or that is not decided yet. */
interface Watched {
  readonly line: SettledLine;
  /** Moments that count, as names of series and moment. */
  readonly moments: readonly string[];
  /** When its venue is asked once more for what it had not stated; null: not again. */
  askAt: EpochMs | null;
  /** Whether the market is to be decided in the next turn. */
  isDue: boolean;
  /** Whether the last verdict lacked a second of the reference price. */
  isMissing: boolean;
}

/** A second may still come, or be corrected, until then. */
const VALUES_FOR_MS = 610 * SECOND_MS;
const ASK_AFTER_MS = 600 * SECOND_MS;
const QUERY_TIMEOUT_MS = 30 * SECOND_MS;
/** After a start, resolutions of so long ago are looked at for lines that were not written. */
const RESUME_FROM_MS = DAY_MS;
const ROWS_AT_ONCE = 500;
/** A clock that goes back by less is adjusted, and not set. */
const CLOCK_SET_MS = 10 * SECOND_MS;

/**
 * Decides markets that settle by a price again from recorded values: at once when their resolution is known; again when
 * a value of one of their moments arrives within 610 s of the close, at the end of that time where a second is missing,
 * and whenever their resolution, or what the venue states afterwards, changes. It never changes a resolution.
 */
export class VerdictTask {
  readonly #options: VerdictTaskOptions;
  readonly #watched = new Map<string, Watched>();
  /** Assets by the moments that they hang on. */
  readonly #byMoment = new Map<string, Set<string>>();
  readonly #stopping = new AbortController();
  #counts: Record<SettledAnomaly['code'], number> = {
    settled_contradicted: 0,
    settled_value_differs: 0,
    settling_terms_differ: 0,
  };
  /** Decisions of this turn that are not stored yet. */
  #decided: Decided<Watched>[] = [];
  /** Time of the last turn; null: none was made. */
  #ranAt: EpochMs | null = null;

  constructor(options: VerdictTaskOptions) {
    this.#options = options;
  }

  /** Number of markets whose verdict may still change. */
  get watching(): number {
    return this.#watched.size;
  }

  /** Anomalies since the start, by code. */
  counts(): SettledAnomalyCounts {
    return this.#counts;
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** A resolution is stored: what the venue said is kept as a line, and decided in the next turn. */
  async noteResolution(resolution: StoredResolution, stated: WholeStatement | null): Promise<void> {
    const { venue, storeKey, asset, outcome, payout, settledAt, recordedAt, source } = resolution;
    const { history } = this.#options;
    const key: MarketKey = { venue, storeKey };
    const facts = await history.findMarket(key);
    if (facts === null || facts.settling === null) return;
    const before = (await history.findSettledLines(key)).at(-1) ?? null;
    const said = { outcome, payout, settledAt, source };
    const known = mergeStated(before?.stated ?? null, stated);
    if (before !== null && isSameLine(before, { ...said, stated: known })) return this.#watch(before);
    // What was said of a result keeps the terms that it was said under.
    const line: SettledLine = {
      ...key,
      asset,
      ...said,
      recordedAt: before === null ? recordedAt : epochMs(Math.max(recordedAt, this.#options.clock())),
      rulesHash: facts.rulesHash,
      terms: facts.settling,
      statedBy: facts.statedBy,
      stated: known,
    };
    await history.addSettledLine(line);
    this.#watch(line);
  }

  /** A resolution was taken back: its verdict is in no list until the market is decided again. */
  async noteReopened(ref: MarketKey): Promise<void> {
    const row = await this.#options.history.findSettled(ref);
    if (row === null) return;
    this.#unwatch(row.asset);
    await this.#options.history.putSettled({ ...row, isReopened: true });
  }

  /** A value of a series was stored. */
  noteValue(key: string, t: number): void {
    for (const asset of this.#byMoment.get(`${key} ${t}`) ?? []) {
      const watched = this.#watched.get(asset);
      if (watched !== undefined) watched.isDue = true;
    }
  }

  /**
   * One turn: markets that are due, and those whose time is over. One that fails is due again, and holds up no other.
   *
   * @throws What failed first, at the end.
   */
  async run(): Promise<void> {
    const now = this.#options.clock();
    // Markets whose time seemed over by a clock that was ahead are watched again once it is set back.
    if (this.#ranAt === null || now < this.#ranAt - CLOCK_SET_MS) await this.#resume();
    this.#ranAt = now;
    const values = new SeriesValues(this.#options.history);
    const slices = new Slices();
    const failures: unknown[] = [];
    const over: string[] = [];
    for (const [asset, watched] of [...this.#watched]) {
      if (this.#stopping.signal.aborted) break;
      if (watched.askAt !== null && now >= watched.askAt) await this.#askAgain(watched);
      const isOver = now >= (watched.line.terms.closeAt ?? 0) + VALUES_FOR_MS;
      const current = this.#watched.get(asset);
      if (current === undefined) continue;
      try {
        if (current.isDue || (isOver && current.isMissing)) await this.#decide(current, values);
      } catch (error) {
        failures.push(error);
      }
      if (isOver && current.askAt === null) over.push(asset);
      if (this.#decided.length >= ROWS_AT_ONCE) failures.push(...(await this.#store()));
      if (slices.isDue()) await slices.pause();
    }
    failures.push(...(await this.#store()));
    for (const asset of over) if (this.#watched.get(asset)?.isDue === false) this.#unwatch(asset);
    if (failures.length > 0) throw failures[0];
  }

  /** @returns What failed. */
  async #store(): Promise<readonly unknown[]> {
    const decided = this.#decided;
    this.#decided = [];
    const { kept, failures } = await storeDecided(this.#options.history, decided);
    for (const { watched, row, stored } of kept) this.#report(watched.line, row, stored);
    return failures;
  }

  /** Says what a decision shows that the one before did not. */
  #report(line: SettledLine, row: SettledRow, stored: SettledRow | null): void {
    const before = new Set(stored === null ? [] : this.#list(line, stored).map(({ code }) => code));
    for (const anomaly of this.#list(line, row)) {
      if (before.has(anomaly.code)) continue;
      this.#counts[anomaly.code]++;
      this.#options.onAnomaly(anomaly);
    }
  }

  /** Finds what the run before left: resolutions without a line, and markets whose time is not over. */
  async #resume(): Promise<void> {
    const { history, clock } = this.#options;
    const since = epochMs(clock() - RESUME_FROM_MS);
    for (let cursor: string | undefined; ; ) {
      const page = await history.listResolutions({
        since,
        limit: ROWS_AT_ONCE,
        ...(cursor === undefined ? {} : { cursor }),
      });
      for (const resolution of page.resolutions) {
        if (toCurrentResolution(resolution) === null) continue;
        const stored = await history.findSettled(resolution);
        const closeAt = stored?.closeAt ?? 0;
        const isOpen = stored === null || clock() < closeAt + VALUES_FOR_MS || stored.missing.length > 0;
        if (!isOpen) continue;
        const last = (await history.findSettledLines(resolution)).at(-1);
        if (last === undefined) await this.noteResolution(resolution, null);
        else this.#watch(last);
      }
      if (page.nextCursor === null) return;
      cursor = page.nextCursor;
    }
  }

  async #decide(watched: Watched, values: SeriesValues): Promise<void> {
    const { history, clock } = this.#options;
    const { line } = watched;
    watched.isDue = false;
    try {
      const [facts, stored, series] = await Promise.all([
        history.findMarket(line),
        history.findSettled(line),
        values.read(line.terms, line.stated),
      ]);
      const known = { line, termsChangedAt: facts?.settlingChangedAt ?? null };
      const row = decideMarket(known, series, { stored, now: clock() });
      watched.isMissing = row.missing.length > 0 || isNotRecorded(row);
      if (row !== stored) this.#decided.push({ watched, row, stored });
    } catch (error) {
      watched.isDue = true;
      throw error;
    }
  }

  #list({ venue, asset, terms, statedBy }: SettledLine, row: SettledRow): SettledAnomaly[] {
    return listSettledAnomalies({ venue, asset, terms, statedBy, row }, this.#options.clock());
  }

  /** Asks the venue once more for what it had not stated. */
  async #askAgain(watched: Watched): Promise<void> {
    const { history, adapters, clock, onError } = this.#options;
    const { line } = watched;
    watched.askAt = null;
    try {
      const facts = await history.findMarket(line);
      const stored = await history.findResolution(line);
      if (facts === null || stored === null) return;
      const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(QUERY_TIMEOUT_MS)]);
      const answer = await adapters.get(line.venue)?.readResolution(facts satisfies AssetRef, signal);
      if (answer?.stated === undefined) return;
      await this.noteResolution({ ...stored, recordedAt: clock() }, answer.stated);
    } catch (error) {
      if (!this.#stopping.signal.aborted && !(error instanceof UpstreamError)) onError(error);
    }
  }

  #watch(line: SettledLine): void {
    this.#unwatch(line.asset);
    const { source, coin, closeAt } = line.terms;
    const isKnown = source !== null && coin !== null && findSource(source) !== undefined;
    const moments = isKnown
      ? listDecidingMoments(line.terms, line.stated).map((moment) => `${toSeriesKey(source, coin)} ${moment}`)
      : [];
    const askAt = closeAt === null || !isSilent(line) ? null : closeAt + ASK_AFTER_MS;
    const isAhead = askAt !== null && this.#options.clock() < askAt + MINUTE_MS;
    this.#watched.set(line.asset, {
      line,
      moments,
      askAt: isAhead ? epochMs(askAt) : null,
      isDue: true,
      isMissing: false,
    });
    for (const moment of moments) {
      const assets = this.#byMoment.get(moment) ?? new Set();
      this.#byMoment.set(moment, assets.add(line.asset));
    }
  }

  #unwatch(asset: string): void {
    for (const moment of this.#watched.get(asset)?.moments ?? []) {
      const assets = this.#byMoment.get(moment);
      assets?.delete(asset);
      if (assets?.size === 0) this.#byMoment.delete(moment);
    }
    this.#watched.delete(asset);
  }
}

function isNotRecorded({ reason }: SettledRow): boolean {
  return reason === 'source_not_recorded' || reason === 'average_not_recorded';
}
