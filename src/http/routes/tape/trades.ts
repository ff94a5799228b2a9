import { Type } from 'typebox';
import { TRADE_SOURCES } from '../../../domain/index.ts';
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

const DEFAULT_TRADES = 500;
const MAX_TRADES = 5_000;
const LIMITS = { list: 'tape-trade', maxDays: 31 } as const;
/** A cursor of a file leads on, one of the list leads back. */
const FILE_LIMITS = { list: 'tape-trade-file', maxDays: 31 } as const;
const CURSOR = 'WyJ0YXBlLXRyYWRlIiwxNzYzNjk2NDAwMDAwLDE3NjM3MDAwMDAwMDAsMTc2MzY5OTk5OTAwMCwwXQ';

/** GET /api/trades/:asset, its /csv, /jsonl, /parquet and /arrow: recorded trades with the side that the venue stated. */
export const registerTrades: Registration<TapeRouteOptions> = (app, options) => {
  app.get(
    '/api/trades/:asset',
    {
      config: { ...TAPE_ACCESS, getVenues: findAssetVenue },
      schema: {
        operationId: 'getTrades',
        summary: 'Recorded trades of one asset',
        description:
          'Newest first, at most 31 days at once; without a window the last hour. `side` is that of the taker as the venue states it, in terms of Yes, and never a guess. Trades that are compared with what settled may change for some hours.',
        tags: ['tape'],
        params: Type.Object({ asset: s.assetParam() }),
        querystring: s.queryParams({
          fromMs: s.fromMsParam(),
          toMs: s.toMsParam(),
          limit: s.int('Maximum number of trades. Values above 5,000 count as 5,000.', DEFAULT_TRADES, {
            default: DEFAULT_TRADES,
            minimum: 1,
            'x-cap': MAX_TRADES,
          }),
          cursor: tapeCursorParam(CURSOR),
        }),
        response: { 200: rawAnswer(tradesSchema), ...tapeFailures() },
      },
    },
    async ({ params, query: { limit, ...query } }) => {
      const now = options.clock();
      const ref = await requireTapeAsset(options, params.asset);
      const page = await readTapePage(options.tape, now, query, LIMITS);
      const { window, after } = page;
      const { venue, storeKey } = ref;
      const exclusion = await options.tape.findExclusion(ref, 'trades');
      return new HeavyAnswer(
        {
          kind: 'trades',
          input: { key: { venue, storeKey }, window, after, limit, exclusion, head: buildTapeHead(ref) },
        },
        { cacheSeconds: decideCacheSeconds(window.toMs, page, 'trades') },
      );
    },
  );

  registerTapeFiles(app, options, {
    path: '/api/trades/:asset',
    operationId: 'getTrades',
    title: 'Recorded trades',
    description:
      'in columns t, venueT, price, size, side, sideSource, id, settled, source, isBlock. `settled` and `isBlock` are 1 or 0.',
    examples: EXAMPLES,
    job: 'tradesFile',
    content: 'trades',
    limits: FILE_LIMITS,
    name: 'trades',
  });
};

const EXAMPLES = {
  csv: 't,venueT,price,size,side,sideSource,id,settled,source,isBlock\r\n1763700000000,1763700000000,0.42,150,buy,venue,0x9fe3:yes,1,stream,0\r\n',
  jsonl:
    '{"t":1763700000000,"venueT":1763700000000,"price":0.42,"size":150,"side":"buy","sideSource":"venue","id":"0x9fe3:yes","settled":1,"source":"stream","isBlock":0}\n',
};

const tradesSchema = s.object('Recorded trades.', {
  ...tapeListFields('trades'),
  trades: s.array(
    'Trades, newest first.',
    s.named(
      'TapeTrade',
      s.object('A trade.', {
        t: s.epochMsField("Time of the trade: the venue's, or ours where it states none that can be right."),
        venueT: s.nullable(s.epochMsField("The venue's time."), 'the venue states none'),
        price: s.num('Price: USD, or probability of Yes.', 0.42),
        size: s.num('Contracts, or units of the base asset.', 150),
        side: s.nullable(
          s.choice('Side of the taker, in terms of Yes.', ['buy', 'sell']),
          'the venue does not state it',
        ),
        sideSource: s.nullable(s.choice('Who stated the side.', ['venue']), 'the side is not stated'),
        id: s.nullable(s.text('Id of the trade at its venue.', '0x9fe3:yes'), 'the venue states none'),
        settled: s.nullable(
          s.bool('Whether the trade settled. One that did not stays in the list.', true),
          'it is not known yet, or the venue does not tell',
        ),
        source: s.choice('How the trade came to us.', TRADE_SOURCES),
        isBlock: s.bool('Whether the venue marks it as agreed outside of the book.', false),
      }),
    ),
  ),
  ...tapeListEndFields('trades', CURSOR),
});
