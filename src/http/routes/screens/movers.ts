import { Type } from 'typebox';
import { ASSET_KINDS, type AssetKind, type Clock, formatIsoTime } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import { answerMovers } from '../../../screens/movers/movers-screen.ts';
import type { Screens } from '../../../screens/screens.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { lastPriceField } from '../../shapes/feed-fields.ts';
import { listEndFields } from '../../shapes/list-end.ts';
import { change24hPtsField, isStaleField, priceAsOfField } from '../../shapes/m2m-fields.ts';
import { sideFields } from '../../shapes/side-fields.ts';

const DEFAULT_TOP = 25;
const MAX_ROWS = 100;

export interface MoversOptions {
  readonly feed: Feed;
  readonly screens: Screens;
  readonly clock: Clock;
}

/** GET /api/movers: the largest rises and falls in 24 hours. */
export const registerMovers: Registration<MoversOptions> = (app, { feed, screens, clock }) => {
  app.get(
    '/api/movers',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getMovers',
        summary: 'Largest price moves of 24 hours',
        description:
          "The change of a perpetual is its venue's own figure; that of a binary is measured against its last record 24 to 30 hours ago. Assets without such a record are not eligible, nor are those with a stale price. Changes are fractions.",
        tags: ['screens'],
        querystring: s.queryParams({
          topN: s.int('Maximum number of gainers and of losers.', 25, {
            default: DEFAULT_TOP,
            minimum: 1,
            maximum: MAX_ROWS,
          }),
          minPriceChangePct: s.num('Minimum change as a fraction; 0.05 is 5 %.', 0.05, {
            default: 0,
            minimum: 0,
          }),
          kind: Type.Optional(
            Type.Unsafe<AssetKind[]>({
              type: 'array',
              items: { type: 'string', enum: ASSET_KINDS },
              description: 'Kinds of assets, separated by commas. Default: all.',
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
      const {
        stale,
        gainers,
        losers,
        totals: all,
      } = await answerMovers({ feed, references }, { kinds, topN, minPriceChangePct });
      const { rising, falling, ...totals } = all;
      return {
        ok: true as const,
        generatedAt: formatIsoTime(clock()),
        params: { topN, minPriceChangePct, kind: kinds },
        gainers,
        losers,
        truncated: rising > gainers.length || falling > losers.length,
        total: rising + falling,
        totals: { ...totals, stale },
      };
    },
  );
};

const moverRow = () =>
  s.named(
    'Mover',
    s.object('One market.', {
      asset: s.assetIdField(),
      name: s.text('Coin or question.', 'BTC'),
      ...sideFields(),
      kind: s.kindField(),
      venue: s.venueField('Venue.'),
      changeFrac: s.num('Price change over 24 hours as a fraction; 0.05 is 5 %.', 0.0145),
      change24hPts: change24hPtsField('the asset is a perpetual'),
      currentPrice: lastPriceField(),
      asOfMs: priceAsOfField(),
      isStale: isStaleField(),
      source: s.choice(
        "Source of the change. `feed`: the venue's own figure of a perpetual; `store-delta`: stored records; `venue`: the venue's own figure of a binary, where the store has no price of 24 hours ago.",
        ['feed', 'store-delta', 'venue'],
      ),
    }),
  );

const moversSchema = s.object('Movers.', {
  ok: s.okTrue(),
  generatedAt: s.generatedAtField(),
  params: s.object('Parameters of the request.', {
    topN: s.int('Maximum number of gainers and of losers.', 25),
    minPriceChangePct: s.num('Minimum change as a fraction.', 0),
    kind: s.array('Kinds of assets.', s.choice('Kind of asset.', ASSET_KINDS)),
  }),
  gainers: s.array('Assets that rose, largest rise first.', moverRow()),
  losers: s.array('Assets that fell, largest fall first.', moverRow()),
  ...listEndFields(),
  totals: s.object('Totals over all markets of these kinds.', {
    considered: s.int('Number of markets.', 4_812),
    eligible: s.int('Markets with a known change of at least the minimum.', 4_290),
    stale: s.int('Markets with a stale price, which rank among nothing.', 0),
    avgAbsChange: s.nullable(
      s.num('Mean absolute change of the eligible markets.', 0.041),
      'no market is eligible',
    ),
  }),
});
