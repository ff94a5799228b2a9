import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { GetBookAnswer, GetBookAtAnswer } from '../../../client/src/index.ts';
import { type Call, call } from '../../state/calls.ts';
import { withQuery } from '../../state/location.ts';
import { apiKey, type Failure } from '../../state/service.ts';
import { isLocking } from '../panel.ts';
import type { Moment } from './moment.ts';

const LIVE_EVERY_MS = 4_000;
/** Answers of the last minutes may still change: a break is noticed after it began. */
export const AT_EVERY_MS = 10_000;
/** Levels of a side of a recorded book: the cursor asks often, and books may have thousands. */
export const LEVELS_READ = 100;

export type BookAnswer = GetBookAnswer | GetBookAtAnswer;

export const isRecorded = (answer: BookAnswer): answer is GetBookAtAnswer => 't' in answer;

export interface BookCall {
  /** The book of the moment, or the live one. */
  readonly asked: ReadonlySignal<Call<BookAnswer>>;
  /** The moment that is asked about; null: the live book, also where recorded books are locked. */
  readonly at: ReadonlySignal<number | null>;
  /** The refusal of recorded books with the key at hand; null: there is none. */
  readonly refusal: ReadonlySignal<Failure | null>;
}

/** The book of the moment of the chart's cursor. A refusal is remembered: each move of the cursor would meet it again. */
export function followBook(asset: string, moment: Moment): BookCall {
  const path = `/api/book/${encodeURIComponent(asset)}`;
  const live = call<GetBookAnswer>(path, { everyMs: LIVE_EVERY_MS });
  let refused: { readonly failure: Failure; readonly key: string | null } | null = null;
  const found = computed(() => {
    const key = apiKey.value;
    const at = moment.at.value;
    if (refused?.key !== key) refused = null;
    if (at === null || refused !== null) return { asked: live, at: null, refusal: refused?.failure ?? null };
    const asked = call<GetBookAtAnswer>(withQuery(`${path}/at`, { t: at, levels: LEVELS_READ }), {
      everyMs: AT_EVERY_MS,
      credential: 'key',
      isCancelled: true,
    });
    const { data, failure } = asked.state.value;
    if (data !== null || failure === null || !isLocking(failure)) return { asked, at, refusal: null };
    refused = { failure, key };
    return { asked: live, at: null, refusal: failure };
  });
  return {
    asked: computed((): Call<BookAnswer> => found.value.asked),
    at: computed(() => found.value.at),
    refusal: computed(() => found.value.refusal),
  };
}
