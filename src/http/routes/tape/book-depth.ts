import { Type } from 'typebox';
import type { DistanceUnit } from '../../../analytics/index.ts';
import { type AssetRef, DAY_MS, isPerpKind, SECOND_MS } from '../../../domain/index.ts';
import type { TapeWindow } from '../../../history/tape/contract/tape-reader.ts';
import { findAssetVenue } from '../../access/venue-scopes.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import { requireTapeAsset, type TapeRouteOptions } from '../../parameters/tape-access.ts';
import { decideCacheSeconds, readTapePage } from '../../parameters/tape-window.ts';
import { refuseParameter } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import {
  buildTapeHead,
  TAPE_ACCESS,
  tapeEndFields,
  tapeFailures,
  tapeListFields,
} from './shapes/tape-fields.ts';

/** Maximum length of a window in days. */
const MAX_DAYS = 7;
const DEFAULT_BUCKET_MS = 60_000;
const MAX_BUCKETS = 5_000;
const MAX_DISTANCES = 5;
const DISTANCES: Readonly<Record<DistanceUnit, readonly number[]>> = { cents: [1, 2, 5], bps: [5, 10, 50] };

/** GET /api/book/:asset/depth: spread and depth near the mid, by bucket. */
export const registerBookDepth: Registration<TapeRouteOptions> = (app, options) => {
  app.get(
    '/api/book/:asset/depth',
    {
      config: { ...TAPE_ACCESS, getVenues: findAssetVenue },
      schema: {
        operationId: 'getBookDepth',
        summary: 'Spread and depth of recorded order books, in buckets',
        description:
          'Means over the book at each full second in which both sides have a level; buckets without any are left out. At most 7 days and 5,000 buckets at once; without a window the last hour.',
        tags: ['tape'],
        params: Type.Object({ asset: s.assetParam() }),
        querystring: s.queryParams({
          fromMs: s.fromMsParam(),
          toMs: s.toMsParam(),
          bucketMs: s.int('Width of a bucket in ms, whole seconds.', 60_000, {
            default: DEFAULT_BUCKET_MS,
            minimum: SECOND_MS,
            maximum: DAY_MS,
          }),
          within: Type.Optional(
            Type.Array(s.num('Distance.', 2, { exclusiveMinimum: 0 }), {
              description:
                'Distances from the mid, separated by commas: cents of a binary (0.01), default 1,2,5; basis points of a perpetual, default 5,10,50.',
              examples: [[1, 2, 5]],
              minItems: 1,
              maxItems: MAX_DISTANCES,
            }),
          ),
        }),
        response: { 200: rawAnswer(bookDepthSchema), ...tapeFailures() },
      },
    },
    async ({ params, query: { bucketMs, within, ...query } }) => {
      if (bucketMs % SECOND_MS !== 0) throw refuseParameter('bucketMs', 'bucketMs must be whole seconds');
      const now = options.clock();
      const ref = await requireTapeAsset(options, params.asset);
      const [page, exclusion] = await Promise.all([
        readTapePage(options.tape, now, query, { list: null, maxDays: MAX_DAYS }),
        options.tape.findExclusion(ref, 'books'),
      ]);
      const { window } = page;
      requireBuckets(window, bucketMs);
      const { venue, storeKey } = ref;
      const unit = findDistanceUnit(ref);
      const measure = { bucketMs, within: within ?? DISTANCES[unit], unit };
      return new HeavyAnswer(
        {
          kind: 'bookDepth',
          input: { key: { venue, storeKey }, window, ...measure, exclusion, head: buildTapeHead(ref) },
        },
        { cacheSeconds: decideCacheSeconds(window.toMs, page, 'books') },
      );
    },
  );
};

function findDistanceUnit({ kind }: AssetRef): DistanceUnit {
  return isPerpKind(kind) ? 'bps' : 'cents';
}

/**
 * Requires a number of buckets within the limit. @throws {ApiError} `validation_failed` that names a sufficient bucket
 * width.
 */
function requireBuckets(window: TapeWindow, bucketMs: number): void {
  if (countBuckets(window, bucketMs) <= MAX_BUCKETS) return;
  let enough = Math.ceil((window.toMs - window.fromMs) / MAX_BUCKETS / SECOND_MS) * SECOND_MS;
  while (countBuckets(window, enough) > MAX_BUCKETS) enough += SECOND_MS;
  throw refuseParameter(
    'bucketMs',
    `the window has more than ${MAX_BUCKETS} buckets of bucketMs: send ${enough} or more, or a shorter window`,
  );
}

function countBuckets({ fromMs, toMs }: TapeWindow, bucketMs: number): number {
  return Math.floor(toMs / bucketMs) - Math.floor(fromMs / bucketMs) + 1;
}

const ofEachDistance = (description: string, example: number) =>
  s.array(`${description}, for each of within.`, s.num('Value.', example));

const bookDepthSchema = s.object('Spread and depth by bucket.', {
  ...tapeListFields('buckets'),
  bucketMs: s.int('Width of a bucket in ms.', 60_000),
  within: s.array('Distances from the mid: cents, or basis points.', s.num('Distance.', 1)),
  buckets: s.array(
    'Buckets, oldest first.',
    s.object('A bucket.', {
      t: s.epochMsField('Begin of the bucket, a multiple of bucketMs.'),
      seconds: s.int('Full seconds in which both sides had a level; of sampled times full minutes.', 60),
      spread: s.object('Best ask minus best bid, in price; below 0 while they are crossed.', {
        min: s.num('Smallest.', 0.01),
        mean: s.num('Mean.', 0.012),
        max: s.num('Largest.', 0.03),
      }),
      bidUsd: ofEachDistance('Mean USD of bids within the distance', 1_250),
      askUsd: ofEachDistance('Mean USD of asks within the distance', 980),
      imbalance: s.array(
        'Mean of (bids - asks) / (bids + asks), for each of within.',
        s.nullable(s.num('Value, -1 to 1.', 0.12), 'nothing rested within the distance'),
      ),
    }),
  ),
  truncated: s.named('ListTruncated', s.bool('Whether more follows beyond the limit.', false)),
  nextCursor: s.nextCursorField('none', 'the next page; an answer has all buckets'),
  ...tapeEndFields('books'),
});
