import { DAY_MS } from '../domain/index.ts';
import type { HistoryReader, HistoryStore } from '../history/contract/history-store.ts';
import { decodeDayColumns } from '../history/forecasts/day-coding.ts';
import { listResolvedFrom } from './list-resolved.ts';
import { type MadeDay, makeDay } from './make-day.ts';

export interface CalibrateRequest {
  /** First day, as a number of days since 1970. null: the day of the first resolution. */
  readonly fromDay: number | null;
  /** Last day, as a number of days since 1970, at most yesterday. */
  readonly toDay: number;
  /** Whether days that were created from the history before are created again. */
  readonly again: boolean;
  readonly signal: AbortSignal;
}

/** Result for one day. */
export interface CalibratedDay {
  readonly day: number;
  /** `kept`: the day exists already. `live`: the service closed the day, so it is never changed. */
  readonly state: 'made' | 'kept' | 'live';
  readonly markets: number;
  readonly samples: number;
  readonly leftOut: Readonly<Record<string, number>>;
}

/** Creates days of forecasts from the history, for times before forecasts were sampled and for imported records. */
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

/** Finds how a day was created. null: the day is missing, or damaged and therefore created again. */
async function findState(reader: HistoryReader, day: number): Promise<'kept' | 'live' | null> {
  const data = await reader.findForecastDay(day);
  if (data === null) return null;
  return decodeDayColumns(data).madeBy === 'live' ? 'live' : 'kept';
}

/** Converts a date `YYYY-MM-DD` to a number of days since 1970. null for any other text. */
export function findDay(date: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null;
  const ms = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) || toDate(ms / DAY_MS) !== date ? null : ms / DAY_MS;
}

/** Formats a day, counted from the Unix epoch, as its UTC date: `2026-11-30`. */
export function toDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
