import { type Clock, formatIsoTime, type PerpState } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { MarketReader } from '../../../feed/readers.ts';
import { type FundingDay, FundingDays, MAX_FUNDING_DAYS } from '../../../screens/funding/funding-days.ts';
import { dayField } from '../../parameters/daily.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { listEndFields } from '../../shapes/list-end.ts';

const DEFAULT_ROWS = 25;
/** A cold start reads five a minute, as the venue's budget allows beside the polls. */
const MAX_ROWS = 50;

export interface FundingDaysOptions {
  readonly feed: Feed;
  readonly markets: MarketReader;
  readonly clock: Clock;
}

/** GET /api/funding: funding of the largest perpetuals by day. */
export const registerFundingDays: Registration<FundingDaysOptions> = (app, { feed, markets, clock }) => {
  const funding = new FundingDays({ markets, clock });
  app.get(
    '/api/funding',
    {
      config: { access: 'free', cacheSeconds: 5 },
      schema: {
        operationId: 'getFundingDays',
        summary: 'Funding of the largest perpetuals by day',
        description:
          'Sums of the hourly payments that venues state, by UTC day (a payment at midnight is of the day that ends), of the perpetuals with the largest 24 h volume. An answer never waits for a venue: perpetuals whose payments are not known yet have `state` waiting and come with a later request, some a minute; `waiting` counts them. Payments of an hour are there two minutes after it.',
        tags: ['analytics'],
        querystring: s.queryParams({
          days: s.int('Number of days, UTC, up to and with the current one.', MAX_FUNDING_DAYS, {
            default: MAX_FUNDING_DAYS,
            minimum: 1,
            maximum: MAX_FUNDING_DAYS,
          }),
          limit: s.int('Maximum number of perpetuals.', DEFAULT_ROWS, {
            default: DEFAULT_ROWS,
            minimum: 1,
            maximum: MAX_ROWS,
          }),
        }),
        response: { 200: fundingDaysSchema, ...s.failures('validation_failed') },
      },
    },
    async ({ query: { days, limit } }) => {
      const perps = listPerps(feed);
      const shown = perps.slice(0, limit);
      const known = funding.get(
        shown.map(({ ref }) => ref),
        days,
      );
      const rows = shown.map(({ ref, ticker }, index) => {
        const { state, daily, lastMs } = known[index]!;
        return {
          asset: ref.asset,
          kind: ref.kind,
          venue: ref.venue,
          coin: ticker.coin,
          volume24hUsd: ticker.volume24hUsd,
          fundingHourly: ticker.fundingHourly,
          state,
          sumFrac: sumKnown(daily ?? []),
          lastMs,
          daily: daily === null ? null : [...daily],
        };
      });
      return {
        ok: true as const,
        generatedAt: formatIsoTime(clock()),
        days,
        rows,
        waiting: rows.filter(({ state }) => state !== 'known').length,
        truncated: perps.length > rows.length,
        total: perps.length,
      };
    },
  );
};

/** Sums the days that have a payment; null: none has. */
function sumKnown(daily: readonly FundingDay[]): number | null {
  const known = daily.flatMap(({ sumFrac }) => sumFrac ?? []);
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0);
}

/** Lists the perpetuals of all venues, the largest volume first. */
function listPerps(feed: Feed): readonly PerpState[] {
  return feed.venues
    .flatMap((venue) => feed.snapshot(venue)?.markets ?? [])
    .filter((state) => state.kind === 'perp')
    .sort((a, b) => (b.ticker.volume24hUsd ?? 0) - (a.ticker.volume24hUsd ?? 0));
}

const NOT_KNOWN = 'state is not `known`';

const fundingDaysSchema = s.object('Funding of perpetuals by day.', {
  ok: s.okTrue(),
  generatedAt: s.generatedAtField(),
  days: s.int('Days of the request.', MAX_FUNDING_DAYS),
  rows: s.array(
    'Perpetuals, the largest 24 h volume first.',
    s.named(
      'FundingDaysRow',
      s.object('One perpetual.', {
        asset: s.assetIdField(),
        kind: s.kindField(),
        venue: s.venueField('Venue.'),
        coin: s.text("Venue's name of the asset.", 'BTC'),
        volume24hUsd: s.nullable(s.num('24 h volume in USD.', 418_746_475), 'the venue states none'),
        fundingHourly: s.nullable(
          s.num('Rate of the current hour as a fraction of notional; positive when longs pay.', 0.0000125),
          'the venue publishes no rate',
        ),
        state: s.choice(
          '`known`; `waiting`: its payments are being read; `unavailable`: the venue gave none, and is asked again.',
          ['known', 'waiting', 'unavailable'],
        ),
        sumFrac: s.nullable(
          s.num('Sum of the days with a payment, as a fraction of notional: what a long paid.', 0.0091),
          `${NOT_KNOWN}, or no payment of these days is known`,
        ),
        lastMs: s.nullable(
          s.epochMsField(
            'Time of the newest known payment. Hours after it are missing in its days, so that an old time says that the venue gives no more now.',
          ),
          'no payment is known',
        ),
        daily: s.nullable(
          s.array(
            'Days in UTC, oldest first. The current day is not over.',
            s.object('Payments of one day.', {
              day: dayField(),
              sumFrac: s.nullable(
                s.num('Sum of the payments as a fraction of notional; positive when longs paid.', 0.0003),
                'no payment of the day is known',
              ),
              payments: s.int('Number of payments: 24 of a whole day.', 24),
            }),
          ),
          NOT_KNOWN,
        ),
      }),
    ),
  ),
  waiting: s.int('Number of rows that are not known yet.', 0),
  ...listEndFields(),
});
