import * as s from '../../../schemas/schema.ts';

const FEW_SIDES = 'less than 80 % of the size has a stated side';

/** Builds the schema of the flow by the side that the venue stated. */
export const statedFlowSchema = () =>
  s.nullable(
    s.object(
      'Order flow by the side that the venue stated, from recorded trades. In studies on probabilities the tick rule was right 0.73 of the time at best and 0.50 at worst; tickRuleAgreement measures it here.',
      {
        fromMs: s.epochMsField('Start of the window, inclusive.'),
        toMs: s.epochMsField('End of the window, inclusive.'),
        trades: s.int('Trades used.', 812),
        unsettled: s.int('Trades left out since they never settled.', 3),
        blocks: s.int('Trades left out since they were agreed outside of the book.', 0),
        recordedFrac: s.num('Share of the window in which trades were recorded, 0 to 1.', 1),
        knownShare: s.nullable(s.num('Share of the size whose side is stated.', 1), 'no trade is used'),
        buyVolume: s.num('Size of the buys.', 10_400),
        sellVolume: s.num('Size of the sells.', 8_100),
        netDelta: s.num('buyVolume minus sellVolume.', 2_300),
        imbalance: s.nullable(s.num('netDelta divided by the sum of both, -1 to 1.', 0.12), FEW_SIDES),
        vpin: s.nullable(
          s.num('Mean absolute imbalance of 50 buckets of equal size, 0 to 1.', 0.38),
          `${FEW_SIDES}, or fewer than 50 trades have one`,
        ),
        impactLambda: s.nullable(
          s.num('Change of the price in a minute per unit of net buying: slope of a regression.', 0.000021),
          `${FEW_SIDES}, fewer than 30 minutes have a price at both ends, or net buying is always the same`,
        ),
        impactBars: s.int('Minutes of the regression.', 58),
        impactR2: s.nullable(
          s.num('Share of the changes that it explains, 0 to 1.', 0.21),
          'impactLambda is null, or the price never changed',
        ),
        impactLambdaBps: s.nullable(
          s.num('impactLambda in basis points of the mean price.', 0.5),
          'impactLambda is null',
        ),
        tickRuleAgreement: s.nullable(
          s.num('Share of the trades that the tick rule classifies as the venue does, 0 to 1.', 0.66),
          'fewer than 30 trades are classified',
        ),
      },
    ),
    'no trade of the window counts, or there are too many',
  );
