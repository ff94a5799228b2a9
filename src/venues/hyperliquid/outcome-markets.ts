import {
  type BinaryState,
  computeAge,
  findProbability,
  isDue,
  MINUTE_MS,
  type PolledQuote,
  UpstreamError,
  type WithheldPrice,
} from '../../domain/index.ts';
import { refuse } from '../../upstream/intake.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { findNumber } from '../numbers.ts';
import { StreamTrust } from '../stream-trust.ts';
import type { HyperliquidClient } from './client.ts';
import { listCompleteQuestions, QuestionRosters } from './complete-questions.ts';
import {
  applyMetaUpdates,
  findOutcomeState,
  findPrice,
  normaliseOutcomeMeta,
  type OutcomeMarket,
  type TimedTouch,
  withholdPrice,
} from './normalise-outcomes.ts';
import { OutcomeSides } from './outcome-sides.ts';
import type { TemplateIndex } from './read-outcome-text.ts';
import { WEIGHT } from './request-weights.ts';
import type { HyperliquidStream } from './stream/stream.ts';
import { leaveOutUnrealEnds } from './unreal-ends.ts';
import { allMids, bbo, type OutcomeMeta, type OutcomeMetaUpdate, outcomeMeta } from './wire.ts';

export interface OutcomeMarketsOptions extends AdapterOptions {
  readonly client: HyperliquidClient;
  readonly stream: HyperliquidStream | null;
}

/** Touch from a book that was read by REST. */
interface ReadTouch extends TimedTouch {
  readonly readAt: number;
}

const REFRESH_MS = MINUTE_MS;
const RETRY_MS = 15_000;
const TEMPLATES_MS = 60 * MINUTE_MS;
/**
 * Number of books to read each minute for outcomes without a touch from the stream. It is larger while streams replace
 * polls.
 */
const BOOKS_A_REFRESH = { withStreams: 60, withoutStreams: 15 } as const;
/** A touch read by REST is shown until the next one is due. */
const TOUCH_FRESH_MS = 90_000;
/** Time for which the venue's mid counts as a mid after its book was last seen with both sides. */
const TWO_SIDED_MS = 15 * MINUTE_MS;
/** Time without mids after which outcomes have no price. */
const LOST_MS = 3 * REFRESH_MS;
const NO_MIDS: ReadonlyMap<string, number> = new Map();

/**
 * Keeps the list, the texts and the prices of the outcome markets: refreshed each minute and sampled from the stream.
 */
export class OutcomeMarkets {
  readonly #options: OutcomeMarketsOptions;
  #meta: OutcomeMeta = { outcomes: [], questions: [] };
  #templates: TemplateIndex = new Map();
  readonly #rosters = new QuestionRosters();
  readonly #sides: OutcomeSides;
  readonly #trust: StreamTrust;
  #markets: OutcomeMarket[] = [];
  #tracked: OutcomeMarket[] = [];
  #mids: ReadonlyMap<string, number> = new Map();
  readonly #books = new Map<string, ReadTouch>();
  #listDueAt = Number.NEGATIVE_INFINITY;
  #midsDueAt = Number.NEGATIVE_INFINITY;
  #midsReadAt = Number.NEGATIVE_INFINITY;
  /** Number of books that the last refresh read. */
  #booksAMinute: number = BOOKS_A_REFRESH.withoutStreams;
  /**
   * Without streams, reading every dex takes all of the first minute's budget. The wording of templates is therefore
   * read in the second minute. Until then the adapter shows wording of its own.
   */
  #templatesDueAt: number | null = null;

  constructor(options: OutcomeMarketsOptions) {
    this.#options = options;
    const { intake } = options.client;
    this.#sides = new OutcomeSides(intake);
    this.#trust = new StreamTrust({ intake, wire: bbo, source: 'the mids' });
  }

