import { Type } from 'typebox';
import { BOOK_BREAKS } from '../../../domain/index.ts';
import { findAssetVenue } from '../../access/venue-scopes.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import { requireTapeAsset, type TapeRouteOptions } from '../../parameters/tape-access.ts';
import { decideCacheSeconds, readTapePage } from '../../parameters/tape-window.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import {
  buildTapeHead,
  TAPE_ACCESS,
  tapeCursorParam,
  tapeFailures,
  tapeListEndFields,
  tapeListFields,
} from './shapes/tape-fields.ts';
import { registerTapeFiles } from './shapes/tape-files.ts';

const DEFAULT_CHANGES = 1_000;
const MAX_CHANGES = 50_000;
const LIMITS = { list: 'tape-change', maxDays: 31 } as const;
const CURSOR = 'WyJ0YXBlLWNoYW5nZSIsMTc2MzY5NjQwMDAwMCwxNzYzNzAwMDAwMDAwLDE3NjM2OTY5MDAwMDAsMF0';
const WHOLE_NOTE =
  'It begins with the book at fromMs, where it is known, and has the whole book at each begin of a span; `break` says where and why the book ceased to be known. A page never ends within a message and may so exceed limit by one of them.';

/** GET /api/book/:asset/changes, its /csv, /jsonl, /parquet and /arrow: every change of a book. */
export const registerBookChanges: Registration<TapeRouteOptions> = (app, options) => {
  app.get(
    '/api/book/:asset/changes',
    {
      config: { ...TAPE_ACCESS, getVenues: findAssetVenue },
      schema: {
        operationId: 'getBookChanges',
        summary: 'Every change of a recorded order book',
        description: `Oldest first, at most 31 days at once; without a window the last hour. ${WHOLE_NOTE}`,
        tags: ['tape'],
        params: Type.Object({ asset: s.assetParam() }),
        querystring: s.queryParams({
          fromMs: s.fromMsParam(),
          toMs: s.toMsParam(),
          limit: s.int('Maximum number of rows. Values above 50,000 count as 50,000.', DEFAULT_CHANGES, {
            default: DEFAULT_CHANGES,
            minimum: 1,
            'x-cap': MAX_CHANGES,
          }),
          cursor: tapeCursorParam(CURSOR),
        }),
        response: { 200: rawAnswer(bookChangesSchema), ...tapeFailures() },
      },
    },
    async ({ params, query: { limit, ...query } }) => {
      const now = options.clock();
      const ref = await requireTapeAsset(options, params.asset);
      const [page, exclusion] = await Promise.all([
        readTapePage(options.tape, now, query, LIMITS),
        options.tape.findExclusion(ref, 'books'),
      ]);
      const { window, after } = page;
      const { venue, storeKey } = ref;
      return new HeavyAnswer(
        {
          kind: 'bookChanges',
          input: { key: { venue, storeKey }, window, after, limit, exclusion, head: buildTapeHead(ref) },
        },
        { cacheSeconds: decideCacheSeconds(window.toMs, page, 'books') },
      );
    },
  );

  registerTapeFiles(app, options, {
    path: '/api/book/:asset/changes',
    operationId: 'getBookChanges',
    title: 'Changes of a recorded order book',
    description: `in columns t, venueT, kind, side, price, size, reason, everyMs. ${WHOLE_NOTE}`,
    examples: EXAMPLES,
    job: 'bookChangesFile',
    content: 'books',
    limits: LIMITS,
    name: 'changes',
  });
};

const EXAMPLES = {
  csv: 't,venueT,kind,side,price,size,reason,everyMs\r\n1763700000000,1763699999950,change,bid,0.41,0,,0\r\n',
  jsonl:
    '{"t":1763700000000,"venueT":1763699999950,"kind":"change","side":"bid","price":0.41,"size":0,"reason":null,"everyMs":0}\n',
};

const bookChangesSchema = s.object('Changes of a book.', {
  ...tapeListFields('rows'),
  changes: s.array(
    'Rows, oldest first.',
    s.named(
      'TapeChange',
      s.object('A level of a whole book, a change of a level, or a break.', {
        t: s.epochMsField('Our time of the message; of a break the last moment at which the book was right.'),
        venueT: s.nullable(s.epochMsField("The venue's time of the message."), 'it states none, or a break'),
        kind: s.choice(
          '`whole`: a level of the whole book; `change`: the new total of a level; `break`: the book is not known from here on.',
          ['change', 'whole', 'break'],
        ),
        side: s.nullable(
          s.choice('Side of the level.', ['bid', 'ask']),
          'it is a break, or a whole book without a level',
        ),
        price: s.nullable(
          s.num('Price: USD, or probability of Yes.', 0.41),
          'it is a break, or a whole book without a level',
        ),
        size: s.nullable(
          s.num('New total in base units or contracts; 0 removes the level.', 250),
          'it is a break, or a whole book without a level',
        ),
        reason: s.nullable(s.choice('Reason of the break.', BOOK_BREAKS), 'it is none'),
        everyMs: s.nullable(
          s.int('0: every change was recorded; else the time between two states in ms.', 0),
          'it is a break',
        ),
      }),
    ),
  ),
  ...tapeListEndFields('books', CURSOR),
});
