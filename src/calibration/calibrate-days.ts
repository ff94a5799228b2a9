import { DAY_MS } from '../domain/index.ts';
import type { HistoryReader, HistoryStore } from '../history/contract/history-store.ts';
import { decodeDayColumns } from '../history/forecasts/day-coding.ts';
import { listResolvedFrom } from './list-resolved.ts';
import { type MadeDay, makeDay } from './make-day.ts';

export interface CalibrateRequest {
  /** First day, as a number of days since 1970; null: that of the first resolution. */
  readonly fromDay: number | null;
  /** Last day, yesterday at the latest. */
  readonly toDay: number;
  /** Whether days that were made in this way before are made again. */
  readonly again: boolean;
  readonly signal: AbortSignal;
}

/** A day that was looked at. */
export interface CalibratedDay {
  readonly day: number;
  /** `kept`: it exists; `live`: the service closed it, so that it is never changed. */
  readonly state: 'made' | 'kept' | 'live';
  readonly markets: number;
  readonly samples: number;
  readonly leftOut: Readonly<Record<string, number>>;
}

/** Makes days of forecasts from the history: of the time before they were sampled, and of imported records. */
export async function* calibrateDays(
  { reader, store }: { readonly reader: HistoryReader; readonly store: Pick<HistoryStore, 'putForecastDay'> },
  { fromDay, toDay, again, signal }: CalibrateRequest,
): AsyncGenerator<CalibratedDay> {
  const resolved = await listResolvedFrom(reader, fromDay);
  const firstDay = fromDay ?? Math.min(...resolved.keys());
  const existing = new Set(await reader.listForecastDays());
  for (let day = firstDay; day <= toDay && !signal.aborted; day++) {
    const state = existing.has(day) ? await findState(reader, day) : null;
    if (state === 'live' || (state === 'kept' && !again)) {
      yield { day, state, markets: 0, samples: 0, leftOut: {} };
      continue;
    }
    const made: MadeDay = await makeDay(reader, day, resolved.get(day) ?? [], {
      madeBy: 'history',
      dropped: 0,
    });
    await store.putForecastDay(day, made.data, made.settled);
    const { markets, samples, leftOut } = made;
    yield { day, state: 'made', markets, samples, leftOut };
  }
}

/** Finds how a day was made; null: the day is missing or damaged, so it is made again. */
async function findState(reader: HistoryReader, day: number): Promise<'kept' | 'live' | null> {
  const data = await reader.findForecastDay(day);
  if (data === null) return null;
  return decodeDayColumns(data).madeBy === 'live' ? 'live' : 'kept';
}

/** Number of a date, `YYYY-MM-DD`; null for another text. */
export function findDay(date: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null;
  const ms = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) || toDate(ms / DAY_MS) !== date ? null : ms / DAY_MS;
}

/** Formats a day, counted from the Unix epoch, as its UTC date: `2026-11-30`. */
export function toDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
