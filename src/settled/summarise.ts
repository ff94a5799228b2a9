import { effectiveSamples, wilsonInterval } from '../analytics/index.ts';
import type { VenueId } from '../domain/index.ts';
import type { SettledCount } from '../history/contract/settled.ts';

/** Verdicts of one venue and source. */
export interface SettledSummary {
  readonly venue: VenueId;
  /** null: markets whose source the venue does not state. */
  readonly source: string | null;
  readonly all: number;
  readonly reproduced: number;
  readonly contradicted: number;
  /** Undecided markets by reason. */
  readonly unknown: Readonly<Record<string, number>>;
  /** Reproduced of those that were decided; null where none was. */
  readonly share: number | null;
  readonly shareLow: number | null;
  readonly shareHigh: number | null;
  /** Decided of all. */
  readonly coverage: number | null;
}

/** Sums verdicts by venue and source (docs/settled.md). Markets that hang on one value are one cluster of the interval. */
export function summariseSettled(counts: readonly SettledCount[]): SettledSummary[] {
  const groups = Map.groupBy(counts, ({ venue, source }) => JSON.stringify([venue, source]));
  return [...groups.values()].map(summariseGroup).sort(compareSummaries);
}

function summariseGroup(counts: readonly SettledCount[]): SettledSummary {
  const { venue, source } = counts[0]!;
  const unknown: Record<string, number> = {};
  const clusters = new Map<string, { n: number; yes: number }>();
  let all = 0;
  let reproduced = 0;
  let contradicted = 0;
  for (const { coin, closeAt, verdict, reason, markets } of counts) {
    all += markets;
    if (verdict === 'unknown') {
      unknown[reason ?? 'unknown'] = (unknown[reason ?? 'unknown'] ?? 0) + markets;
      continue;
    }
    const name = JSON.stringify([coin, closeAt]);
    const cluster = clusters.get(name) ?? { n: 0, yes: 0 };
    cluster.n += markets;
    if (verdict === 'reproduced') cluster.yes += markets;
    clusters.set(name, cluster);
    if (verdict === 'reproduced') reproduced += markets;
    else contradicted += markets;
  }
  const decided = reproduced + contradicted;
  const share = decided === 0 ? null : reproduced / decided;
  const interval = share === null ? null : wilsonInterval(share, effectiveSamples([...clusters.values()]));
  return {
    venue,
    source,
    all,
    reproduced,
    contradicted,
    unknown,
    share,
    shareLow: interval?.low ?? null,
    shareHigh: interval?.high ?? null,
    coverage: all === 0 ? null : decided / all,
  };
}

/** By venue and source; without a source last. */
function compareSummaries(a: SettledSummary, b: SettledSummary): number {
  if (a.venue !== b.venue) return a.venue < b.venue ? -1 : 1;
  if (a.source === null || b.source === null) return Number(a.source === null) - Number(b.source === null);
  return a.source < b.source ? -1 : Number(a.source > b.source);
}
