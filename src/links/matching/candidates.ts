import { DAY_MS, findIsoTime } from '../../domain/index.ts';
import type { MarketFeatures } from '../reading/features.ts';
import type { Quantity } from '../reading/quantities.ts';
import { pickKeyWords } from '../reading/sides.ts';
import { ShardedMap } from '../sharded-map.ts';

/** Maximum number of markets in the list of the rarest word that are examined. Markets beyond it share no rare word. */
const MAX_SCANNED = 4_000;
/** Maximum number of markets that are compared in full, after a quick check of their words. */
const MAX_COMPARED = 64;
/**
 * Maximum frequency of a word for which markets that lack one word are compared too, to record why they are refused.
 */
const MAX_NEAR = 48;
/** Number of removed entries from which a list is cleaned up, when they also outnumber the others. */
const MIN_SWEPT = 16;

interface Entry {
  readonly market: MarketFeatures;
  /** Tracked markets of the same event. */
  readonly siblings: Map<string, MarketFeatures>;
  isLive: boolean;
}

interface Posting {
  entries: Entry[];
  live: number;
}

/**
 * Finds the few markets to which one could be linked, without comparing all pairs, by an index from each word and
 * number to the markets that contain it. Adding or removing a market costs time in proportion to its own words.
 *
 * A market that asks the same question contains every word and number of this one somewhere in its texts, and therefore
 * also the rarest one.
 */
export class CandidateIndex {
  readonly #postings = new ShardedMap<Posting>();
  readonly #byAsset = new ShardedMap<Entry>();
  readonly #byEvent = new ShardedMap<Map<string, MarketFeatures>>();

  get size(): number {
    return this.#byAsset.size;
  }

  find(asset: string): MarketFeatures | null {
    return this.#byAsset.get(asset)?.market ?? null;
  }

  /** Counts the tracked markets in the event of a market. */
  countEvent(market: MarketFeatures): number {
    return this.#byAsset.get(market.asset)?.siblings.size ?? 0;
  }

  /** Lists the tracked markets of an event, by its `toEventKey`. */
  listEventMarkets(event: string): Iterable<MarketFeatures> {
    return this.#byEvent.get(event)?.values() ?? [];
  }

  add(market: MarketFeatures): void {
    this.remove(market.asset);
    const event = toEventKey(market);
    const siblings = this.#byEvent.get(event) ?? new Map<string, MarketFeatures>();
    this.#byEvent.set(event, siblings.set(market.asset, market));
    const entry: Entry = { market, siblings, isLive: true };
    this.#byAsset.set(market.asset, entry);
    for (const key of collectKeys(market)) {
      const posting = this.#postings.get(key);
      if (posting === undefined) this.#postings.set(key, { entries: [entry], live: 1 });
      else {
        posting.entries.push(entry);
        posting.live += 1;
      }
    }
  }

  remove(asset: string): void {
    const entry = this.#byAsset.get(asset);
    if (entry === undefined) return;
    this.#byAsset.delete(asset);
    entry.isLive = false;
    for (const key of collectKeys(entry.market)) this.#forget(key);
    entry.siblings.delete(asset);
    if (entry.siblings.size === 0) this.#byEvent.delete(toEventKey(entry.market));
  }

  /** Finds the markets of other venues, and of the same event, to which this one could be linked. */
  findNear(market: MarketFeatures): Set<MarketFeatures> {
    const found = new Set<MarketFeatures>();
    for (const sibling of market.eventKey === null ? [] : this.listEventMarkets(toEventKey(market))) {
      if (sibling.asset !== market.asset) found.add(sibling);
    }
    if (market.matchUp === null) this.#scan(market, this.#findRarest(market), found);
    else
      for (const key of soughtContests(market))
        this.#scan(market, this.#postings.get(key)?.entries ?? [], found);
    return found;
  }

  #scan(market: MarketFeatures, list: readonly Entry[], found: Set<MarketFeatures>): void {
    const isRare = list.length <= MAX_NEAR;
    let compared = 0;
    for (let position = Math.max(0, list.length - MAX_SCANNED); position < list.length; position += 1) {
      const { market: other, isLive } = list[position]!;
      if (!isLive || other.venue === market.venue || !(isRare || isPossible(market, other))) continue;
      found.add(other);
      compared += 1;
      if (compared >= MAX_COMPARED) break;
    }
  }

  /** Finds the shortest of the lists that contain every possible partner. */
  #findRarest(market: MarketFeatures): readonly Entry[] {
    let best: Posting | null = null;
    for (const key of soughtKeys(market)) {
      const posting = this.#postings.get(key);
      if (posting === undefined) continue;
      if (best === null || posting.live < best.live) best = posting;
    }
    return best?.entries ?? [];
  }

  #forget(key: string): void {
    const posting = this.#postings.get(key);
    if (posting === undefined) return;
    posting.live -= 1;
    if (posting.live === 0) this.#postings.delete(key);
    else if (posting.entries.length - posting.live > Math.max(MIN_SWEPT, posting.live))
      posting.entries = posting.entries.filter(({ isLive }) => isLive);
  }
}

