import { Type } from 'typebox';
import {
  type AssetKind,
  type Clock,
  formatIsoTime,
  VENUE_LIST,
  VENUES,
  type VenueId,
} from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { BookReader } from '../../../feed/readers.ts';
import { answerArbitrage } from '../../../screens/arbitrage/arbitrage-screen.ts';
import type { OwnFees } from '../../../screens/arbitrage/fees.ts';
import type { Screens } from '../../../screens/screens.ts';
import { CONTRACT_LOTS, PUBLISHED_FEES } from '../../../venues/registry.ts';
import { needVenues } from '../../access/venue-scopes.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { snapshotAgesField } from '../../shapes/feed-fields.ts';
import { listEndFields } from '../../shapes/list-end.ts';
import { sideFields } from '../../shapes/side-fields.ts';
import { bestBlock, sizesField } from './shapes/best-figures.ts';
import { nameLegs } from './shapes/named-legs.ts';

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

/**
 * GET /api/arb/sim: a portfolio of the widest arbitrage opportunities before costs, and each opportunity after the
 * costs of books and fees.
 */
export const registerArbSim: Registration<ArbSimOptions> = (app, { feed, books, screens, clock }) => {
  app.get(
    '/api/arb/sim',
    {
      config: { access: 'pro', feature: 'arb', cacheSeconds: 15, getVenues: needVenues },
      schema: {
        operationId: 'simulateArbitrage',
        summary: 'A portfolio of cross-venue opportunities',
        description:
          'Gross figures split the capital equally and ignore fees, depth and settlement risk. `net` uses the live books and subtracts fees: yours when `feeBps.<venue>` states them, otherwise the published ones. Opportunities with a negative net are included. `best` says what can be earned at most, whatever the capital.',
        tags: ['screens'],
        querystring: s.queryParams({
          capital: s.num('Capital to split, USD.', 10_000, { exclusiveMinimum: 0, maximum: MAX_CAPITAL }),
          maxSpread: s.num(
            'Maximum spread as a fraction; wider ones are taken for errors and left out.',
            0.5,
            {
              default: DEFAULT_SPREAD,
              exclusiveMinimum: 0,
              maximum: 1,
            },
          ),
          minLegs: s.int(
            'Minimum number of legs. 1 adds each perpetual against its oracle price, which cannot be traded.',
            2,
            {
              default: DEFAULT_LEGS,
              minimum: 1,
            },
          ),
          topN: s.int('Maximum number of opportunities.', 10, {
            default: DEFAULT_TOP,
            minimum: 1,
            maximum: MAX_SELECTED,
          }),
          sizes: s.bool('Adds `profitBySize` to each opportunity.', false, { default: false }),
          ...FEE_PARAMS,
        }),
        response: { 200: portfolioSchema, ...s.failures('validation_failed') },
      },
    },
    async ({ query }) => {
      const { capital, maxSpread, minLegs, topN, sizes } = query;
      const ownFees = readOwnFees(query);
      const { summary, selected, total } = await answerArbitrage(
        {
          feed,
          links: screens.links,
          book: (ref) => books.book(ref),
          clock,
          fees: PUBLISHED_FEES,
          lots: CONTRACT_LOTS,
          ownFees,
          listsSizes: sizes,
        },
        { capital, maxSpread, minLegs, topN },
      );
      return {
        ok: true as const,
        generatedAt: formatIsoTime(clock()),
        snapshotAges: Object.fromEntries(VENUES.map((venue) => [venue, feed.ageMs(venue)])),
        params: { capital, maxSpread, minLegs, topN },
        feesAssumed: describeFees(ownFees),
        summary,
        selected: selected.map((one) => nameLegs(one, feed)),
        truncated: total > selected.length,
        total,
      };
    },
  );
};

const toFeeParam = (venue: VenueId) => `feeBps.${venue}` as const;

