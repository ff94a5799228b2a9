import { Type } from 'typebox';
import { ASSET_KINDS, type AssetKind, type Clock, isoTime } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import { moversScreen } from '../../../screens/movers/movers-screen.ts';
import type { Screens } from '../../../screens/screens.ts';
import type { Registration } from '../../routing/registration.ts';
import { lastPriceField } from '../../schemas/feed-fields.ts';
import { change24hPtsField } from '../../schemas/m2m-fields.ts';
import * as s from '../../schemas/schema.ts';

const DEFAULT_TOP = 25;
const MAX_ROWS = 100;

export interface MoversOptions {
  readonly feed: Feed;
  readonly screens: Screens;
  readonly clock: Clock;
}

/** GET /api/movers: what rose and fell most in 24 hours. */
export const registerMovers: Registration<MoversOptions> = (app, { feed, screens, clock }) => {
  app.get(
    '/api/movers',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getMovers',
        summary: 'Largest moves of 24 hours',
        description:
          "Perpetuals by their venue's own change, all others against the last record 24 to 30 hours old; without one an asset is not eligible. Changes are fractions.",
        tags: ['screens'],
        querystring: s.queryParams({
          topN: s.int('Rows per direction.', 25, { default: DEFAULT_TOP, minimum: 1, maximum: MAX_ROWS }),
          minPriceChangePct: s.num('Least change as a fraction: 0.05 is 5 %.', 0.05, {
            default: 0,
            minimum: 0,
          }),
          kind: Type.Optional(
            Type.Unsafe<AssetKind[]>({
              type: 'array',
              items: { type: 'string', enum: ASSET_KINDS },
              description: 'Only these kinds, comma separated. Default: all.',
              examples: [['hl-perp', 'pm']],
            }),
          ),
        }),
        response: { 200: moversSchema, ...s.failures('validation_failed') },
      },
    },
    async ({ query: { topN, minPriceChangePct, kind = ASSET_KINDS } }) => {
      const kinds = ASSET_KINDS.filter((one) => kind.includes(one));
      const { references } = screens;
      const movers = await moversScreen({ feed, references }, { kinds, topN, minPriceChangePct });
      return {
        ok: true as const,
        generatedAt: isoTime(clock()),
        params: { topN, minPriceChangePct, kind: kinds },
        ...movers,
      };
    },
  );
};

const moverRow = () =>
  s.named(
    'Mover',
    s.object('One market.', {
      asset: s.assetIdField(),
      name: s.text('The coin, or the question.', 'BTC'),
      kind: s.kindField(),
      venue: s.venueField('Venue.'),
      changeFrac: s.num('24 h change as a fraction: 0.05 is 5 %.', 0.0145),
      change24hPts: change24hPtsField('the asset is a perpetual'),
      currentPrice: lastPriceField(),
      source: s.choice('Where the change comes from.', ['feed', 'store-delta']),
    }),
  );

const moversSchema = s.object('Movers.', {
  ok: s.okTrue(),
  generatedAt: s.generatedAtField(),
  params: s.object('As asked.', {
    topN: s.int('Rows per direction.', 25),
    minPriceChangePct: s.num('Least change as a fraction.', 0),
    kind: s.array('Kinds considered.', s.choice('A kind.', ASSET_KINDS)),
  }),
  gainers: s.array('Largest rise first.', moverRow()),
  losers: s.array('Largest fall first.', moverRow()),
  totals: s.object('Over all markets of the kinds.', {
    considered: s.int('Markets of the kinds.', 4_812),
    eligible: s.int('Those with a known change of at least the least.', 4_290),
    avgAbsChange: s.nullable(s.num('Mean size of their changes.', 0.041), 'nothing is eligible'),
  }),
});
