import { type EpochMs, epochMs, REFERENCES } from '../../domain/index.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import { ReferenceRecord } from '../../history/references/reference-record.ts';
import { formatSettledLine } from '../../history/settled/settled-coding.ts';
import { compareKeys, type ResultText, type TreeValue } from '../proof/day-tree.ts';

/** Line of a result with the time at which it was recorded. */
export interface RecordedResult extends ResultText {
  readonly recordedAt: EpochMs;
}

const LINES = 1_000;
const MARKS = 1_000;

/** Reads what a history has recorded. The trees of days are built from it. */
export class HourRecord {
  readonly #history: HistoryReader;
  readonly #references: ReferenceRecord;

  constructor(history: HistoryReader) {
    this.#history = history;
    this.#references = new ReferenceRecord(history);
  }

  /** Lists the keys of all series of reference prices, in the order of the tree. */
  async listKeys(): Promise<string[]> {
    const keys: string[] = [];
    for await (const page of this.#history.scanAssets({ venue: REFERENCES }))
      keys.push(...page.map(({ storeKey }) => storeKey));
    return keys.sort(compareKeys);
  }

  /** Reads the values of a series between two times, both inclusive, ordered by time, then by arrival. */
  async readValues(key: string, fromMs: EpochMs, toMs: EpochMs): Promise<TreeValue[]> {
    const values = await this.#references.valuesBetween(key, fromMs, toMs);
    // An incomplete average is not a value. Only its count is stored.
    return values.flatMap(({ t, text, p }) => (p === null ? [] : [{ t, text, p }]));
  }

  /** Reads the results that were recorded between two times, both inclusive, in order of recording. */
  async readResults(fromMs: EpochMs, toMs: EpochMs): Promise<RecordedResult[]> {
    const results: RecordedResult[] = [];
    let cursor: string | null = null;
    do {
      const page = await this.#history.listSettledLines({
        fromMs,
        toMs,
        limit: LINES,
        ...(cursor === null ? {} : { cursor }),
      });
      for (const line of page.lines)
        results.push({ asset: line.asset, recordedAt: line.recordedAt, text: formatSettledLine(line) });
      cursor = page.nextCursor;
    } while (cursor !== null);
    return results;
  }

  /** Finds the time of the first value or result. null: nothing was recorded. */
  async findFirst(): Promise<EpochMs | null> {
    const { lines } = await this.#history.listSettledLines({ limit: 1 });
    const firsts = [lines[0]?.recordedAt ?? null, await this.#findFirstMark()].filter((t) => t !== null);
    return firsts.length === 0 ? null : epochMs(Math.min(...firsts));
  }

  /** Finds the time of the first mark. Series have one mark per minute, so their first values are from the same day. */
  async #findFirstMark(): Promise<EpochMs | null> {
    let cursor: string | null = null;
    do {
      const page = await this.#history.listMarks({ limit: MARKS, ...(cursor === null ? {} : { cursor }) });
      const own = page.marks.find(({ place }) => place >= 0);
      if (own !== undefined) return own.t;
      cursor = page.nextCursor;
    } while (cursor !== null);
    return null;
  }
}
