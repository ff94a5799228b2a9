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
  /** Number of undecided markets by reason. */
  readonly unknown: Readonly<Record<string, number>>;
  /** Reproduced markets as a fraction of the decided ones. null when none was decided. */
  readonly share: number | null;
  readonly shareLow: number | null;
  readonly shareHigh: number | null;
  /** Decided markets as a fraction of all markets. */
  readonly coverage: number | null;
}

/**
 * Counts verdicts by venue and source (docs/settled.md). Markets that depend on the same value form one cluster in the
 * confidence interval.
 */
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

/** Compares by venue, then by source. Groups without a source come last. */
function compareSummaries(a: SettledSummary, b: SettledSummary): number {
  if (a.venue !== b.venue) return a.venue < b.venue ? -1 : 1;
  if (a.source === null || b.source === null) return Number(a.source === null) - Number(b.source === null);
  return a.source < b.source ? -1 : Number(a.source > b.source);
}
