import { Type } from 'typebox';
import * as s from '../../../schemas/schema.ts';
import { snapshotAgesField } from '../../../shapes/feed-fields.ts';
import { listEndFields } from '../../../shapes/list-end.ts';
import { sideFields } from '../../../shapes/side-fields.ts';
import { bestBlock, sizesField } from './best-figures.ts';

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
        feeSource: s.text('Source of the fee.', 'Kalshi fee schedule of direct members'),
      }),
    ),
  });

/** Answer of GET /api/arb/sim. */
export const portfolioSchema = s.object('A simulated portfolio.', {
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
        'How the fee is computed, in words and figures (p: price of a contract), its source, and the date on which the schedule was read.',
        'contracts × 0.07 × p × (1 - p), rounded up to 0.0001 USD; the market’s own rate comes first (Kalshi fee schedule of direct members; multiplier of event or series, 2026-10)',
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
