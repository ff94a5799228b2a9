import { createHash, type Hash } from 'node:crypto';
import { isJsonObject } from '../../../domain/index.ts';
import { CopyMismatchError } from '../../../storage/copy/copy.ts';
import type { HistoryReader } from '../../contract/history-store.ts';
import type { CopyRows } from '../postgres/copy-rows.ts';

/** Number of rows of one statement. */
const ROWS = 1_000;
/** Number of closed days of one statement, each some tens of kilobytes. */
const DAYS = 100;

interface RowPage {
  readonly rows: readonly unknown[];
  readonly next: string | null;
}

/** A table of a history other than the records, read in an order that both engines share. */
interface Part {
  readonly name: string;
  readonly read: (reader: HistoryReader, at: { limit: number; cursor?: string }) => Promise<RowPage>;
  readonly put: (rows: CopyRows, page: readonly never[]) => Promise<void>;
}

const PARTS: readonly Part[] = [
  {
    name: 'gaps',
    read: async (reader, at) => {
      const { gaps, nextCursor } = await reader.listGapPage(at);
      // Pages go from the newest back, each oldest first. Reversed, all gaps are in one order, wherever an engine ends
      // a page.
      return { rows: [...gaps].reverse(), next: nextCursor };
    },
    put: (rows, page) => rows.putGaps(page),
  },
  {
    name: 'resolutions',
    read: async (reader, at) => {
      const { resolutions, nextCursor } = await reader.listResolutions(at);
      return { rows: resolutions, next: nextCursor };
    },
    put: (rows, page) => rows.putResolutions(page),
  },
  {
    name: 'rules',
    read: async (reader, at) => {
      const { rules, nextCursor } = await reader.listRules(at);
      return { rows: rules, next: nextCursor };
    },
    put: (rows, page: readonly { readonly text: string }[]) => rows.putRules(page.map(({ text }) => text)),
  },
  {
    name: 'markets',
    read: async (reader, at) => {
      const { markets, nextCursor } = await reader.listMarkets(at);
      return { rows: markets, next: nextCursor };
    },
    put: (rows, page) => rows.putMarkets(page),
  },
  {
    name: 'links',
    read: async (reader, at) => {
      const { spans, nextCursor } = await reader.listLinkSpans(at);
      return { rows: spans, next: nextCursor };
    },
    put: (rows, page) => rows.putLinkSpans(page),
  },
  {
    name: 'stated ends',
    read: async (reader, at) => {
      const { ends, nextCursor } = await reader.listEnds(at);
      return { rows: ends, next: nextCursor };
    },
    put: (rows, page) => rows.putEnds(page),
  },
  {
    name: 'forecasts',
    read: async (reader, at) => {
      const { forecasts, nextCursor } = await reader.listForecasts(at);
      return { rows: forecasts, next: nextCursor };
    },
    put: (rows, page) => rows.putForecasts(page),
  },
  {
    name: 'marks',
    read: async (reader, at) => {
      const { marks, nextCursor } = await reader.listMarks(at);
      return { rows: marks, next: nextCursor };
    },
    put: (rows, page) => rows.putMarks(page),
  },
  {
    name: 'verdicts',
    read: async (reader, at) => {
      const { rows, nextCursor } = await reader.listSettled(at);
      return { rows, next: nextCursor };
    },
    put: (rows, page) => rows.putSettled(page),
  },
  {
    name: 'verdicts of markets that were reopened',
    read: async (reader) => ({ rows: await reader.listReopenedSettled(), next: null }),
    put: (rows, page) => rows.putSettled(page),
  },
  {
    name: 'lines of results',
    read: async (reader, at) => {
      const { lines, nextCursor } = await reader.listSettledLines(at);
      return { rows: lines, next: nextCursor };
    },
    put: (rows, page) => rows.addSettledLines(page),
  },
  {
    name: 'bars',
    read: async (reader, at) => {
      const { bars, nextCursor } = await reader.listBars(at);
      return { rows: bars, next: nextCursor };
    },
    put: (rows, page) => rows.putBars(page),
  },
  {
    name: 'days of forecasts',
    // A day may be several megabytes, so each page has one day, which is also the cursor of the next page.
    read: async (reader, { cursor }) => {
      const days = await reader.listForecastDays();
      const day = days.find((one) => cursor === undefined || one > Number(cursor));
      if (day === undefined) return { rows: [], next: null };
      const data = await reader.findForecastDay(day);
      const rows = data === null ? [] : [{ day, data: Buffer.from(data).toString('base64') }];
      return { rows, next: String(day) };
    },
    put: (rows, page) => rows.putForecastDays(page),
  },
  {
    name: 'closed days',
    read: async (reader, { cursor }) => {
      const from = cursor === undefined ? 0 : Number(cursor) + 1;
      const last = (await reader.findLastSettledDay())?.day ?? -1;
      const to = Math.min(last, from + DAYS - 1);
      const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
      const rows = (await reader.listSettledDays(from, to)).map(({ day, entries, root, head }) => ({
        day,
        entries: text(entries),
        root: text(root),
        head: text(head),
      }));
      return { rows, next: to < last ? String(to) : null };
    },
    put: (rows, page) => rows.putSettledDays(page),
  },
];

/** Number of rows of one kind that were copied. */
export interface CopiedRows {
  readonly part: string;
  readonly rows: number;
}

/**
 * Copies everything except the records, and reads it again from the copy.
 *
 * @throws {CopyMismatchError} which names the part that is not equal.
 */
export async function copyEvents(
  source: HistoryReader,
  copy: HistoryReader,
  rows: CopyRows,
): Promise<readonly CopiedRows[]> {
  const copied: CopiedRows[] = [];
  for (const part of PARTS) {
    const ours = await walk(part, source, (page) => part.put(rows, page as never[]));
    const theirs = await walk(part, copy, async () => undefined);
    if (ours.rows !== theirs.rows) {
      throw new CopyMismatchError(`the copy has ${theirs.rows} ${part.name} and the source ${ours.rows}`);
    }
    if (ours.sha256 !== theirs.sha256)
      throw new CopyMismatchError(`the ${part.name} of the copy differ from those of the source`);
    copied.push({ part: part.name, rows: ours.rows });
  }
  return copied;
}

async function walk(part: Part, reader: HistoryReader, take: (page: readonly unknown[]) => Promise<void>) {
  const hash = createHash('sha256');
  let rows = 0;
  let cursor: string | null = null;
  do {
    const page: RowPage = await part.read(reader, {
      limit: ROWS,
      ...(cursor === null ? {} : { cursor }),
    });
    for (const row of page.rows) add(hash, row);
    if (page.rows.length > 0) await take(page.rows);
    rows += page.rows.length;
    cursor = page.next;
  } while (cursor !== null);
  return { rows, sha256: hash.digest('hex') };
}

/** Adds a row to the hash, with its members in an order that does not depend on the engine. */
function add(hash: Hash, row: unknown): void {
  const text = JSON.stringify(row, (_, value: unknown) =>
    isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  hash.update(`${text}\n`);
}
