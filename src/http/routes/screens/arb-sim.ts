import { Type } from 'typebox';
import {
  type AssetKind,
  type Clock,
  isoTime,
  VENUE_LIST,
  VENUES,
  type VenueId,
} from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { BookReader } from '../../../feed/readers.ts';
import { arbitrageScreen } from '../../../screens/arbitrage/arbitrage-screen.ts';
import type { OwnFees } from '../../../screens/arbitrage/fees.ts';
import type { Screens } from '../../../screens/screens.ts';
import { PUBLISHED_FEES } from '../../../venues/registry.ts';
import { severalVenues } from '../../access/venue-scopes.ts';
import type { Registration } from '../../routing/registration.ts';
import { snapshotAgeField } from '../../schemas/feed-fields.ts';
import * as s from '../../schemas/schema.ts';

const MAX_CAPITAL = 1e9;
const DEFAULT_SPREAD = 0.5;
const DEFAULT_LEGS = 2;
const DEFAULT_TOP = 10;
const MAX_SELECTED = 100;
const OWN_FEE_BPS = { minimum: -100, maximum: 1_000 };

export interface ArbSimOptions {
  readonly feed: Feed;
  readonly books: BookReader;
  readonly screens: Screens;
  readonly clock: Clock;
}

/** GET /api/arb/sim: a portfolio of the widest opportunities, gross, with what books and fees leave of each. */
export const registerArbSim: Registration<ArbSimOptions> = (app, { feed, books, screens, clock }) => {
  app.get(
    '/api/arb/sim',
    {
      config: { access: 'pro', feature: 'arb', cacheSeconds: 15, getVenues: severalVenues },
      schema: {
        operationId: 'simulateArbitrage',
        summary: 'A portfolio of cross-venue opportunities',
        description:
          'Gross figures split the capital equally and model no fees, depth or settlement risk. The net block beside each item walks the live books and takes fees off: your own where `feeBps.<venue>` states them, else the published ones. Nothing is left out because it is negative.',
        tags: ['screens'],
        querystring: s.queryParams({
          capital: s.num('USD to split.', 10_000, { exclusiveMinimum: 0, maximum: MAX_CAPITAL }),
          maxSpread: s.num('Widest spread that is believed, as a fraction.', 0.5, {
            default: DEFAULT_SPREAD,
            exclusiveMinimum: 0,
            maximum: 1,
          }),
          minLegs: s.int(
            'Fewest orders. 1 adds each perpetual against its oracle, which cannot be traded.',
            2,
            {
              default: DEFAULT_LEGS,
              minimum: 1,
            },
          ),
          topN: s.int('Most opportunities selected.', 10, {
            default: DEFAULT_TOP,
            minimum: 1,
            maximum: MAX_SELECTED,
          }),
          ...FEE_PARAMS,
        }),
        response: { 200: portfolioSchema, ...s.failures('validation_failed') },
      },
    },
    async ({ query }) => {
      const { capital, maxSpread, minLegs, topN } = query;
      const ownFees = readOwnFees(query);
      const { summary, selected } = await arbitrageScreen(
        { feed, links: screens.links, book: (ref) => books.book(ref), clock, fees: PUBLISHED_FEES, ownFees },
        { capital, maxSpread, minLegs, topN },
      );
      return {
        ok: true as const,
        generatedAt: isoTime(clock()),
        snapshotAges: Object.fromEntries(VENUES.map((venue) => [venue, feed.ageMs(venue)])),
        params: { capital, maxSpread, minLegs, topN },
        feesAssumed: describeFees(ownFees),
        summary,
        selected,
      };
    },
  );
};

const toFeeParam = (venue: VenueId) => `feeBps.${venue}` as const;

/** One parameter a venue. */
const FEE_PARAMS = Object.fromEntries(
  VENUES.map((venue) => [
    toFeeParam(venue),
    Type.Optional(
      s.num(
        `What you pay at ${VENUE_LIST[venue].title}, in bps of what an order costs; below 0 it pays you. Absent: as published.`,
        25,
        OWN_FEE_BPS,
      ),
    ),
  ]),
) as Record<ReturnType<typeof toFeeParam>, ReturnType<typeof Type.Optional<ReturnType<typeof s.num>>>>;

function readOwnFees(query: Readonly<Partial<Record<ReturnType<typeof toFeeParam>, number>>>): OwnFees {
  return Object.fromEntries(
    VENUES.flatMap((venue) => {
      const bps = query[toFeeParam(venue)];
      return bps === undefined ? [] : [[venue, bps]];
    }),
  );
}

/** The fee assumed for each venue's orders: requested by the caller, otherwise the published one. */
function describeFees(ownFees: OwnFees) {
  return Object.fromEntries(
    VENUES.map((venue) => {
      const bps = ownFees[venue];
      return [
        venue,
        bps === undefined
          ? { basis: 'published' as const, bps: null, says: describePublished(venue) }
          : { basis: 'asked' as const, bps, says: `${bps} bps of what an order costs, as asked` },
      ];
    }),
  );
}

function describePublished(venue: VenueId): string {
  return (Object.keys(VENUE_LIST[venue].kinds) as AssetKind[])
    .map((kind) => PUBLISHED_FEES[kind])
    .map(
      ({ rule, source, asOf }) =>
        `${rule.kind === 'unknown' ? `not known: ${rule.reason}` : source} (${asOf})`,
    )
    .join('; ');
}

