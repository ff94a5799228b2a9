import { Type } from 'typebox';
import { ASSET_ID_PATTERN, type Clock, findAssetRef } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import type { SparklinesInput } from '../../heavy/jobs/sparklines.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import { requireWarm } from '../../parameters/assets.ts';
import { findReferenceSeries, type SeriesFinder } from '../../parameters/references.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { isStaleField } from '../../shapes/m2m-fields.ts';

/** Maximum number of assets: their ids fit into a URL, however long they are. */
const MAX_ASSETS = 50;

export interface SparklinesOptions extends SeriesFinder {
  readonly feed: Feed;
  readonly clock: Clock;
}

/** GET /api/sparklines: 48 closes of the last 24 hours for each of many assets. */
export const registerSparklines: Registration<SparklinesOptions> = (app, { feed, clock, ...finder }) => {
  const { assets } = finder;
  app.get(
    '/api/sparklines',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getSparklines',
        summary: 'Half-hourly closes of many assets over 24 hours',
        description:
          'For small charts. Half hours start at multiples of bucketMs since the Unix epoch; the last one is still running. Hours filled in from a candle of the venue have its close in both halves. They appear within 15 minutes, those before the first record within a minute.',
        tags: ['screens'],
        querystring: s.queryParams({
          assets: Type.Unsafe<string[]>({
            type: 'array',
            items: { type: 'string', minLength: 1, maxLength: 256, pattern: ASSET_ID_PATTERN },
            minItems: 1,
            maxItems: MAX_ASSETS,
            description: `One to ${MAX_ASSETS} asset ids, separated by commas; duplicates are returned once.`,
            examples: [['hl-BTC', 'pm-will-it-rain']],
          }),
        }),
        response: {
          200: rawAnswer(sparklinesSchema),
          ...s.failures('validation_failed', 'source_withheld', 'warming_up', 'overloaded'),
        },
      },
    },
    async ({ query }) => {
      const series = new Map<string, SparklinesInput['series'][number]>();
      const unknown: string[] = [];
      const resolved = await assets.resolveMany(query.assets);
      for (const [i, asset] of query.assets.entries()) {
        const found = resolved[i] ?? null;
        const reference = found === null ? await findReferenceSeries(finder, asset, clock()) : null;
        if (reference !== null) {
          const { venue, storeKey, asset: id } = reference.ref;
          series.set(id, { venue, storeKey, asset: id, isStale: reference.isOld });
        } else if (found === null) {
          requireWarm(assets, findAssetRef(asset)?.venue ?? null);
          unknown.push(asset);
        } else {
          const { venue, storeKey, asset: id } = found.ref;
          const isStale = found.state === null || feed.isStale(venue);
          series.set(id, { venue, storeKey, asset: id, isStale });
        }
      }
      return new HeavyAnswer({
        kind: 'sparklines',
        input: { series: [...series.values()], unknown, now: clock() },
      });
    },
  );
};

const sparklinesSchema = s.object('Sparklines of the assets.', {
  ok: s.okTrue(),
  fromMs: s.epochMsField('Start of the first half hour.'),
  bucketMs: s.int('Width of a half hour in ms.', 1_800_000),
  sparklines: s.array(
    'Sparklines, in the order of the request.',
    s.object('One asset.', {
      asset: s.assetIdField(),
      asOfMs: s.nullable(s.epochMsField('Time of the newest record.'), 'the asset has no record'),
      isStale: isStaleField(),
      closes: s.array(
        '48 closes, oldest first.',
        s.nullable(
          s.num('Last price of the half hour: USD, or probability of Yes.', 87_250),
          'nothing was recorded in it',
        ),
      ),
    }),
  ),
  unknown: s.array('Ids that no venue lists and that have no records.', s.assetIdField('pm-no-such-market')),
});
