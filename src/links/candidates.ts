import { DAY_MS } from '../domain/index.ts';
import { endOf } from './dates.ts';
import type { MarketFeatures } from './features.ts';

/** Up to here a word is rare enough for all of its markets to be compared. */
const RARE = 64;
const PER_MARKET = 64;

/**
 * Finds the few markets that one could be linked to, without comparing all pairs: an index from each word to
 * the markets that hold it, and, for words that thousands share, from the word together with a number, a day
 * or a second word.
 *
 * A market that asks the same question holds every word of this one, hence also its rarest.
 */
export class CandidateIndex {
  private readonly postings = new Map<string, number[]>();
  private readonly markets: readonly MarketFeatures[];

  constructor(markets: readonly MarketFeatures[]) {
    this.markets = markets;
  }

  /** Enters one market into the index. All have to be in before candidates are asked for. */
  enter(position: number): void {
    const market = this.markets[position];
    if (market === undefined) return;
    const narrow = narrowKeys(market);
    for (const word of allWords(market)) {
      this.post(word, position);
      for (const key of narrow) this.post(`${word} ${key}`, position);
    }
  }

  /** Positions of the markets that one could be linked to. */
  of(position: number): number[] {
    const market = this.markets[position];
    if (market === undefined) return [];
    const found = new Set<number>();
    for (const list of this.listsOf(market)) {
      for (const other of list) {
        if (other !== position && this.isEligible(market, other)) found.add(other);
        if (found.size >= PER_MARKET) break;
      }
    }
    return [...found];
  }

  private isEligible(market: MarketFeatures, other: number): boolean {
    const candidate = this.markets[other];
    if (candidate === undefined) return false;
    return (
      candidate.venue !== market.venue ||
      (candidate.eventKey !== null && candidate.eventKey === market.eventKey)
    );
  }

  private listsOf(market: MarketFeatures): (readonly number[])[] {
    const words = [...allWords(market)].sort((a, b) => this.count(a) - this.count(b) || (a < b ? -1 : 1));
    const lists: (readonly number[])[] = [];
    for (const word of words.slice(0, 2)) {
      const list = this.postings.get(word) ?? [];
      if (list.length <= RARE) lists.push(list);
      else for (const narrow of narrowKeys(market)) lists.push(this.postings.get(`${word} ${narrow}`) ?? []);
    }
    return lists;
  }

  private count(word: string): number {
    return this.postings.get(word)?.length ?? 0;
  }

  private post(key: string, index: number): void {
    const list = this.postings.get(key);
    if (list === undefined) this.postings.set(key, [index]);
    else list.push(index);
  }
}

function allWords(market: MarketFeatures): ReadonlySet<string> {
  if (market.matchUp === null) return market.words;
  return new Set([...market.words, ...market.matchUp.sides[0], ...market.matchUp.sides[1]]);
}

/** What tells markets with the same words apart: their number and their day. */
function narrowKeys(market: MarketFeatures): string[] {
  const keys: string[] = [];
  const value = market.quantities[0]?.value;
  const end = (market.date === null ? null : endOf(market.date)) ?? market.endsAt ?? market.closesAt;
  const day = end === null ? '' : String(Math.floor(end / DAY_MS));
  if (value !== undefined) keys.push(`#${value}`, `#${value}@${day}`);
  else keys.push(`@${day}`);
  return keys;
}