const legFields = () => ({
  venue: s.text('Venue.', 'kalshi'),
  asset: s.assetIdField('kalshi-kxhighny-26jul19-t80'),
  side: s.choice('Outcome that is bought; long or short for perpetuals.', ['yes', 'no', 'long', 'short']),
});

const netBlock = () =>
  s.object('Net profit after live books and fees; can be negative.', {
    contracts: s.num('Contracts of every leg that the books hold, at most those of the allocation.', 1_020),
    filledFrac: s.num('Their share of the allocation.', 1),
    costUsd: s.num('Cost of the contracts.', 985.3),
    feesUsd: s.num('Taker fees.', 14.2),
    profitUsd: s.num('Payoff less cost and fees.', 20.5),
    edgePct: s.num('Profit over all that is paid, in percent, per resolution.', 2.05),
    lockUpDays: s.nullable(s.num('Days until the last leg is due.', 12.5), 'a venue states no end'),
    annualisedEdgePct: s.nullable(
      s.num('edgePct * 365 / lockUpDays, not compounded.', 59.9),
      'lockUpDays is null or below an hour',
    ),
    settlementDifferences: s.array(
      'Where the linked markets could resolve differently.',
      s.text('One sentence.', 'Settlement sources differ.'),
    ),
    legs: s.array(
      'The orders.',
      s.object('One order walked on the live book.', {
        ...legFields(),
        contracts: s.num('Contracts.', 1_020),
        avgPrice: s.num('Volume-weighted price of the outcome bought.', 0.412),
        costUsd: s.num('Paid.', 420.2),
        feeUsd: s.num('Taker fee.', 7.1),
        feeAsOf: s.text('When the fee schedule was read; `asked` where the fee is your own.', '2026-10'),
        feeSource: s.text('Where the order stands.', 'Kalshi fee schedule'),
      }),
    ),
  });

const portfolioSchema = s.object('A simulated portfolio.', {
  ok: s.okTrue(),
  generatedAt: s.generatedAtField(),
  snapshotAges: s.perVenue('Age of each snapshot in ms.', snapshotAgeField('Age in ms.')),
  params: s.object('As asked.', {
    capital: s.num('USD.', 10_000),
    maxSpread: s.num('Widest spread.', 0.5),
    minLegs: s.int('Fewest orders.', 2),
    topN: s.int('Most opportunities.', 10),
  }),
  feesAssumed: s.perVenue(
    'Fee of an order, per venue.',
    s.object('The fee of a venue.', {
      basis: s.choice('published: by the venue. asked: by `feeBps.<venue>`.', ['published', 'asked']),
      bps: s.nullable(s.num('Requested fee, of the cost of an order.', 25), 'the published schedule applies'),
      says: s.text(
        'The fee in words, with the day on which a schedule was read.',
        'Kalshi fee schedule (2026-10)',
      ),
    }),
  ),
  summary: s.object('The portfolio.', {
    opportunitiesConsidered: s.int('Complete sets of fresh orders with at least minLegs legs.', 214),
    opportunitiesSelected: s.int('Those in the portfolio.', 10),
    opportunitiesPaying: s.int('Selected ones with a net above 0: they pay after books and fees.', 3),
    payingProfitUsd: s.num('Their net profit together, USD.', 41.2),
    opportunitiesWithoutNet: s.int('Selected ones whose net is null.', 1),
    capitalDeployed: s.num('USD.', 10_000),
    expectedProfit: s.num('USD.', 212.4),
    expectedEdgePct: s.num(
      'expectedProfit over capitalDeployed in percent; 0 when nothing is deployed.',
      2.12,
    ),
    capitalEfficiency: s.num('Share of the capital that is deployed.', 1),
    avgSpread: s.nullable(s.num('Of the selected.', 0.021), 'nothing was selected'),
    minSpread: s.nullable(s.num('Of the selected.', 0.011), 'nothing was selected'),
    maxSpread: s.nullable(s.num('Of the selected.', 0.048), 'nothing was selected'),
    venueExposure: Type.Unsafe<Readonly<Record<string, number>>>({
      type: 'object',
      additionalProperties: { type: 'number' },
      description: 'USD per venue; they sum to capitalDeployed.',
      examples: [{ polymarket: 5_210, kalshi: 4_790 }],
    }),
  }),
  selected: s.array(
    'By edge, the widest first.',
    s.object('One opportunity.', {
      id: s.text('Identifies it from answer to answer.', 'yes-no:kalshi-kxhighny-26jul19-t80'),
      type: s.choice('Kind of opportunity.', ['yes-no', 'complete-set', 'perp-perp', 'perp-basis']),
      cost: s.num('Paid for one unit of payoff.', 0.979),
      spread: s.num('Payoff less cost.', 0.021),
      edgePct: s.num('Profit over cost in percent, per resolution.', 2.15),
      allocationUsd: s.num('USD.', 1_000),
      expectedProfitUsd: s.num('USD.', 21.5),
      legs: s.array(
        'Orders; legs of a binary hold equal numbers of contracts.',
        s.object('One order.', {
          ...legFields(),
          price: s.num('Price.', 0.41),
          usd: s.num('Share of the allocation.', 418.8),
        }),
      ),
      net: s.nullable(netBlock(), 'netReason says why'),
      netReason: s.nullable(s.text('Why net is null.', 'A book holds nothing to buy.'), 'net is not null'),
    }),
  ),
});
