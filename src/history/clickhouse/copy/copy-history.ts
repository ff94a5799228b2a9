import { RECORDERS } from '../../../domain/index.ts';
import { CopyMismatchError } from '../../../storage/copy/copy.ts';
import { StorageFormatError } from '../../../storage/service-database.ts';
import type { CorruptBlock } from '../../contract/corrupt-block.ts';
import type { SeriesEntry } from '../../contract/series.ts';
import { toSeriesName } from '../../contract/series-name.ts';
import type { HistoryUrls } from '../index.ts';
import { CopyRows } from '../postgres/copy-rows.ts';
import { HistoryPool } from '../postgres/history-pool.ts';
import { migrateHistory } from '../postgres/schema.ts';
import { SeriesNames } from '../postgres/series-names.ts';
import { ServerHistoryReader } from '../server-history-reader.ts';
import { openWritableRecords, TIMES } from '../table.ts';
import { dropAll } from '../table-upkeep.ts';
import { type CopiedRows, copyEvents } from './event-copy.ts';
import { listMonths } from './months.ts';
import { type CopySource, RecordCopy } from './record-copy.ts';

export interface HistoryCopyOptions {
  readonly source: CopySource;
  /** Id of the source, so that a copy is not continued from another history. */
  readonly sourceId: string;
  /** Time up to which records are copied, epoch ms; null: all of them, when no process writes to the source. */
  readonly untilMs: number | null;
  /** Current time, epoch ms: a month that has not ended may still get records. */
  readonly nowMs: number;
  /** Whether an earlier copy is removed first. */
  readonly again: boolean;
  readonly onMonth: (month: CopiedMonth) => void;
}

export interface CopiedMonth {
  /** Month as a number, such as 202611. */
  readonly month: number;
  readonly records: number;
  /** Whether an interrupted run has already copied and compared the month. */
  readonly isKnown: boolean;
}

/** A finished copy that was compared with its source and found equal. */
export interface HistoryCopy {
  readonly series: number;
  readonly records: number;
  readonly rows: readonly CopiedRows[];
  /** Spans of the source that could not be read; the copy lacks them. */
  readonly damaged: readonly CorruptBlock[];
}

/**
 * Copies a history into ClickHouse and PostgreSQL, month by month, and compares a checksum over all bits of the records
 * of each series. The next call continues an interrupted copy; no service opens the target before the copy is finished.
 *
 * @throws {StorageFormatError} when the target holds anything else, or a server is not usable.
 * @throws {CopyMismatchError} when the copy differs from its source.
 */
export async function copyHistory(
  { historyUrl, databaseUrl }: HistoryUrls,
  { source, sourceId, untilMs, nowMs, again, onMonth }: HistoryCopyOptions,
): Promise<HistoryCopy> {
  await migrateHistory(databaseUrl);
  const server = await openWritableRecords(historyUrl);
  const pool = await HistoryPool.open(databaseUrl);
  const copy = new ServerHistoryReader({ records: server, pool });
  try {
    const rows = new CopyRows(pool);
    if (again) {
      // In this order, every step can be repeated after an interruption.
      await rows.beginAnew();
      await dropAll(server);
      await rows.forget();
    }
    await rows.begin(sourceId, (await copy.records.countAll()).records === 0);
    const limitMs = untilMs ?? Number.MAX_SAFE_INTEGER;
    const records = new RecordCopy({
      source,
      server,
      rows,
      untilMs: limitMs,
      names: new SeriesNames(pool.ask),
    });
    const known = await rows.listEqualMonths();
    const span = await findSpan(source, limitMs);
    for (const month of span === null ? [] : listMonths(span.fromMs, span.toMs)) {
      const found = known.get(month.number);
      const count = found ?? (await records.copyMonth(month));
      // A month that has not ended may get more records, so the next run compares it again.
      const isOver = month.toMs < Math.min(nowMs, limitMs);
      if (found === undefined && isOver) await rows.markEqual(month.number, count);
      if (count > 0) {
        onMonth({ month: month.number, records: count, isKnown: found !== undefined });
      }
    }
    const copied = await copyEvents(source, copy, rows);
    for (const venue of RECORDERS) {
      const newestMs = await source.findLastRecordedMs(venue);
      if (newestMs !== null) await rows.putNewest(venue, Math.min(newestMs, limitMs));
    }
    const { corruptBlocks } = await source.readStats();
    if (untilMs === null) await requireCounts(source, copy, corruptBlocks, rows);
    await rows.finish();
    const { series, observations } = await copy.readStats();
    return { series, records: observations, rows: copied, damaged: corruptBlocks };
  } finally {
    await copy.close();
  }
}

/** Finds the times of the first and last record. @throws {StorageFormatError} when the table cannot hold them. */
async function findSpan(source: CopySource, untilMs: number) {
  let fromMs = Number.POSITIVE_INFINITY;
  let toMs = Number.NEGATIVE_INFINITY;
  for await (const entries of source.scanAssets()) {
    for (const { asset, firstMs, lastMs } of entries) {
      if (firstMs < TIMES.firstMs || lastMs > TIMES.lastMs) {
        throw new StorageFormatError(`${asset} has records of times that are not within 1970 to 2299`);
      }
      fromMs = Math.min(fromMs, firstMs);
      toMs = Math.max(toMs, lastMs);
    }
  }
  return fromMs > toMs || fromMs > untilMs ? null : { fromMs, toMs: Math.min(toMs, untilMs) };
}

/**
 * Compares the number of records of each series as a whole: records may have been added to months that an interrupted
 * run compared. Series with damaged blocks are left out: they have fewer records, which were compared one by one.
 *
 * @throws {CopyMismatchError} when a series has other numbers of records, or other first or last times.
 */
async function requireCounts(
  source: CopySource,
  copy: ServerHistoryReader,
  damaged: readonly CorruptBlock[],
  rows: CopyRows,
): Promise<void> {
  const names = new Set(
    damaged.flatMap(({ venue, storeKey }) => (venue === null ? [] : toSeriesName({ venue, storeKey }))),
  );
  for await (const entries of source.scanAssets()) {
    const whole = entries.filter((entry) => !names.has(toSeriesName(entry)));
    const copies = await copy.findMany(whole);
    const other = whole.find((entry, i) => !isEqual(entry, copies[i] ?? null));
    if (other === undefined) continue;
    await rows.forgetMonths();
    throw new CopyMismatchError(
      `${other.asset} was added to while it was copied: run the command again, which compares every month`,
    );
  }
}

function isEqual(one: SeriesEntry, other: SeriesEntry | null): boolean {
  return one.count === other?.count && one.firstMs === other.firstMs && one.lastMs === other.lastMs;
}
