import { Type } from 'typebox';
import * as s from '../../../schemas/schema.ts';

/** Builds the schema of the figures of the size with the greatest profit. */
export const bestBlock = () =>
  s.object('Greatest profit with the live books and taker fees, whatever capital is split.', {
    contracts: s.num(
      'Contracts per leg, whole lots of every venue: the largest number whose last lot still pays after taker fees. 0 when not one lot pays.',
      2_340,
    ),
    costUsd: s.num('All that is paid, taker fees included, USD.', 2_301.4),
    profitUsd: s.num('Payoff minus all that is paid, USD. Rebates are not counted.', 38.6),
    marginalEdgeFrac: s.nullable(
      s.num(
        'Profit of the last lot as a fraction of all that is paid for it, before fees are rounded.',
        0.0004,
      ),
      'not one lot pays',
    ),
    annualisedFrac: s.nullable(
      s.num('profitUsd / costUsd * 365 / days until the last leg resolves, not compounded.', 0.49),
      'a venue states no end, it is within an hour, or not one lot pays',
    ),
  });

/** Builds the schema of the profit by size. */
export const sizesField = () =>
  Type.Optional(
    s.array(
      'Profit at the sizes at which it bends, smallest first; at most 60. Only with `sizes=true`; empty when best is null.',
      s.object('One size.', {
        contracts: s.num('Contracts per leg.', 600),
        profitUsd: s.num('Payoff minus cost and fees, before fees are rounded, USD.', 21.3),
      }),
    ),
  );
