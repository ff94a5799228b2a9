import { Type } from 'typebox';
import { DAY_MS } from '../../../domain/index.ts';
import { findAssetVenue } from '../../access/venue-scopes.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import { requireTapeAsset, type TapeRouteOptions } from '../../parameters/tape-access.ts';
import { decideCacheSeconds, readTapePage } from '../../parameters/tape-window.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { bookFields } from './shapes/book-fields.ts';
import {
  buildTapeHead,
  levelsParam,
  TAPE_ACCESS,
  tapeCursorParam,
  tapeFailures,
  tapeListEndFields,
  tapeListFields,
} from './shapes/tape-fields.ts';

const DEFAULT_BOOKS = 500;
const MAX_BOOKS = 5_000;
/** Maximum length of a window in days. */
const MAX_DAYS = 7;
const DEFAULT_EVERY_MS = 1_000;
const MIN_EVERY_MS = 100;
const DEFAULT_LEVELS = 10;
const CURSOR = 'WyJ0YXBlLWJvb2siLDE3NjM2OTY0MDAwMDAsMTc2MzcwMDAwMDAwMCwxNzYzNjk2OTAwMDAwLDBd';

/** GET /api/book/:asset/history: the recorded book at each step of a window. */
export const registerBookHistory: Registration<TapeRouteOptions> = (app, options) => {
  app.get(
    '/api/book/:asset/history',
    {
      config: { ...TAPE_ACCESS, getVenues: findAssetVenue },
      schema: {
        operationId: 'getBookHistory',
        summary: 'Recorded order books of one asset, step by step',
        description:
          'The book at each step, oldest first; steps are the multiples of everyMs since 1970, and those without a book are left out. At most 7 days at once; without a window the last hour. A page of deep books may end before limit: nextCursor leads on.',
        tags: ['tape'],
        params: Type.Object({ asset: s.assetParam() }),
        querystring: s.queryParams({
          fromMs: s.fromMsParam(),
          toMs: s.toMsParam(),
          everyMs: s.int('Time between two steps in ms.', 1_000, {
            default: DEFAULT_EVERY_MS,
            minimum: MIN_EVERY_MS,
            maximum: DAY_MS,
          }),
          levels: { ...levelsParam('Most levels of a side.'), default: DEFAULT_LEVELS },
          limit: s.int('Maximum number of books. Values above 5,000 count as 5,000.', DEFAULT_BOOKS, {
            default: DEFAULT_BOOKS,
            minimum: 1,
            'x-cap': MAX_BOOKS,
          }),
          cursor: tapeCursorParam(CURSOR),
        }),
        response: { 200: rawAnswer(bookHistorySchema), ...tapeFailures() },
      },
    },
    async ({ params, query: { everyMs, levels, limit, ...query } }) => {
      const now = options.clock();
      const ref = await requireTapeAsset(options, params.asset);
      const [page, exclusion] = await Promise.all([
        readTapePage(options.tape, now, query, { list: 'tape-book', maxDays: MAX_DAYS }),
        options.tape.findExclusion(ref, 'books'),
      ]);
      const { window, after } = page;
      const { venue, storeKey } = ref;
      const steps = { key: { venue, storeKey }, window, after, everyMs, levels, limit };
      return new HeavyAnswer(
        { kind: 'bookHistory', input: { ...steps, exclusion, head: buildTapeHead(ref) } },
        { cacheSeconds: decideCacheSeconds(window.toMs, page, 'books') },
      );
    },
  );
};

const bookHistorySchema = s.object('Recorded books.', {
  ...tapeListFields('books'),
  everyMs: s.int('Time between two steps in ms.', 1_000),
  levels: s.int('Most levels of a side.', 10),
  books: s.array(
    'Books, oldest first.',
    s.named('TapeBook', s.object('A book at a step.', { t: s.epochMsField('The step.'), ...bookFields() })),
  ),
  ...tapeListEndFields('books', CURSOR),
});
