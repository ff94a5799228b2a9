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
  /** Called when a decision shows an anomaly that the previous decision did not show. */
  readonly onAnomaly: (anomaly: SettledAnomaly) => void;
  readonly onError: (error: unknown) => void;
}

/** A market that is not decided yet or whose verdict may still change. */
interface Watched {
  readonly line: SettledLine;
  /** Deciding times of the market, as names of series and time. */
  readonly moments: readonly string[];
  /** Time at which the venue is asked again for what it had not stated. null: not again. */
  askAt: EpochMs | null;
  /** Whether the market is to be decided in the next turn. */
  isDue: boolean;
  /** Whether the last verdict lacked a second of the reference price. */
  isMissing: boolean;
}

/** Time in ms after the close for which a value may still arrive or be corrected. */
const VALUES_FOR_MS = 610 * SECOND_MS;
const ASK_AFTER_MS = 600 * SECOND_MS;
const QUERY_TIMEOUT_MS = 30 * SECOND_MS;
/** Time in ms before a start for which resolutions without a line are searched. */
const RESUME_FROM_MS = DAY_MS;
const ROWS_AT_ONCE = 500;
/** Minimum step back in ms that counts as a set clock. Smaller ones are adjustments. */
const CLOCK_SET_MS = 10 * SECOND_MS;

/**
 * Decides again, from recorded values, the markets that settle by a price. A market is decided immediately after its
 * resolution, again when a value for one of its deciding times arrives within 610 s of the close, at the end of that
 * time when a second is missing, and whenever its resolution or the later statements of the venue change. A resolution
 * is never changed.
 */
export class VerdictTask {
  readonly #options: VerdictTaskOptions;
  readonly #watched = new Map<string, Watched>();
  /** Assets by the times on which they depend. */
  readonly #byMoment = new Map<string, Set<string>>();
  readonly #stopping = new AbortController();
  #counts: Record<SettledAnomaly['code'], number> = {
    settled_contradicted: 0,
    settled_value_differs: 0,
    settling_terms_differ: 0,
  };
  /** Decisions of this turn that are not stored yet. */
  #decided: Decided<Watched>[] = [];
  /** Time of the last turn. null: there was none. */
  #ranAt: EpochMs | null = null;

  constructor(options: VerdictTaskOptions) {
    this.#options = options;
  }

  /** Number of markets whose verdict may still change. */
  get watching(): number {
    return this.#watched.size;
  }

  /** Counts the anomalies since the start of the process, by code. */
  counts(): SettledAnomalyCounts {
    return this.#counts;
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Notes a stored resolution: stores what the venue stated as a line, and decides the market in the next turn. */
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
    // A line keeps the terms that were valid when the result was stated.
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

  /** Notes that a resolution was withdrawn. Its verdict is in no list until the market is decided again. */
  async noteReopened(ref: MarketKey): Promise<void> {
    const row = await this.#options.history.findSettled(ref);
    if (row === null) return;
    this.#unwatch(row.asset);
    await this.#options.history.putSettled({ ...row, isReopened: true });
  }

  /** Notes that a value of a series was stored. */
  noteValue(key: string, t: number): void {
    for (const asset of this.#byMoment.get(`${key} ${t}`) ?? []) {
      const watched = this.#watched.get(asset);
      if (watched !== undefined) watched.isDue = true;
    }
  }

  /**
   * Runs one turn over the markets that are due and those whose time is over. A market that fails is due again and does
   * not affect the others.
   *
   * @throws The first error, after all markets.
   */
  async run(): Promise<void> {
    const now = this.#options.clock();
    // After a clock that was ahead is set back, the markets whose time seemed over are watched again.
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

  /** Stores the decisions of this turn. @returns The errors. */
  async #store(): Promise<readonly unknown[]> {
    const decided = this.#decided;
    this.#decided = [];
    const { kept, failures } = await storeDecided(this.#options.history, decided);
    for (const { watched, row, stored } of kept) this.#report(watched.line, row, stored);
    return failures;
  }

  /** Reports the anomalies of a decision that the previous one did not have. */
  #report(line: SettledLine, row: SettledRow, stored: SettledRow | null): void {
    const before = new Set(stored === null ? [] : this.#list(line, stored).map(({ code }) => code));
    for (const anomaly of this.#list(line, row)) {
      if (before.has(anomaly.code)) continue;
      this.#counts[anomaly.code]++;
      this.#options.onAnomaly(anomaly);
    }
  }

  /** Finds what the previous run left: resolutions without a line, and markets whose time is not over. */
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

  /** Asks the venue again for what it had not stated. */
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
