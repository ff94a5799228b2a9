import { isDeepStrictEqual } from 'node:util';
import { type Clock, epochMs, findAssetRef, getMarketName, type VenueId } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import { InOrder } from '../../scheduling/in-order.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import type { AlertStore } from '../alert-store.ts';
import type { Rule } from '../rule.ts';
import { FillRun } from './fill-run.ts';
import { FollowedQuotes, type Quote } from './followed-quotes.ts';
import { PriceWindow } from './price-window.ts';
import { isQuoteCondition, type QuoteCondition, readQuoteCondition } from './quote-readings.ts';
import { RuleRun } from './rule-run.ts';
import { readSourceCondition, SOURCE_INTERVALS, type SourceCondition } from './source-readings.ts';
import type { AlertSources } from './sources.ts';

/** Interval at which waits and cooldowns of rules are looked at. */
const TICK_MS = 1_000;

export interface EvaluatorOptions {
  readonly store: AlertStore;
  readonly feed: Feed;
  readonly history: Pick<HistoryReader, 'findResolution' | 'aggregate'>;
  readonly sources: AlertSources;
  readonly clock: Clock;
  /** Called after events may have been stored. */
  readonly onEvents: () => void;
  readonly onError: (error: unknown, rule: string) => void;
}

interface QuoteRun {
  readonly run: RuleRun;
  readonly when: QuoteCondition;
  readonly window: PriceWindow | null;
}

interface SourceRun {
  readonly run: RuleRun;
  readonly when: SourceCondition;
  dueAt: number;
}

/** Evaluates the rules in one process. */
export class Evaluator {
  readonly #options: EvaluatorOptions;
  readonly #quotes: FollowedQuotes;
  readonly #task: PeriodicTask;
  readonly #startedAt: number;
  readonly #underWay = new Set<Promise<void>>();
  readonly #changes = new InOrder();
  #ofAsset = new Map<string, QuoteRun[]>();
  #ofSource: SourceRun[] = [];
  #ofFills: FillRun[] = [];

