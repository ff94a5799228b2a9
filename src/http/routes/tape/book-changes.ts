import { Type } from 'typebox';
import { BOOK_BREAKS } from '../../../domain/index.ts';
import { FILE_FORMATS } from '../../../history/formats/table.ts';
import { findAssetVenue } from '../../access/venue-scopes.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { requireTapeAsset, type TapeRouteOptions } from '../../parameters/tape-access.ts';
import { decideCacheSeconds, readTapePage } from '../../parameters/tape-window.ts';
import { buildAttachmentHeaders } from '../../responses/csv.ts';
import { readPageSearch } from '../../responses/page-headers.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import {
  describeMedia,
  FILE_MEDIA,
  fileAnswer,
  TAPE_FILE_ACCESS,
  tapeFileParams,
} from './shapes/file-fields.ts';
import {
  buildTapeHead,
  TAPE_ACCESS,
  tapeCursorParam,
  tapeFailures,
  tapeListEndFields,
  tapeListFields,
} from './shapes/tape-fields.ts';

const DEFAULT_CHANGES = 1_000;
const MAX_CHANGES = 50_000;
const LIMITS = { list: 'tape-change', maxDays: 31 } as const;
const CURSOR = 'WyJ0YXBlLWNoYW5nZSIsMTc2MzY5NjQwMDAwMCwxNzYzNzAwMDAwMDAwLDE3NjM2OTY5MDAwMDAsMF0';
const WHOLE_NOTE =
  'It begins with the book at fromMs, where it is known, and has the whole book at each begin of a span; `break` says where and why the book ceased to be known. A page never ends within a message and may so exceed limit by one of them.';

const SUMMARIES = {
  csv: 'Changes of a recorded order book as CSV',
  jsonl: 'Changes of a recorded order book as JSON lines',
  parquet: 'Changes of a recorded order book as Parquet',
  arrow: 'Changes of a recorded order book as an Arrow IPC stream',
} as const;

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
        response: { 200: s.rawAnswer(bookChangesSchema), ...tapeFailures() },
      },
    },
    async ({ params, query: { limit, ...query } }) => {
      const now = options.clock();
      const ref = await requireTapeAsset(options, params.asset);
      const page = await readTapePage(options.tape, now, query, LIMITS);
      const { window, after } = page;
      const { venue, storeKey } = ref;
      const exclusion = await options.tape.findExclusion(ref, 'books');
      return new HeavyAnswer(
        {
          kind: 'bookChanges',
          input: { key: { venue, storeKey }, window, after, limit, exclusion, head: buildTapeHead(ref) },
        },
        { cacheSeconds: decideCacheSeconds(window.toMs, page, 'books') },
      );
    },
  );

  for (const format of FILE_FORMATS) {
    app.get(
      `/api/book/:asset/changes/${format}`,
      {
        config: { ...TAPE_FILE_ACCESS, getVenues: findAssetVenue },
        schema: {
          operationId: `getBookChanges${format[0]!.toUpperCase()}${format.slice(1)}`,
          summary: SUMMARIES[format],
          description: `Oldest first, in columns t, venueT, kind, side, price, size, reason, everyMs. ${WHOLE_NOTE} X-Truncated says whether more follows; X-Next-Cursor and Link lead there.`,
          tags: ['tape'],
          produces: [describeMedia(format)],
          params: Type.Object({ asset: s.assetParam() }),
          querystring: s.queryParams(tapeFileParams()),
          response: { 200: fileAnswer(format, SUMMARIES[format], EXAMPLES), ...tapeFailures() },
        },
      },
      async ({ params, query: { limit, ...query }, url }) => {
        const now = options.clock();
        const ref = await requireTapeAsset(options, params.asset);
        const page = await readTapePage(options.tape, now, query, LIMITS);
        const { window, after } = page;
        const { venue, storeKey } = ref;
        const search = readPageSearch(url);
        return new HeavyAnswer(
          {
            kind: 'bookChangesFile',
            input: { key: { venue, storeKey }, window, after, limit, format, search },
          },
          {
            contentType: FILE_MEDIA[format],
            headers: buildAttachmentHeaders(`${ref.asset}-changes.${format}`),
            cacheSeconds: decideCacheSeconds(window.toMs, page, 'books'),
          },
        );
      },
    );
  }
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