  /** Reads the metadata that is due. A failed read keeps the earlier result. Rejects only when the poll is stopped. */
  async refresh(now: number, maxSilenceMs: number, signal: AbortSignal): Promise<void> {
    await Promise.all([this.#refreshList(now, signal), this.#refreshMids(now, signal)]);
    // Books are due when the mids are.
    if (this.#midsReadAt === now) await this.#refreshBooks(now, maxSilenceMs, signal);
  }

  /**
   * Computes the weight of the refreshes of one minute: the list, the mids, and the books without a frame of the
   * stream.
   */
  weightAMinute(): number {
    return WEIGHT.query + WEIGHT.light + this.#booksAMinute * WEIGHT.light;
  }

  /** Lists the tracked markets: the largest by 24 h volume, and of those without a known volume the newest. */
  tracked(): readonly OutcomeMarket[] {
    return this.#tracked;
  }

  /** Returns mids of the main dex and of outcomes by coin; empty when the last read is too old. */
  midsByCoin(now: number): ReadonlyMap<string, number> {
    return now - this.#midsReadAt > LOST_MS ? NO_MIDS : this.#mids;
  }

  states(now: number, maxSilenceMs: number): BinaryState[] {
    this.#chooseTracked();
    const complete = listCompleteQuestions(this.#tracked, this.#templates, this.#rosters);
    return this.#tracked.map((market) => this.#buildState(market, now, maxSilenceMs, complete));
  }

  /** Whether the venue lists an outcome, tracked or not. */
  lists(storeKey: string): boolean {
    return this.#markets.some(({ ref }) => ref.storeKey === storeKey);
  }

  applyMetaUpdates(updates: readonly OutcomeMetaUpdate[]): void {
    this.#meta = applyMetaUpdates(this.#meta, updates);
    this.#list();
  }

  async #refreshList(now: number, signal: AbortSignal): Promise<void> {
    if (!isDue(now, this.#listDueAt, REFRESH_MS)) return;
    this.#listDueAt = now + RETRY_MS;
    if (this.#templatesDueAt === null)
      this.#templatesDueAt = this.#options.stream === null ? now + REFRESH_MS : now;
    await this.#attempt(signal, async () => {
      const meta = await this.#options.client.readOutcomeMeta(signal);
      if (meta.outcomes.length === 0 && this.#meta.outcomes.length > 0)
        this.#throwEmpty(outcomeMeta, '/outcomes');
      this.#meta = meta;
      this.#listDueAt = now + REFRESH_MS;
    });
    if (isDue(now, this.#templatesDueAt, TEMPLATES_MS)) {
      this.#templatesDueAt = now + TEMPLATES_MS;
      await this.#attempt(signal, async () => {
        const templates = await this.#options.client.readOutcomeTemplates(signal);
        this.#templates = new Map(templates.map((template) => [template.id, template]));
      });
    }
    await this.#recall();
    this.#list();
  }

  /** Asks the register of earlier runs which side of a new outcome is Yes. */
  async #recall(): Promise<void> {
    const { recall } = this.#options;
    const { outcomes } = this.#meta;
    if (recall === undefined || outcomes.every(({ outcome }) => this.#sides.knows(outcome))) return;
    await this.#sides.recall(normaliseOutcomeMeta(this.#meta, this.#templates), recall);
  }

  async #refreshMids(now: number, signal: AbortSignal): Promise<void> {
    if (!isDue(now, this.#midsDueAt, REFRESH_MS)) return;
    this.#midsDueAt = now + RETRY_MS;
    await this.#attempt(signal, async () => {
      const mids = await this.#options.client.readAllMids(signal);
      if (mids.size === 0 && this.#mids.size > 0) this.#throwEmpty(allMids, '/');
      this.#mids = mids;
      this.#midsReadAt = now;
      this.#midsDueAt = now + REFRESH_MS;
    });
  }

  /** Counts an empty list when the last one had rows. @throws {UpstreamError} always. */
  #throwEmpty(wire: { readonly name: string; readonly endpoint: string }, member: string): never {
    this.#options.client.intake.count(
      refuse(wire.name, 'the list is empty', { endpoint: wire.endpoint, member, value: [] }),
    );
    throw new UpstreamError('malformed', `hyperliquid: ${wire.name} is empty`);
  }

  async #refreshBooks(now: number, maxSilenceMs: number, signal: AbortSignal): Promise<void> {
    const { stream, client } = this.#options;
    const readAt = ({ yesCoin }: OutcomeMarket) =>
      this.#books.get(yesCoin)?.readAt ?? Number.NEGATIVE_INFINITY;
    const isStreaming = (stream?.contexts.find('', maxSilenceMs) ?? null) !== null;
    const waiting = this.#tracked
      .filter(({ yesCoin }) => (stream?.touch(yesCoin, maxSilenceMs) ?? null) === null)
      .sort((a, b) => readAt(a) - readAt(b) || b.outcome - a.outcome)
      .slice(0, isStreaming ? BOOKS_A_REFRESH.withStreams : BOOKS_A_REFRESH.withoutStreams);
    this.#booksAMinute = waiting.length;
    await Promise.all(
      waiting.map(({ yesCoin }) =>
        this.#attempt(signal, async () => {
          const { levels, time } = await client.readL2Book(yesCoin, 'poll', signal);
          const [bid, ask] = levels.map(([best]) => findNumber(best?.px));
          const venueTime = (time ?? null) as TimedTouch['venueTime'];
          this.#books.set(yesCoin, { bid: bid ?? null, ask: ask ?? null, venueTime, readAt: now });
        }),
      ),
    );
  }

