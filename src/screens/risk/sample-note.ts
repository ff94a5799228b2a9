import type { SamplingBasis } from '../../analytics/index.ts';
import type { PriceUnit } from '../../domain/index.ts';

/** The three answers that state the risk of one asset, each over its own sample. */
type RiskAnswer = 'risk' | 'stats' | 'bundle';

const NAMES: Readonly<Record<RiskAnswer, string>> = {
  risk: '/api/asset/{asset}/risk',
  stats: '/api/asset/{asset}/stats',
  bundle: '/api/m2m/{asset}/bundle',
};

const RECORDS: Readonly<Record<RiskAnswer, Readonly<Record<SamplingBasis, string>>>> = {
  risk: { live: 'the newest 5,000 live records', hourly: 'the newest 720 hours' },
  stats: { live: 'the hours of 30 days', hourly: 'the hours of 30 days' },
  bundle: { live: 'live records of the last 24 hours', hourly: 'the hours of the last week' },
};

/**
 * Describes in one sentence the sample of an answer, and the samples of the two other answers with figures of the same
 * name.
 *
 * @param basis Basis of this answer's sample. null when it has none.
 */
export function describeSamples(
  answer: RiskAnswer,
  { unit, basis }: { readonly unit: PriceUnit; readonly basis: SamplingBasis | null },
): string {
  const others = (['risk', 'stats', 'bundle'] as const).filter((other) => other !== answer);
  const own = describe(answer, unit, basis);
  return `${own[0]?.toUpperCase()}${own.slice(1)}; ${others
    .map((other) => `${NAMES[other]} has ${describe(other, unit, null)}`)
    .join(', ')}.`;
}

function describe(answer: RiskAnswer, unit: PriceUnit, basis: SamplingBasis | null): string {
  const returns = answer === 'risk' || unit === 'usd' ? 'log returns' : 'differences of the probability';
  const { live, hourly } = RECORDS[answer];
  const records = basis === null ? (live === hourly ? live : `${live} or ${hourly}`) : RECORDS[answer][basis];
  return `${returns} of ${records}`;
}
