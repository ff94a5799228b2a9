import { Type } from 'typebox';
import type { VenueId } from '../../../domain/index.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import type { GapQuery, GapReader } from '../../../history/contract/gaps.ts';
import { requireAsset } from '../../parameters/assets.ts';
import { readPage } from '../../parameters/cursors.ts';
import { toWindow } from '../../parameters/record-query.ts';
import { ApiError } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { gapsField } from '../../shapes/coverage.ts';
import { pageEndFields, toPageEnd } from '../../shapes/list-end.ts';

const DEFAULT_GAPS = 1_000;
const MAX_GAPS = 1_000;

export interface GapsOptions {
  readonly history: GapReader;
  readonly assets: AssetFinder;
}

/** GET /api/gaps: periods without records, of venues and of their assets. */
export const registerGaps: Registration<GapsOptions> = (app, { history, assets }) => {
  app.get(
    '/api/gaps',
    {
      config: { access: 'free', cacheSeconds: 10 },
      schema: {
        operationId: 'getGaps',
        summary: 'Gaps in the recording',
        description:
          'Newest gaps that overlap the window, oldest first: of whole venues and of single assets. nextCursor leads to earlier gaps; pages can be shorter than limit.',
        tags: ['health'],
        querystring: s.queryParams({
          venue: Type.Optional(s.venueField('Only this venue and its assets.')),
          asset: Type.Optional(
            s.text('Only gaps of this asset and of its whole venue.', 'hl-BTC', {
              minLength: 1,
              maxLength: 256,
            }),
          ),
          fromMs: s.fromMsParam(),
          toMs: s.toMsParam(),
          limit: s.int('Maximum number of gaps.', DEFAULT_GAPS, {
            default: DEFAULT_GAPS,
            minimum: 1,
            'x-cap': MAX_GAPS,
          }),
          cursor: Type.Optional(
            s.text(
              '`nextCursor` of an earlier answer to the same parameters.',
              'WyJnYXAiLDE3NjM3MDAwMDAwMDAsImthbHNoaSIsIiJd',
              {
                minLength: 1,
                maxLength: 1_024,
              },
            ),
          ),
        }),
        response: { 200: gapsSchema, ...s.failures('validation_failed', 'asset_not_found', 'warming_up') },
      },
    },
    async ({ query }) => {
      const series = await requireSeries(assets, query.venue, query.asset);
      const { gaps, nextCursor } = await readPage(() =>
        history.listGapPage({
          ...toWindow(query),
          ...series,
          limit: query.limit,
          ...(query.cursor === undefined ? {} : { cursor: query.cursor }),
        }),
      );
      return {
        ok: true as const,
        count: gaps.length,
        gaps: [...gaps],
        ...toPageEnd(nextCursor, { count: gaps.length, cursor: query.cursor }),
      };
    },
  );
};

const gapsSchema = s.object('Gaps in the recording.', {
  ok: s.okTrue(),
  count: s.int('Gaps in this answer.', 1),
  gaps: gapsField(),
  ...pageEndFields('WyJnYXAiLDE3NjM3MDAwMDAwMDAsImthbHNoaSIsIiJd', 'the page of earlier gaps'),
});

/**
 * Finds the series that a request names. @throws {ApiError} `asset_not_found`, `warming_up`; `validation_failed` when
 * the asset belongs to another venue.
 */
async function requireSeries(
  assets: AssetFinder,
  venue: VenueId | undefined,
  asset: string | undefined,
): Promise<Pick<GapQuery, 'venue' | 'storeKey'>> {
  if (asset === undefined) return venue === undefined ? {} : { venue };
  const { ref } = await requireAsset(assets, asset);
  if (venue !== undefined && venue !== ref.venue) {
    throw new ApiError('validation_failed', `venue must be ${ref.venue} for ${asset}, or absent`, {
      extra: { parameter: 'venue' },
    });
  }
  return { venue: ref.venue, storeKey: ref.storeKey };
}