  #buildState(
    market: OutcomeMarket,
    now: number,
    maxSilenceMs: number,
    complete: ReadonlySet<number>,
  ): BinaryState {
    const { yesCoin } = market;
    const { stream } = this.#options;
    const touch = stream?.touch(yesCoin, maxSilenceMs) ?? null;
    const doubt = touch === null ? null : this.#judge(market, touch, now);
    const streamed = doubt === null ? touch : null;
    const book = this.#books.get(yesCoin) ?? null;
    const bookAge = book === null ? Number.POSITIVE_INFINITY : computeAge(now, book.readAt);
    const known = streamed ?? (bookAge <= TWO_SIDED_MS ? book : null);
    const carried = streamed === null && this.#midsReadAt !== now && bookAge > 0;
    const isLost = now - this.#midsReadAt > LOST_MS;
    const mid = isLost ? null : (this.#mids.get(yesCoin) ?? null);
    const state = findOutcomeState(
      market,
      {
        touch: known,
        isTouchFresh: streamed !== null || bookAge <= TOUCH_FRESH_MS,
        mid,
        lastPrice: stream?.trades.lastPrice(yesCoin) ?? null,
        volume24hUsd: stream?.volume24hUsd(yesCoin) ?? null,
        // The counter is read only when it is recorded, because reading clears the mark of an interruption.
        volumeCounter: carried ? null : (stream?.trades.read(yesCoin) ?? null),
        polled: this.#polled(yesCoin, known, mid, now),
        carried: carried && !isLost,
      },
      complete,
    );
    const dispute = this.#sides.findDispute(market.outcome);
    if (dispute !== null) return withholdPrice(state, dispute);
    return doubt === null ? state : { ...state, streamDoubt: doubt };
  }

  /**
   * Whether the streamed touch of a coin may be used: it has not contradicted the venue's mids, which are compared with
   * it at each reading.
   */
  isBelieved(coin: string): boolean {
    return this.#trust.isBelieved(coin);
  }

  /** Finds why the streamed touch is not used; null: it agrees with the mids. */
  #judge({ yesCoin }: OutcomeMarket, touch: TimedTouch, now: number): WithheldPrice | null {
    if (this.#midsReadAt === now) {
      const streamed = findPrice({ touch, isTouchFresh: true, mid: null });
      return this.#trust.judge(yesCoin, { listed: this.#mids.get(yesCoin) ?? null, streamed });
    }
    return this.#trust.findDoubt(yesCoin);
  }

  /** Builds the quote that REST gave in this poll; null when this poll did not read one. */
  #polled(coin: string, known: TimedTouch | null, mid: number | null, now: number): PolledQuote | null {
    const book = this.#books.get(coin);
    if (book !== undefined && book.readAt === now) {
      const price = findPrice({ touch: book, isTouchFresh: true, mid: null });
      return { price, bid: findProbability(book.bid), ask: findProbability(book.ask) };
    }
    if (this.#midsReadAt !== now) return null;
    return { price: findPrice({ touch: known, isTouchFresh: false, mid }), bid: null, ask: null };
  }

  #list(): void {
    this.#rosters.note(this.#meta.questions);
    const markets = normaliseOutcomeMeta(this.#meta, this.#templates);
    this.#markets = this.#sides.note(leaveOutUnrealEnds(markets, this.#options.client.intake));
    this.#chooseTracked();
    const coins = new Set(this.#markets.map(({ yesCoin }) => yesCoin));
    for (const coin of this.#books.keys()) if (!coins.has(coin)) this.#books.delete(coin);
    this.#trust.keep(coins);
  }

  #chooseTracked(): void {
    const { stream, maxMarkets } = this.#options;
    const getVolume = ({ yesCoin }: OutcomeMarket) => stream?.volume24hUsd(yesCoin) ?? -1;
    this.#tracked = [...this.#markets]
      .sort((a, b) => getVolume(b) - getVolume(a) || b.outcome - a.outcome)
      .slice(0, maxMarkets);
  }

  async #attempt(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (signal.aborted || !(error instanceof UpstreamError)) throw error;
    }
  }
}
