import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { epochMs, type Gap, type Observation, VENUES } from '../../../domain/index.ts';
import { readObservation, toColumns } from '../../columns.ts';
import type { SeriesKey, StoredResolution } from '../../history-store.ts';
import { HISTORY_FILE } from '../database.ts';
import { openSqliteHistory } from '../index.ts';

type Row = readonly [
  t: number,
  p: number | '-0',
  v: number | '-0' | null,
  s: Observation['s'],
  inserted: 0 | 1,
];

interface Expected {
  readonly gaps: readonly Gap[];
  readonly resolutions: readonly StoredResolution[];
  readonly series: readonly (SeriesKey & { readonly asset: string; readonly records: readonly Row[] })[];
}

const FIXTURES = join(import.meta.dirname, 'fixtures');
const expected = JSON.parse(
  gunzipSync(readFileSync(join(FIXTURES, 'format-1.json.gz'))).toString(),
) as Expected;

test('a file of format 1 gives back exactly what was stored in it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'history-format-1-'));
  copyFileSync(join(FIXTURES, 'format-1.db'), join(dataDir, HISTORY_FILE));
  try {
    const history = await openSqliteHistory({ dataDir });
    for (const { asset, records, ...key } of expected.series) {
      const { columns } = await history.read(key, { limit: records.length + 1 });
      const rows = Array.from({ length: columns.length }, (_, i) => readObservation(columns, i));
      assert.deepEqual(rows, records.map(toObservation), asset);
      assert.deepEqual(await history.find(key), {
        ...key,
        asset,
        firstMs: records[0]![0],
        lastMs: records.at(-1)![0],
        count: records.length,
        countIsEstimate: false,
        bytes: (await history.find(key))?.bytes,
      });
      // What came by an insertion is still known as such, and nothing else is.
      const batch = toColumns(records.filter(([, , , , inserted]) => inserted === 1).map(toObservation));
      assert.deepEqual(await history.insert({ ...key, asset }, batch), { stored: 0, skipped: batch.length });
    }
    assert.equal((await history.readStats()).series, expected.series.length);
    assert.equal((await history.readStats()).corruptBlocks.length, 0);
    for (const venue of VENUES) {
      const ofVenue = expected.gaps.filter((gap) => gap.venue === venue);
      const open = ofVenue.filter(({ toMs }) => toMs === null);
      assert.deepEqual(await history.listOpenGaps(venue), open);
      for (const gap of ofVenue) {
        assert.ok(
          (await history.listGaps(venue, {}, gap.storeKey ?? '')).some((found) => same(found, gap)),
          gap.reason,
        );
      }
    }
    const { resolutions } = await history.listResolutions({ limit: 10 });
    assert.deepEqual(resolutions, expected.resolutions);
    await history.close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

function toObservation([t, p, v, s]: Row): Observation {
  return { t: epochMs(t), p: Number(p), v: v === null ? null : Number(v), s };
}

function same(a: Gap, b: Gap): boolean {
  return a.fromMs === b.fromMs && a.toMs === b.toMs && a.storeKey === b.storeKey && a.reason === b.reason;
}
