import { Type } from 'typebox';
import { ASSET_KINDS, type AssetKind, type Clock, formatIsoTime, isPerpKind } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import { answerMovers, MOVER_ORDERS, type MoverOrder } from '../../../screens/movers/movers-screen.ts';
import type { Screens } from '../../../screens/screens.ts';
import { refuseParameter } from '../../responses/errors.ts';
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
          "The change of a perpetual is its venue's own figure; that of a binary is measured against its last record 24 to 30 hours ago. Assets without such a record are not eligible, nor are those with a stale price. Changes are fractions, in which a probability that rises from 1 % to 2 % leads: `by=pts` or `by=logOdds` rank probabilities as such, without perpetuals.",
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
          by: s.choice(
            'Measure of the change that ranks markets: fraction of the price, percentage points, or log-odds. The last two rank probabilities only.',
            MOVER_ORDERS,
            { default: 'frac' },
          ),
          minChangePts: s.num(
            'Minimum change in percentage points; above 0 it leaves out perpetuals, which have none.',
            5,
            { default: 0, minimum: 0 },
          ),
          minVolumeUsd: s.num(
            'Minimum 24 h volume in USD. Markets below it are counted in `totals.belowVolume`; one whose volume is not known is not below it.',
            1_000,
            { default: 0, minimum: 0 },
          ),
        }),
        response: { 200: moversSchema, ...s.failures('validation_failed') },
      },
    },
    async ({ query }) => {
      const { topN, minPriceChangePct, by, minChangePts, minVolumeUsd } = query;
      const kinds = selectKinds(query.kind, by);
      const { references } = screens;
      const limits = { topN, minPriceChangePct, minChangePts, minVolumeUsd };
      const found = await answerMovers({ feed, references }, { ...limits, kinds, by });
      const { gainers, losers } = found;
      const { rising, falling, ...totals } = found.totals;
      return {
        ok: true as const,
        generatedAt: formatIsoTime(clock()),
        params: { ...limits, kind: kinds, by },
        gainers,
        losers,
        truncated: rising > gainers.length || falling > losers.length,
        total: rising + falling,
        totals,
      };
    },
  );
};

/** Selects the kinds to rank. @throws {ApiError} when perpetuals are requested in an order that only probabilities have. */
function selectKinds(requested: readonly AssetKind[] | undefined, by: MoverOrder): readonly AssetKind[] {
  if (by === 'frac') return ASSET_KINDS.filter((kind) => requested?.includes(kind) ?? true);
  if (requested?.some(isPerpKind) === true)
    throw refuseParameter(
      'by',
      `by ${by} ranks probabilities: leave perpetuals out of kind, or send by=frac`,
    );
  return ASSET_KINDS.filter((kind) => !isPerpKind(kind) && (requested?.includes(kind) ?? true));
}

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
      changeLogOdds: s.nullable(
        s.num('Change over 24 hours of ln(p / (1 - p)), for binaries. From 1 % to 2 % it is 0.70.', 0.41),
        'the asset is a perpetual, or a price is 0 or 1',
      ),
      currentPrice: lastPriceField(),
      volume24hUsd: s.nullable(s.num('24 h volume in USD.', 51_200), 'no figure in USD is known'),
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
    minChangePts: s.num('Minimum change in percentage points.', 0),
    minVolumeUsd: s.num('Minimum 24 h volume in USD.', 0),
    kind: s.array('Kinds of assets.', s.choice('Kind of asset.', ASSET_KINDS)),
    by: s.choice('Measure of the change that ranks markets.', MOVER_ORDERS),
  }),
  gainers: s.array('Assets that rose, largest rise first in the order of `by`.', moverRow()),
  losers: s.array('Assets that fell, largest fall first in the order of `by`.', moverRow()),
  ...listEndFields(),
  totals: s.object('Totals over all markets of these kinds.', {
    considered: s.int('Number of markets.', 4_812),
    eligible: s.int('Markets with a known change of at least the minimum.', 4_290),
    belowVolume: s.int('Markets with a 24 h volume below the minimum, which rank among nothing.', 0),
    stale: s.int('Markets with a stale price, which rank among nothing.', 0),
    avgAbsChange: s.nullable(
      s.num('Mean absolute change of the eligible markets.', 0.041),
      'no market is eligible',
    ),
    avgAbsChangePts: s.nullable(
      s.num('Mean absolute change of the eligible binaries in percentage points.', 1.2),
      'no binary is eligible',
    ),
  }),
});
