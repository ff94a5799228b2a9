import { epochMs, type Observation, type ObservationSource } from '../../../src/domain/index.ts';
import { readObservation } from '../../../src/history/columns/columns.ts';
import type { Columns, HistoryStore } from '../../../src/history/contract/history-store.ts';
import type { SeriesKey } from '../../../src/history/contract/series.ts';

export type Named = SeriesKey & { readonly asset: string };

export function record(
  t: number,
  p: number,
  v: number | null = null,
  s: ObservationSource | null = 'poll',
): Observation {
  return { t: epochMs(t), p, v, s };
}

export function rows(columns: Columns): Observation[] {
  return Array.from({ length: columns.length }, (_, i) => readObservation(columns, i));
}

export function toKey({ t, p, v, s }: Observation): string {
  return `${t} ${p} ${v} ${s}`;
}

export function append(
  store: HistoryStore,
  series: Named,
  observations: readonly Observation[],
): Promise<void> {
  return store.append(observations.map((entry) => ({ ...entry, ...series })));
}
