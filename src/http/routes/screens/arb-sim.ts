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
import { describeTakerFee, type OwnFees } from '../../../screens/arbitrage/fees.ts';
import type { Screens } from '../../../screens/screens.ts';
import { CONTRACT_LOTS, PUBLISHED_FEES } from '../../../venues/registry.ts';
import { needVenues } from '../../access/venue-scopes.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { nameLegs } from './shapes/named-legs.ts';
import { portfolioSchema } from './shapes/portfolio.ts';

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
    .map(({ rule, source, asOf }) => `${describeTakerFee(rule)} (${source}, ${asOf})`)
    .join('; ');
}
