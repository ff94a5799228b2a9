import { epochMs, formatIsoTime } from '../../domain/index.ts';
import type { SettledDay } from '../../history/contract/settled-days.ts';
import { type DayEntries, decodeEntries, parseEntry } from '../proof/day-coding.ts';
import { FIRST_HEAD, hashDay, hashHead } from '../proof/day-tree.ts';
import type { HourRecord } from './hour-record.ts';
import { makeSettledDay } from './make-day.ts';
import { formatDay } from './settled-day-closer.ts';

/** Result of the verification of one closed day. */
export interface CheckedDay {
  readonly day: number;
  /** Differences from the day as it was closed, one line each. Empty: the day is unchanged. */
  readonly findings: readonly string[];
}

/** Compares closed days, oldest first, with what is currently recorded for them. */
export async function* verifySettledDays(
  record: HourRecord,
  days: AsyncIterable<SettledDay> | Iterable<SettledDay>,
): AsyncGenerator<CheckedDay> {
  let before: SettledDay | null = null;
  for await (const closed of days) {
    const findings = [...findBrokenChain(closed, before), ...(await findAltered(record, closed))];
    yield { day: closed.day, findings };
    before = closed;
  }
}

function findBrokenChain({ day, root, head }: SettledDay, before: SettledDay | null): string[] {
  const date = formatDay(day);
  if (before !== null && before.day !== day - 1) return [`${formatDay(before.day + 1)}: the day has no head`];
  const found = hashHead(before?.head ?? FIRST_HEAD, root, date);
  return found.equals(head) ? [] : [`${date}: the head does not follow from the day before`];
}

async function findAltered(record: HourRecord, closed: SettledDay): Promise<string[]> {
  const date = formatDay(closed.day);
  let kept: DayEntries;
  try {
    kept = decodeEntries(closed.day, closed.entries);
  } catch {
    // Damaged bytes can fail in any way.
    return [`${date}: the entries of the day cannot be read`];
  }
  if (!hashDay(kept.entries).equals(closed.root))
    return [`${date}: the entries do not give the root of the day`];
  const made = await makeSettledDay(record, closed.day);
  const roots = new Map(made.entries.map(({ entry, root }) => [entry, root]));
  const findings = kept.entries.flatMap(({ entry, root }) => {
    const now = roots.get(entry);
    roots.delete(entry);
    if (now === undefined) return [`${describe(entry)}: what was recorded is gone`];
    return now.equals(root) ? [] : [`${describe(entry)}: altered since the day was closed`];
  });
  return [
    ...findings,
    ...[...roots.keys()].map((entry) => `${describe(entry)}: added since the day was closed`),
  ];
}

function describe(entry: string): string {
  const { key, hour } = parseEntry(entry);
  return `${formatIsoTime(epochMs(hour))}: ${key === '' ? 'results' : key}`;
}
