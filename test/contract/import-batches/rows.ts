import { epochMs, NO_NAMES, NO_TERMS, type Observation } from '../../../src/domain/index.ts';
import type { HistoryStore } from '../../../src/history/contract/history-store.ts';
import type { RegisteredMarket } from '../../../src/history/contract/market-register.ts';
import type { MarketKey } from '../../../src/history/contract/series.ts';

export type Named = MarketKey & { readonly asset: string };

/** The SHA-256 of an imported file. */
export const SHA = 'a'.repeat(64);

export function buildMarket(series: Named, members: Partial<RegisteredMarket>): RegisteredMarket {
  return {
    ...series,
    kind: 'kalshi',
    title: 'Will it be?',
    eventKey: null,
    event: null,
    category: null,
    settling: null,
    statedBy: null,
    outcomes: ['Yes', 'No'],
    ...NO_NAMES,
    terms: NO_TERMS,
    closesAt: null,
    endsAt: null,
    nativeIds: {},
    url: null,
    rulesHash: null,
    seenFrom: epochMs(1),
    changedAt: epochMs(2),
    ...members,
  };
}

export function row(t: number, p: number): Observation {
  return { t: epochMs(t), p, v: null, s: 'poll' };
}

export async function readAll(store: HistoryStore, series: MarketKey): Promise<number[][]> {
  const { columns } = await store.read(series, { limit: 100_000 });
  return Array.from({ length: columns.length }, (_, i) => [columns.t[i]!, columns.p[i]!, columns.s[i]!]);
}