  constructor(options: EvaluatorOptions) {
    this.#options = options;
    this.#startedAt = options.clock();
    this.#quotes = new FollowedQuotes({
      feed: options.feed,
      onQuote: (asset, quote) => this.#onQuote(asset, quote),
    });
    this.#task = new PeriodicTask({
      everyMs: TICK_MS,
      run: () => this.tick(),
      onError: (error) => options.onError(error, ''),
    });
  }

  start(): void {
    this.#task.start();
  }

  /** Resolves when no transition is being stored. */
  async stop(): Promise<void> {
    this.#quotes.stop();
    await this.#task.stop();
    await Promise.all(this.#underWay);
  }

  /** Follows these rules instead of the ones before. A rule that stays the same goes on as it was. */
  setRules(rules: readonly Rule[]): Promise<void> {
    // The windows of earlier rules may take longer to fill than those of later ones.
    return this.#changes.run(() => this.#setRules(rules));
  }

  async #setRules(rules: readonly Rule[]): Promise<void> {
    const { store, sources, onError } = this.#options;
    const ofAsset = new Map<string, QuoteRun[]>();
    const ofSource: SourceRun[] = [];
    const ofFills: FillRun[] = [];
    for (const rule of rules) {
      const { when } = rule;
      if (isQuoteCondition(when)) {
        const known = this.#ofAsset.get(when.asset)?.find(({ run }) => isDeepStrictEqual(run.rule, rule));
        const one = known ?? { run: new RuleRun(rule, store), when, window: await this.#openWindow(when) };
        ofAsset.set(when.asset, [...(ofAsset.get(when.asset) ?? []), one]);
      } else if (when.type === 'fill') ofFills.push(new FillRun(rule, store, sources));
      else {
        const known = this.#ofSource.find(({ run }) => isDeepStrictEqual(run.rule, rule));
        ofSource.push(known ?? { run: new RuleRun(rule, store), when, dueAt: 0 });
      }
    }
    this.#ofAsset = ofAsset;
    this.#ofSource = ofSource;
    this.#ofFills = ofFills;
    const watched = ofSource.flatMap(({ when }) => (when.type === 'silence' ? [when.asset] : []));
    this.#quotes.follow(new Set([...ofAsset.keys(), ...watched]));
    // Until now the runs of removed rules went on, and what they began may still store a state.
    await Promise.all(this.#underWay);
    await store.forgetOtherRules(rules.map(({ id }) => id)).catch((error) => onError(error, ''));
  }

  /** Looks at every rule whose time has come. */
  async tick(): Promise<void> {
    const now = this.#options.clock();
    for (const [asset, runs] of this.#ofAsset) {
      const quote = this.#quotes.find(asset, now);
      for (const one of runs) {
        if (quote !== null) this.#add(one, quote, now);
        if (one.run.isBehind) void this.#drain(one.run);
      }
    }
    await Promise.all([
      ...this.#ofSource.map((one) => this.#track(this.#readSource(one, now))),
      ...this.#ofFills.map((run) => this.#track(this.#readFills(run, now))),
    ]);
    await Promise.all(this.#underWay);
  }

  #onQuote(asset: string, quote: Quote): void {
    for (const one of this.#ofAsset.get(asset) ?? []) {
      this.#add(one, quote, quote.at);
      if (one.run.isBehind) void this.#drain(one.run);
    }
  }

  #add({ run, when, window }: QuoteRun, quote: Quote, t: number): void {
    const state = this.#options.feed.find(when.asset);
    if (quote.price !== null && window !== null) window.add(t, quote.price);
    const reading = readQuoteCondition(when, {
      asset: state?.ref.asset ?? when.asset,
      name: state === null ? when.asset : getMarketName(state),
      quote,
      oraclePx: state?.kind === 'perp' ? state.ticker.oraclePx : null,
      fundingHourly: state?.kind === 'perp' ? state.ticker.fundingHourly : null,
      window,
    });
    if (reading !== null) run.add({ t, readings: [reading] });
  }

  async #readSource(one: SourceRun, now: number): Promise<void> {
    const { run, when } = one;
    if (now < one.dueAt) return;
    one.dueAt = now + SOURCE_INTERVALS[when.type];
    try {
      const readings = await readSourceCondition(when, { ...this.#options, ages: this.#ages(now) });
      if (readings === null) return;
      run.add({ t: now, readings });
      await this.#drain(run);
    } catch (error) {
      this.#options.onError(error, run.rule.id);
    }
  }

  async #readFills(run: FillRun, now: number): Promise<void> {
    try {
      await run.runRound(now);
      this.#options.onEvents();
    } catch (error) {
      this.#options.onError(error, run.rule.id);
    }
  }

  #ages(now: number) {
    const { feed } = this.#options;
    return {
      findPriceAge: (asset: string) => this.#quotes.ageMs(asset, now) ?? now - this.#startedAt,
      findVenueAge: (venue: VenueId) => feed.ageMs(venue) ?? now - this.#startedAt,
    };
  }

  #drain(run: RuleRun): Promise<void> {
    const { onEvents, onError } = this.#options;
    const work = run.drain().then(
      (hasTold) => {
        if (hasTold) onEvents();
      },
      (error) => onError(error, run.rule.id),
    );
    return this.#track(work);
  }

  /** Lets a stop and a change of the rules wait for work that never fails. */
  #track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
    return tracked;
  }

  /**
   * Opens the window of a `move`, with what was recorded before, so that a restart does not forget from where the price
   * moved; null for other types.
   */
  async #openWindow(when: QuoteCondition): Promise<PriceWindow | null> {
    if (when.type !== 'move') return null;
    const { asset, withinMs } = when;
    const { history, clock, onError } = this.#options;
    const window = new PriceWindow(withinMs);
    const now = clock();
    try {
      const { length, t, low, high } = await history.aggregate(findAssetRef(asset)!, {
        fromMs: epochMs(now - withinMs),
        toMs: now,
        bucketMs: window.partMs,
      });
      window.fill(Array.from({ length }, (_, i) => ({ t: t[i]!, low: low[i]!, high: high[i]! })));
    } catch (error) {
      onError(error, asset);
    }
    return window;
  }
}
