import { Type } from 'typebox';
import type { Bundle } from '../../m2m/bundle.ts';
import { NULL_WHEN } from '../schemas/null-when.ts';
import * as s from '../schemas/schema.ts';
import { suppressionReason } from './figure-fields.ts';
import { sampleNoteField, samplingField } from './sampling.ts';

export const unitField = () =>
  s.choice('Unit of the prices: `usd`, or `probability` of Yes.', ['usd', 'probability']);

const INSUFFICIENT = 'source is insufficient';
const NO_RATIO = 'source is insufficient or the denominator is 0';
const NO_YEARLY_RATIO = 'source is insufficient, the denominator is 0, or the asset is a binary';
const ratio = (description: string, when: string) => s.nullable(s.num(description, 1.4), when);
/** Schema of a figure of returns: a bar of a probability has a difference, and no share of its price. */
const percentOrPoints = (description: string, when = INSUFFICIENT) =>
  s.nullable(
    s.num(`${description} In percent; where returnBasis is \`diff\`, in percentage points.`, 2.5),
    when,
  );
const percentOfPeak = (description: string) =>
  s.nullable(s.num(`${description} In percent of the peak, of a probability too.`, 2.5), INSUFFICIENT);

export const riskField = () =>
  s.named(
    'BundleRisk',
    s.object(
      'Risk metrics over the live records of the last 24 hours, or the hourly closes of the last week when those cover less than six hours.',
      {
        realizedVolAnnualizedPct: percentOrPoints('Annualised realised volatility.'),
        maxDrawdownPct: percentOfPeak('Largest fall from a running peak.'),
        sharpe: ratio('Annualised Sharpe ratio without a risk-free rate.', NO_YEARLY_RATIO),
        sharpeSuppressedReason: Type.Optional(suppressionReason()),
        ulcerIndexPct: percentOfPeak('Ulcer index: root mean square of the drawdowns.'),
        painIndexPct: percentOfPeak('Pain index: mean drawdown.'),
        modifiedVar95Pct: percentOrPoints(
          'Value at risk of one bar at 95 %, adjusted for skewness and kurtosis (Cornish-Fisher).',
          'source is insufficient or the returns do not vary',
        ),
        martinRatio: ratio('Martin ratio: annualised return divided by the ulcer index.', NO_YEARLY_RATIO),
        cdar95Pct: percentOfPeak('Conditional drawdown at risk: mean of the worst 5 % of the drawdowns.'),
        gainToPain: ratio('Sum of the gains divided by the sum of the losses.', NO_RATIO),
        sterlingRatio: ratio('Sterling ratio: annualised return divided by cdar95Pct.', NO_YEARLY_RATIO),
        omega: ratio(
          'Omega ratio at threshold 0: sum of the gains divided by the sum of the losses.',
          NO_RATIO,
        ),
        rollSpreadBps: s.nullable(
          s.num(
            "Roll's estimate of the bid-ask spread, from the autocovariance of the returns, in basis points of the price.",
            1.1,
          ),
          INSUFFICIENT,
        ),
        barsUsed: s.int('Bars used; 0 when source is insufficient.', 2_000),
        source: s.choice(
          '`store`: live records; `fallback`: hourly closes; `insufficient`: fewer than 30 of either.',
          ['store', 'fallback', 'insufficient'],
        ),
        returnBasis: s.nullable(
          s.choice('Kind of returns: `log` for prices in USD, `diff` (differences) for probabilities.', [
            'log',
            'diff',
          ]),
          INSUFFICIENT,
        ),
        windowMs: s.int(
          'Width of the window in ms: 24 hours for live records, 168 hours for hourly closes.',
          86_400_000,
        ),
        periodsPerYear: s.nullable(
          s.num('Returns in a year of covered time, used to annualise.', 6_307_200),
          INSUFFICIENT,
        ),
        sampling: samplingField('Sample from which the figures were computed.', INSUFFICIENT),
        sampleNote: sampleNoteField(),
      } satisfies s.Members<Bundle['risk']>,
    ),
  );

export const settlementField = () =>
  s.nullable(
    s.named(
      'BundleResolution',
      s.object('Resolution of the market, as its venue states it.', {
        asset: s.assetIdField('kalshi-kxhighny-26jul19-t80'),
        outcome: s.choice(
          'Winning side. `void`: the venue refunded both sides, or paid something between 0 and 1.',
          ['yes', 'no', 'void'],
        ),
        payout: s.nullable(s.num('Payout of one Yes contract in USD, 0 to 1.', 1), NULL_WHEN.notSaid),
        settledAt: s.nullable(s.epochMsField('When the venue settled the market.'), NULL_WHEN.notSaid),
        source: s.text("Field of the venue's answer that states the resolution.", 'kalshi:/markets/{ticker}'),
        disputed: s.nullable(s.bool('Whether the result was disputed.', false), NULL_WHEN.notSaid),
      }),
    ),
    'no resolution has been recorded',
  );
