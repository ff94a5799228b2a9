import { Type } from 'typebox';
import {
  ASSET_ID_PATTERN,
  type AssetRef,
  type Clock,
  FILL_STATES,
  type FillStatus,
  NO_FILL_REASONS,
  noFill,
} from '../../../domain/index.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import { STATISTICS_DAYS } from '../../../screens/largest/hourly-bars.ts';
import type { Screens } from '../../../screens/screens.ts';
import { toNetwork } from '../../access/client-network.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';

const MAX_ASSETS = 50;
const BODY_LIMIT_BYTES = 64 * 1024;

export interface BackfillOptions {
  readonly assets: AssetFinder;
  readonly screens: Pick<Screens, 'backfill'>;
  readonly clock: Clock;
}

/** POST /api/backfill: requests the hours before markets were recorded from their venues. */
export const registerBackfill: Registration<BackfillOptions> = (app, { assets, screens, clock }) => {
  app.post(
    '/api/backfill',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      config: { access: 'free', cacheSeconds: 0 },
      schema: {
        operationId: 'postBackfill',
        summary: 'Fills in the hours before markets were recorded',
        description: `Queues up to ${MAX_ASSETS} markets and returns at once; send the request again to follow them. The venue's hourly closes of ${STATISTICS_DAYS} days are stored, one market of a venue at a time, with what polls and other requests leave of the venue's limit. A market is filled once for all callers.`,
        tags: ['history'],
        body: strictBody({
          assets: Type.Array(
            s.text('Asset id; letter case does not matter.', 'hl-BTC', {
              maxLength: 256,
              pattern: ASSET_ID_PATTERN,
            }),
            {
              minItems: 1,
              maxItems: MAX_ASSETS,
              description: `1 to ${MAX_ASSETS} asset ids; duplicates are returned once.`,
              examples: [['hl-BTC', 'pm-will-it-rain']],
            },
          ),
        }),
        response: {
          200: answerSchema,
          ...s.failures('validation_failed', 'payload_too_large', 'unsupported_media_type'),
        },
      },
    },
    async ({ body, ip }) => {
      const names = [...new Set(body.assets)];
      const resolved = await assets.resolveMany(names);
      const refs = resolved.map((found) => (found === null || found.state === null ? null : found.ref));
      const statuses = await want(screens, [...listDistinct(refs).values()], toNetwork(ip));
      return {
        ok: true as const,
        now: clock(),
        days: STATISTICS_DAYS,
        fills: names.map((name, i) => {
          const ref = refs[i] ?? null;
          const status = ref === null ? noFill('not_listed') : statuses.get(ref.asset)!;
          return { asset: ref?.asset ?? name, ...status };
        }),
      };
    },
  );
};

/** Lists each asset once, by id: two requested names may be one asset. */
function listDistinct(refs: readonly (AssetRef | null)[]): ReadonlyMap<string, AssetRef> {
  return new Map(refs.flatMap((ref) => (ref === null ? [] : [[ref.asset, ref] as const])));
}

async function want(
  { backfill }: Pick<Screens, 'backfill'>,
  refs: readonly AssetRef[],
  caller: string,
): Promise<ReadonlyMap<string, FillStatus>> {
  const statuses = refs.length === 0 ? [] : await backfill?.want(refs, caller);
  return new Map(refs.map(({ asset }, i) => [asset, statuses?.[i] ?? noFill('not_recorded')]));
}

const answerSchema = s.object('Fills of the markets.', {
  ok: s.okTrue(),
  now: s.epochMsField('Time of the answer.'),
  days: s.int('Days that a fill goes back.', STATISTICS_DAYS),
  fills: s.array(
    'One per requested asset, in the order of the request.',
    s.object('Fill of one market.', {
      asset: s.assetIdField(),
      state: s.choice(
        '`queued`: waits for its turn; `running`: the venue was asked; `filled`: what the venue has of the time is stored; `not_offered`: see reason.',
        FILL_STATES,
      ),
      reason: s.nullable(
        s.choice(
          '`not_listed`: no venue lists the market, or its venue has not answered since the start; `not_recorded`: the service does not read the venue; `failed`: the venue gave nothing; `busy`: the queue, or the part of it that one address may fill, is full; `unreachable`: the process that reads the venue did not answer.',
          NO_FILL_REASONS,
        ),
        'state is not `not_offered`',
      ),
      retryAtMs: s.nullable(
        s.epochMsField('When a failed market can be requested again.'),
        'reason is not `failed`',
      ),
    }),
  ),
});
