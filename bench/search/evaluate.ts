import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SearchedMarket } from '../../src/search/searched-market.ts';

interface LabelledQuery {
  readonly q: string;
  readonly is: string;
  readonly not?: string;
}

export interface Judged {
  readonly q: string;
  readonly isTuned: boolean;
  /** Relevant markets among the first min(10, relevant) results, over that number. */
  readonly precision: number;
  readonly relevant: number;
  readonly first: readonly string[];
  readonly wrong: readonly string[];
}

const SEED = 20_261_130;
const AT = 10;

const { queries } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'queries.json'), 'utf8')) as {
  readonly queries: readonly LabelledQuery[];
};

export const QUERIES: readonly LabelledQuery[] = queries;

/** Half of the queries, chosen by a fixed seed: the ranking was tuned on these alone. */
const tuned = chooseHalf(queries);

/** Judges the results of each query. @param search Finds asset ids, the best first. */
export function judge(
  markets: readonly SearchedMarket[],
  search: (query: string) => readonly string[],
): readonly Judged[] {
  const texts = new Map(markets.map((market) => [market.asset, describe(market)]));
  return queries.map(({ q, is, not }) => {
    const [wanted, unwanted] = [new RegExp(is, 'i'), not === undefined ? null : new RegExp(not, 'i')];
    const isRelevant = (asset: string) => {
      const text = texts.get(asset)!;
      return !/KXMVE/.test(asset) && wanted.test(text) && unwanted?.test(text) !== true;
    };
    const relevant = markets.filter(({ asset }) => isRelevant(asset)).length;
    const places = Math.min(AT, relevant);
    const first = search(q).slice(0, places);
    const wrong = first.filter((asset) => !isRelevant(asset));
    return {
      q,
      isTuned: tuned.has(q),
      precision: (first.length - wrong.length) / places,
      relevant,
      first,
      wrong,
    };
  });
}

export function describe({ asset, title, event, answer }: SearchedMarket): string {
  return [asset, title, event ?? '', answer ?? ''].join(' | ');
}

function chooseHalf(from: readonly LabelledQuery[]): ReadonlySet<string> {
  let state = SEED;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const shuffled = from.map(({ q }) => ({ q, at: next() })).sort((a, b) => a.at - b.at);
  return new Set(shuffled.slice(0, from.length / 2).map(({ q }) => q));
}
