import { Type } from 'typebox';
import { type Clock, epochMs } from '../../../domain/index.ts';
import type { HistoryReader } from '../../../history/contract/history-store.ts';
import { readPage } from '../../parameters/cursors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { EndedMarkets } from '../../shapes/ended-names.ts';
import { pageEndFields, toPageEnd } from '../../shapes/list-end.ts';
import { resolutionSchema, toResolutionBody } from '../../shapes/resolution.ts';

const DEFAULT_RESOLUTIONS = 100;
const MAX_RESOLUTIONS = 1_000;

export interface ResolutionsOptions {
  readonly history: HistoryReader;
  readonly clock: Clock;
}

/** GET /api/resolutions: resolutions of binary markets, in the order in which the service learnt of them. */
export const registerResolutions: Registration<ResolutionsOptions> = (app, { history, clock }) => {
  const markets = new EndedMarkets(history, clock);
  app.get(
    '/api/resolutions',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getResolutions',
        summary: 'How binary markets ended',
        description:
          "Read from each venue's settlement source, never inferred from a price, and kept forever. Oldest first by recordedAt; nextCursor leads to the next page. To follow new resolutions, repeat the request with since set to the last recordedAt.",
        tags: ['assets'],
        querystring: s.queryParams({
          venue: s.onlyVenueParam(),
          since: Type.Optional(
            s.timeParam('Only resolutions recorded at this time or later.', 1_763_600_000_000),
          ),
          limit: s.int('Maximum number of resolutions.', DEFAULT_RESOLUTIONS, {
            default: DEFAULT_RESOLUTIONS,
            minimum: 1,
            'x-cap': MAX_RESOLUTIONS,
          }),
          cursor: Type.Optional(
            s.text(
              '`nextCursor` of an earlier answer to the same venue and since.',
              'WyJyZXNvbHV0aW9uIiwxNzYzNzAwMDAwMDAwLCJrYWxzaGkiLCJhIl0',
              {
                minLength: 1,
                maxLength: 512,
              },
            ),
          ),
        }),
        response: { 200: resolutionsSchema, ...s.failures('validation_failed') },
      },
    },
    async ({ query: { venue, since, limit, cursor } }) => {
      const { resolutions, nextCursor } = await readPage(() =>
        history.listResolutions({
          limit,
          ...(venue === undefined ? {} : { venue }),
          ...(since === undefined ? {} : { since: epochMs(since) }),
          ...(cursor === undefined ? {} : { cursor }),
        }),
      );
      const [verdicts, names] = await Promise.all([
        history.findSettledMany(resolutions),
        markets.readNames(resolutions),
      ]);
      return {
        ok: true as const,
        count: resolutions.length,
        resolutions: resolutions.map((resolution, i) =>
          toResolutionBody(resolution, { settled: verdicts[i] ?? null, names: names[i]! }),
        ),
        ...toPageEnd(nextCursor, { count: resolutions.length, cursor }),
      };
    },
  );
};

const resolutionsSchema = s.object('Resolutions of markets.', {
  ok: s.okTrue(),
  count: s.int('Resolutions in this answer.', 1),
  resolutions: s.array(
    'Resolutions, oldest first by recordedAt.',
    resolutionSchema('Resolution of one market.'),
  ),
  ...pageEndFields('WyJyZXNvbHV0aW9uIiwxNzYzNzAwMDAwMDAwLCJrYWxzaGkiLCJhIl0'),
});
