import { join } from 'node:path';
import { epochMs } from '../../src/domain/index.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { KEY, randomWalk, START, STEP } from './generated.ts';
import { median, type Table, timed } from './table.ts';

const SERIES = 500;
const OPENINGS = 5;

/** Stores a number of observations of 500 series, and 400,000 more one poll at a time: tails as long as they get. */
async function fillSeries(dataDir: string, count: number): Promise<void> {
  const length = Math.floor(count / SERIES);
  const columns = randomWalk(length);
  const history = await openSqliteHistory({ dataDir });
  const keys = Array.from({ length: SERIES }, (_, i) => ({
    venue: KEY.venue,
    storeKey: `perp-a${i}`,
    asset: `hl-A${i}`,
  }));
  for (const key of keys) await history.insert(key, columns);
  for (let poll = 0; poll < 800; poll++) {
    const t = epochMs(START + (length + poll) * STEP);
    await history.append(keys.map((key) => ({ ...key, t, p: poll / 100, v: 1, s: 'poll' as const })));
  }
  await history.close();
}

/** Measures the opening of a store whose tails, in the journal, are as long as they get. */
export async function measureStart(table: Table, directory: string, count: number): Promise<void> {
  const dataDir = join(directory, 'start');
  await fillSeries(dataDir, count);
  const openMs: number[] = [];
  for (let i = 0; i < OPENINGS; i++) {
    openMs.push(
      await timed(async () => {
        const opened = await openSqliteHistory({ dataDir });
        await opened.findLast(KEY);
        await opened.close();
      }),
    );
  }
  table.add({
    what: `open and close with ${count} observations, 400,000 more in the journal`,
    ours: median(openMs),
    peers: {},
    unit: 'ms',
  });
}

if (import.meta.main) {
  const [dataDir = '', count] = process.argv.slice(2);
  await fillSeries(dataDir, Number(count));
}
