import type { SettledDay, SettledDayReader } from '../../history/contract/settled-days.ts';
import { HourRecord } from '../../settled/days/hour-record.ts';
import { type CheckedDay, verifySettledDays } from '../../settled/days/verify-days.ts';
import { type HistoryPlace, openHistoryReader } from '../stores/history.ts';

/** Number of closed days that are read at a time. */
const DAYS = 100;

/** Compares every closed day of a history with its present records, whether a writer is running or not. */
export async function* checkClosedDays(place: HistoryPlace): AsyncGenerator<CheckedDay> {
  const history = await openHistoryReader(place);
  try {
    yield* verifySettledDays(new HourRecord(history), readDays(history));
  } finally {
    await history.close();
  }
}

async function* readDays(history: SettledDayReader): AsyncGenerator<SettledDay> {
  const last = (await history.findLastSettledDay())?.day ?? -1;
  for (let from = 0; from <= last; from += DAYS) yield* await history.listSettledDays(from, from + DAYS - 1);
}