/** Schema of the fee parameters, one per venue. */
const FEE_PARAMS = Object.fromEntries(
  VENUES.map((venue) => [
    toFeeParam(venue),
    Type.Optional(
      s.num(
        `Your fee at ${VENUE_LIST[venue].title} in basis points of the cost of an order; negative for a rebate. Default: the published fee.`,
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

/** Describes the fee assumed for each venue's orders: the requested one, or else the published one. */
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
  venue: s.text('Venue of the leg.', 'kalshi'),
  asset: s.assetIdField('kalshi-kxhighny-26jul19-t80'),
  side: s.choice('Outcome that is bought, or side of a perpetual.', ['yes', 'no', 'long', 'short']),
  ...sideFields(),
});

const netBlock = () =>
  s.object('Net result after live books and fees; can be a loss.', {
    contracts: s.num(
      'Contracts per leg that the books can fill, up to the allocation, in lots of every venue.',
      1_020,
    ),
    filledFrac: s.num('Share of the allocation that can be filled, 0 to 1.', 1),
    costUsd: s.num('Cost of the contracts, USD.', 985.3),
    feesUsd: s.num('Taker fees, USD.', 14.2),
    profitUsd: s.num('Payoff minus cost and fees, USD.', 20.5),
    edgePct: s.num('Profit in percent of cost and fees, not annualised.', 2.05),
    lockUpDays: s.nullable(s.num('Days until the last leg resolves.', 12.5), 'a venue states no end'),
    annualisedEdgePct: s.nullable(
      s.num('edgePct * 365 / lockUpDays, not compounded.', 59.9),
      'lockUpDays is null or below an hour',
    ),
    settlementDifferences: s.array(
      'Ways in which the linked markets could resolve differently.',
      s.text('One way, in a sentence.', 'Settlement sources differ.'),
    ),
    legs: s.array(
      'Legs, filled against the live books.',
      s.object('One leg, filled against the live book.', {
        ...legFields(),
        contracts: s.num('Number of contracts.', 1_020),
        avgPrice: s.num('Volume-weighted average price of the outcome.', 0.412),
        costUsd: s.num('Cost, USD.', 420.2),
        feeUsd: s.num('Taker fee, USD.', 7.1),
        makerRebateUsd: s.nullable(
          s.num(
            'Rebate that the venue would be expected to pay if the order had rested, USD. In no sum.',
            1.4,
          ),
          'the market states no share for makers',
        ),
        feeAsOf: s.text('Date on which the fee schedule was read, or `asked` for your own fee.', '2026-10'),
        feeSource: s.text('Source of the fee.', 'Kalshi fee schedule'),
      }),
    ),
  });

const portfolioSchema = s.object('A simulated portfolio.', {
  ok: s.okTrue(),
  generatedAt: s.generatedAtField(),
  snapshotAges: snapshotAgesField(),
  params: s.object('Parameters of the request.', {
    capital: s.num('Capital to split, USD.', 10_000),
    maxSpread: s.num('Maximum spread as a fraction.', 0.5),
    minLegs: s.int('Minimum number of legs.', 2),
    topN: s.int('Maximum number of opportunities.', 10),
  }),
  feesAssumed: s.perVenue(
    'Fees that were assumed, by venue.',
    s.object('Fee of one venue.', {
      basis: s.choice('`published`: fee schedule of the venue; `asked`: your `feeBps.<venue>`.', [
        'published',
        'asked',
      ]),
      bps: s.nullable(
        s.num('Your fee in basis points of the cost of an order.', 25),
        'the published schedule applies',
      ),
      says: s.text(
        'Source of the fee, with the date on which the schedule was read.',
        'Kalshi fee schedule (2026-10)',
      ),
    }),
  ),
  summary: s.object('Totals of the portfolio.', {
    opportunitiesConsidered: s.int(
      'Complete opportunities with fresh prices and at least minLegs legs.',
      214,
    ),
    opportunitiesSelected: s.int('Opportunities in the portfolio.', 10),
    opportunitiesPaying: s.int('Selected opportunities with a net profit above 0.', 3),
    payingProfitUsd: s.num('Net profit of these opportunities, USD.', 41.2),
    opportunitiesWithoutNet: s.int('Selected opportunities whose net is null.', 1),
    capitalDeployed: s.num('Allocated capital, USD.', 10_000),
    expectedProfit: s.num('Sum of the gross profits, USD.', 212.4),
    expectedEdgePct: s.num('expectedProfit in percent of capitalDeployed; 0 when nothing is deployed.', 2.12),
    capitalEfficiency: s.num('Share of the capital that is deployed, 0 to 1.', 1),
    avgSpread: s.nullable(s.num('Mean spread of the selected opportunities.', 0.021), 'nothing was selected'),
    minSpread: s.nullable(
      s.num('Smallest spread of the selected opportunities.', 0.011),
      'nothing was selected',
    ),
    maxSpread: s.nullable(
      s.num('Largest spread of the selected opportunities.', 0.048),
      'nothing was selected',
    ),
    venueExposure: Type.Unsafe<Readonly<Record<string, number>>>({
      type: 'object',
      additionalProperties: { type: 'number' },
      description: 'Deployed capital by venue, USD.',
      examples: [{ polymarket: 5_210, kalshi: 4_790 }],
    }),
  }),
  selected: s.array(
    'Selected opportunities, largest edge first.',
    s.object('One opportunity.', {
      id: s.text('Id of the opportunity, the same in every answer.', 'yes-no:kalshi-kxhighny-26jul19-t80'),
      type: s.choice('Kind of opportunity.', ['yes-no', 'complete-set', 'perp-perp', 'perp-basis']),
      cost: s.num('Cost of one unit of payoff.', 0.979),
      spread: s.num('Payoff minus cost, per unit.', 0.021),
      edgePct: s.num('Profit in percent of cost, not annualised.', 2.15),
      allocationUsd: s.num('Capital allocated to the opportunity, USD.', 1_000),
      expectedProfitUsd: s.num('Gross profit of the allocation, USD.', 21.5),
      legs: s.array(
        'Legs. Those of binaries have equal numbers of contracts.',
        s.object('One leg.', {
          ...legFields(),
          price: s.num('Price of the leg.', 0.41),
          usd: s.num('Part of the allocation, USD.', 418.8),
        }),
      ),
      best: s.nullable(
        bestBlock(),
        'a book or a fee is not known, or the payoff is not fixed: netReason says which',
      ),
      profitBySize: sizesField(),
      net: s.nullable(netBlock(), 'netReason gives a reason'),
      netReason: s.nullable(
        s.text('Reason why net is null.', 'A book holds nothing to buy.'),
        'net is not null',
      ),
    }),
  ),
  ...listEndFields(),
});
