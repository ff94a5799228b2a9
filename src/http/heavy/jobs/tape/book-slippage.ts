import { type SlippageOptions, slippage } from '../../../../analytics/index.ts';
import { explainNullPaths } from '../../../../domain/index.ts';
import type { MarketKey } from '../../../../history/contract/series.ts';
import { type BookView, type TapeReader, toLevels } from '../../../../history/tape/contract/tape-reader.ts';
import { type PreparedBody, prepareObject } from '../../prepared-body.ts';
import { readBookAt } from './book-at.ts';
import { explainUnknown } from './shown-coverage.ts';

/** An order at a moment, and the members that the response starts with. */
export interface BookSlippageInput {
  readonly key: MarketKey;
  readonly t: number;
  readonly order: SlippageOptions;
  /** Name of the setting that excludes the asset from recording; null: none. */
  readonly exclusion: string | null;
  readonly head: object;
}

/** Prepares the cost that an order would have had at a moment, on the recorded book. */
export async function prepareBookSlippage(tape: TapeReader, input: BookSlippageInput): Promise<PreparedBody> {
  const { key, t, order, exclusion, head } = input;
  const { found, coverage } = await readBookAt(tape, key, t, exclusion);
  const { book } = found;
  const bookTime = book?.bookTime ?? null;
  const state = {
    bookTime,
    ageMs: bookTime === null ? null : t - bookTime,
    params: order,
    result: book === null ? null : walk(book, order),
  };
  const whyNull = explainNullPaths(state, (path) => {
    if (found.book === null) return explainUnknown(coverage, t, found.why);
    return path === 'result.fullyFilled' ? 'depth_limited' : 'no_touch';
  });
  return prepareObject({ ...head, t, ...state, coverage, whyNull });
}

/** Fills an order from the book. The market may have more levels than the venue sends. */
function walk({ bids, asks, depth }: BookView, order: SlippageOptions) {
  const result = slippage({ bids: toLevels(bids), asks: toLevels(asks) }, order);
  const mayBeFilled = depth !== null && !result.fullyFilled && result.levelsConsumed > 0;
  return mayBeFilled ? { ...result, fullyFilled: null } : result;
}
