import { type Static, Type } from 'typebox';
import { carry } from '../../../analytics/index.ts';
import {
  type Clock,
  explainNulls,
  formatIsoTime,
  getAssetName,
  isPerpKind,
  type NullReason,
  type NullReasons,
  PERP_KINDS,
} from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import { requireAsset } from '../../parameters/assets.ts';
import { ApiError } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { assetFields } from '../../shapes/asset-fields.ts';
import { snapshotAgeField } from '../../shapes/feed-fields.ts';
import { explainedNulls, explainParam } from '../../shapes/why-null.ts';

export interface CarryOptions {
  readonly assets: AssetFinder;
  readonly feed: Feed;
  readonly clock: Clock;
}

/** GET /api/asset/:asset/carry: funding that each side of a perpetual earned. */
export const registerCarry: Registration<CarryOptions> = (app, { assets, feed, clock }) => {
  app.get(
    '/api/asset/:asset/carry',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getCarry',
        summary: 'Funding carry of one perpetual',
        description:
          'Uses the rate of the current hour, not compounded; the next hour can differ. Assets of other kinds are answered with 404 not_perpetual.',
        tags: ['analytics'],
        params: Type.Object({ asset: s.assetParam() }),
        querystring: s.queryParams({ explain: explainParam() }),
        response: {
          200: carrySchema,
          ...s.failures('validation_failed', 'asset_not_found', 'not_perpetual'),
        },
      },
    },
    async ({ params, query: { explain } }) => {
      const { ref, state, isBeyondLimit = false } = await requireAsset(assets, params.asset);
      if (!isPerpKind(ref.kind)) {
        throw new ApiError(
          'not_perpetual',
          `${ref.asset} is a binary market, and only perpetuals pay funding`,
        );
      }
      const ticker = state?.kind === 'perp' ? state.ticker : null;
      const body = {
        ok: true as const,
        asset: ref.asset,
        kind: ref.kind,
        venue: ref.venue,
        coin: ticker?.coin ?? getAssetName(ref),
        markPx: ticker?.markPx ?? null,
        generatedAt: formatIsoTime(clock()),
        snapshotAgeMs: feed.ageMs(ref.venue),
        carry: carry(ticker?.fundingHourly ?? null),
      };
      if (!explain) return body;
      const facts = { isListed: ticker !== null, isBeyondLimit };
      return { ...body, whyNull: explainNulls(body, CARRY_REASONS, facts) };
    },
  );
};

type CarryBody = Omit<Static<typeof carrySchema>, 'whyNull'>;

interface CarryFacts {
  readonly isListed: boolean;
  readonly isBeyondLimit: boolean;
}

function listed({ isListed, isBeyondLimit }: CarryFacts): NullReason {
  if (isListed) return 'not_published';
  return isBeyondLimit ? 'beyond_limit' : 'delisted';
}

/** Reasons of null members. At a rate of 0 neither side pays, so a share of the notional does not exist. */
const CARRY_REASONS: NullReasons<CarryBody, CarryFacts> = {
  markPx: listed,
  snapshotAgeMs: 'no_snapshot',
  carry: listed,
  'carry.longSide.daysTo1Pct': 'zero_denominator',
  'carry.longSide.daysTo10Pct': 'zero_denominator',
  'carry.shortSide.daysTo1Pct': 'zero_denominator',
  'carry.shortSide.daysTo10Pct': 'zero_denominator',
};

const carrySide = (description: string, role: 'receives' | 'pays') =>
  s.object(description, {
    hourlyFrac: s.num('Income per hour as a fraction of notional; negative when the side pays.', -0.0000125),
    annualizedFrac: s.num('Income per year: 8,760 times hourlyFrac, not compounded.', -0.1095),
    role: s.choice(
      'Whether the side receives or pays.',
      role === 'pays' ? ['pays', 'receives', 'flat'] : ['receives', 'pays', 'flat'],
    ),
    daysTo1Pct: s.nullable(s.num('Days until 1 % of notional is received or paid.', 33.3), 'the rate is 0'),
    daysTo10Pct: s.nullable(
      s.num('Days until 10 % of notional is received or paid.', 333.3),
      'the rate is 0',
    ),
  });

const carrySchema = s.object('Carry of one perpetual.', {
  ...assetFields(),
  kind: s.choice('Kind of the asset, always a perpetual.', PERP_KINDS),
  coin: s.text("Venue's name of the asset.", 'BTC'),
  markPx: s.nullable(s.num('Mark price in USD.', 87_250.5), 'the asset has left its venue'),
  generatedAt: s.generatedAtField(),
  snapshotAgeMs: snapshotAgeField("Age of the venue's snapshot in ms."),
  carry: s.nullable(
    s.object('Cost and income of funding.', {
      fundingHourly: s.num(
        'Funding rate of the current hour as a fraction of notional; positive when longs pay.',
        0.0000125,
      ),
      fundingAnnualizedFrac: s.num('Funding rate per year: 8,760 times fundingHourly.', 0.1095),
      longSide: carrySide('Funding of a long position.', 'pays'),
      shortSide: carrySide('Funding of a short position.', 'receives'),
      flat: s.bool('Whether the rate is 0.', false),
    }),
    'the venue publishes no rate',
  ),
  whyNull: explainedNulls(),
});