/** Builds the key of a venue's event. A market without an event has a key of its own. */
export function toEventKey({ venue, eventKey, asset }: MarketFeatures): string {
  return eventKey === null ? asset : `${venue} ${eventKey}`;
}

/** Checks quickly, before the full comparison, whether each market mentions every word of the other. */
function isPossible(a: MarketFeatures, b: MarketFeatures): boolean {
  if (a.matchUp !== null || b.matchUp !== null)
    return a.matchUp !== null && b.matchUp !== null && !areDaysApart(a, b);
  for (const word of a.words) if (!b.context.has(word)) return false;
  for (const word of b.words) if (!a.context.has(word)) return false;
  return true;
}

/** Whether two contests are on different days that both texts name, because the same two sides meet repeatedly. */
function areDaysApart({ date: one }: MarketFeatures, { date: two }: MarketFeatures): boolean {
  if (one?.grain !== 'day' || two?.grain !== 'day' || one.mode !== 'at' || two.mode !== 'at') return false;
  return one.month !== two.month || one.day !== two.day;
}

/** Collects the keys by which a market can be found: all of its words and numbers. */
function collectKeys(market: MarketFeatures): Set<string> {
  const keys = new Set(market.context);
  if (market.matchUp !== null) for (const key of contestKeys(market)) keys.add(key);
  for (const quantity of market.quantities)
    for (const value of listNear(quantity)) keys.add(`#${toKeyNumber(value)}`);
  return keys;
}

/** Lists the value and its neighbours that may mean the same: above 24 is 25 or more. */
function listNear({ value, unit, bound, inclusive }: Quantity): readonly number[] {
  const step = unit === 'usd' && Number.isInteger(value) ? 1 : computeStep(unit, value);
  if (step === null) return [value];
  return bound === 'below' && !inclusive ? [value, value + step, value - step] : [value, value + step];
}

function computeStep(unit: string, value: number): number | null {
  if (unit === 'pct') return 0.1;
  return unit === '' && Number.isInteger(value) ? 1 : null;
}

/** Rounds a value to tenths, as keys of the index have it. */
function toKeyNumber(value: number): number {
  return Number(value.toPrecision(12));
}

/** Lists the keys that every partner of a market must have, for markets that are not contests. */
function soughtKeys(market: MarketFeatures): Iterable<string> {
  const keys = [...market.words];
  for (const { value, unit, bound, inclusive } of market.quantities) {
    const step = bound === 'above' && !inclusive ? (computeStep(unit, value) ?? 0) : 0;
    keys.push(`#${toKeyNumber(value + step)}`);
  }
  return keys;
}

/**
 * Collects the keys of a contest: its identifier, and alphabetical pairs of words from both names, because venues
 * shorten names at either end. Each key includes the day when it is known, because the same two sides meet repeatedly.
 */
function contestKeys(market: MarketFeatures): Set<string> {
  const keys = new Set<string>();
  const day = findDay(market);
  for (const key of listNames(market)) {
    keys.add(key);
    keys.add(`${key} on ${day ?? 'some day'}`);
  }
  return keys;
}

/**
 * Lists the keys under which partners of a contest may be found: of its day, of the days before and after, and without
 * a day.
 */
function soughtContests(market: MarketFeatures): string[] {
  const day = findDay(market);
  const names = listNames(market);
  if (day === null) return names;
  return names.flatMap((name) => [
    ...[day - 1, day, day + 1].map((near) => `${name} on ${near}`),
    `${name} on some day`,
  ]);
}

function listNames({ matchUp, game }: MarketFeatures): string[] {
  if (matchUp === null) return [];
  const names = new Set<string>();
  const [first, second] = matchUp.sides;
  for (const one of pickKeyWords(first))
    for (const two of pickKeyWords(second)) names.add(one < two ? `${one} v ${two}` : `${two} v ${one}`);
  for (const codes of [game?.codes, game?.crossedCodes]) if (codes != null) names.add(`:${codes}`);
  return [...names];
}

/** Finds the day of a contest, in days since 1970; null when it is not known. */
function findDay({ game, date, startsAt }: MarketFeatures): number | null {
  const gameDay = game === null ? null : findIsoTime(game.day);
  if (gameDay !== null) return Math.floor(gameDay / DAY_MS);
  if (date?.grain === 'day' && date.mode === 'at' && date.year !== null)
    return Math.floor(Date.UTC(date.year, (date.month ?? 1) - 1, date.day ?? 1) / DAY_MS);
  return startsAt === null ? null : Math.floor(startsAt / DAY_MS);
}
