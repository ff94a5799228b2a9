import { DAY_MS, listDifferences, MINUTE_MS, type SettlingTerms, type VenueId } from '../domain/index.ts';
import type { SettledRow } from '../history/contract/settled.ts';

/** Codes of the anomalies of markets that settle by a price. */
export const SETTLED_ANOMALIES = [
  'settled_contradicted',
  'settled_value_differs',
  'settling_terms_differ',
] as const;

/** Number of anomalies by code. */
export type SettledAnomalyCounts = Readonly<Record<SettledAnomaly['code'], number>>;

export interface SettledAnomaly {
  readonly severity: 'warning';
  readonly code: (typeof SETTLED_ANOMALIES)[number];
  readonly venue: VenueId;
  readonly message: string;
}

export interface AnomalySubject {
  readonly venue: VenueId;
  readonly asset: string;
  readonly terms: SettlingTerms;
  readonly statedBy: Readonly<Record<string, string>> | null;
  /** Current verdict of the market. null: not decided. */
  readonly row: SettledRow | null;
}

/** Time in ms for which a contradicted result is an anomaly. */
const CONTRADICTED_FOR_MS = DAY_MS;

/** Lists the anomalies of a market that settles by a price. */
export function listSettledAnomalies(subject: AnomalySubject, now: number): SettledAnomaly[] {
  const { venue, asset, row } = subject;
  const found: [SettledAnomaly['code'], string][] = [];
  if (row?.verdict === 'contradicted' && now - row.decidedAt < CONTRADICTED_FOR_MS) {
    const message = `${asset}: the recorded values give ${row.result}, and the venue paid ${row.outcome}`;
    found.push(['settled_contradicted', message]);
  }
  const differing = (['strike', 'value'] as const).filter((member) => row?.agrees[member] === false);
  if (differing.length > 0) {
    found.push([
      'settled_value_differs',
      `${asset}: ${differing.join(' and ')} differ from what the venue stated`,
    ]);
  }
  const terms = listOddTerms(subject);
  if (terms.length > 0) found.push(['settling_terms_differ', `${asset}: ${terms.join('; ')}`]);
  return found.map(([code, message]) => ({ severity: 'warning', code, venue, message }));
}

/** Lists settling terms of a market that contradict each other or differ from those usual for its venue and kind. */
function listOddTerms({ venue, terms, statedBy }: AnomalySubject): string[] {
  const expected = findUsual(venue, terms);
  const unusual = Object.entries(expected).flatMap(([member, usual]) => {
    const stated = terms[member as keyof SettlingTerms];
    return stated === null || stated === usual ? [] : [`${member} is ${stated}, usually ${usual}`];
  });
  return [...listDifferences(statedBy ?? {}), ...unusual];
}

/**
 * First close of Polymarket windows that settled by an average, and first close of five-minute windows that settled by
 * the average of 60 s.
 */
const AVERAGES_FROM = Date.UTC(2026, 7, 7);
const SIXTY_FROM = Date.UTC(2026, 7, 14);
const FIVE = 5 * MINUTE_MS;
const FIFTEEN = 15 * MINUTE_MS;
const FOUR_HOURS = 240 * MINUTE_MS;

/** Finds the usual settling terms for a venue and a market length. Empty when they are not known. */
function findUsual(venue: VenueId, { openAt, closeAt, source }: SettlingTerms): Partial<SettlingTerms> {
  if (venue === 'kalshi') return source === 'pyth' ? {} : { source: 'rti60' };
  if (openAt === null || closeAt === null) return {};
  const length = closeAt - openAt;
  const isWindow = length === FIVE || length === FIFTEEN;
  if (venue === 'limitless' && isWindow) return { source: 'twap60', test: 'above', tie: 'yes' };
  if (venue !== 'polymarket' || !(isWindow || length === FOUR_HOURS)) return {};
  const usual =
    closeAt < AVERAGES_FROM ? 'chainlink' : length === FIVE && closeAt < SIXTY_FROM ? 'twap30' : 'twap60';
  return { source: usual, test: 'above', tie: 'yes' };
}
