/**
 * Evidence of settled windows: how long a day takes to close, how large a file is, how long the checker takes, and how many
 * altered bytes it does not find.
 *
 *     node bin/with-node24 bench/evidence/run.ts [--series 24] [--hours 24] [--lines 3000] [--altered 10000]
 *
 * Bars: a day of 24 series 5 s, a file 20 kB, the checker 1 s, no altered byte missed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DAY_MS, epochMs, HOUR_MS, MINUTE_MS } from '../../src/domain/index.ts';
import { openReadOnlyHistory, openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { HistoryHours } from '../../src/settled/days/hour-record.ts';
import { RecordDayMaker, SettledDayCloser } from '../../src/settled/days/settled-day-closer.ts';
import { findEvidence } from '../../src/settled/evidence/evidence.ts';
import { toEvidenceFile } from '../../src/settled/evidence/evidence-file.ts';
import { recordSeries, recordWindow } from '../../test/support/evidence-record.ts';

const { values } = parseArgs({
  options: {
    series: { type: 'string', default: '24' },
    hours: { type: 'string', default: '24' },
    lines: { type: 'string', default: '3000' },
    altered: { type: 'string', default: '10000' },
  },
});
const CHECKER = path.join(import.meta.dirname, '../../clients/check-settled.py');
const DAY = Math.floor(Date.UTC(2026, 9, 5) / DAY_MS);
const FROM = DAY * DAY_MS;
const WINDOW_MS = 15 * MINUTE_MS;
const hours = Number(values.hours);

const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-evidence-'));
try {
  await record();
  await close();
  const file = await build();
  check(file);
} finally {
  rmSync(dataDir, { recursive: true });
}

async function record(): Promise<void> {
  const store = await openSqliteHistory({ dataDir });
  for (let i = 0; i < Number(values.series); i++) {
    const key = i === 0 ? 'twap60-btc' : `twap60-c${i}`;
    for (let hour = 0; hour < hours; hour++) {
      const from = FROM + hour * HOUR_MS;
      await recordSeries(store, key, from, from + HOUR_MS - 1_000);
    }
  }
  const openAt = FROM;
  const window = { openAt, closeAt: openAt + WINDOW_MS, recordedAt: openAt + WINDOW_MS + MINUTE_MS };
  const stated = {
    strike: { kind: 'double', text: '80000' },
    value: { kind: 'double', text: '80900' },
    openTakenAt: window.openAt,
    closeTakenAt: window.closeAt,
  } as const;
  const line = await recordWindow(store, { slug: 'btc-updown-15m-1', ...window, stated });
  for (let i = 1; i < Number(values.lines); i++) {
    const storeKey = `other-${i}`;
    const recordedAt = epochMs(FROM + Math.floor((i / Number(values.lines)) * hours * HOUR_MS));
    await store.addSettledLine({ ...line, storeKey, asset: `pm-${storeKey}`, recordedAt });
  }
  await store.sealAll();
  await store.close();
}

async function close(): Promise<void> {
  const store = await openSqliteHistory({ dataDir });
  const reader = await openReadOnlyHistory({ dataDir });
  const hoursRead = new HistoryHours(reader);
  const closer = new SettledDayCloser({
    store,
    maker: new RecordDayMaker(hoursRead),
    findFirst: () => hoursRead.findFirst(),
    clock: () => epochMs(FROM + DAY_MS + HOUR_MS),
    onDay: (_, { entries, results }) => console.log(`day of ${entries.length} entries, ${results} results`),
  });
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await closer.closeDue();
  const { user, system } = process.cpuUsage(before);
  const took = (performance.now() - startedAt).toFixed(0);
  console.log(`  closed in ${took} ms, processor ${((user + system) / 1000).toFixed(0)} ms; bar 5000 ms`);
  await reader.close();
  await store.close();
}

async function build(): Promise<{ readonly text: string; readonly head: string }> {
  const history = await openReadOnlyHistory({ dataDir });
  const key = { venue: 'polymarket', storeKey: 'btc-updown-15m-1' } as const;
  const startedAt = performance.now();
  const found = await findEvidence({ history, record: new HistoryHours(history) }, key);
  if (found?.proof == null) throw new Error('the window has no proof');
  const file = toEvidenceFile({ asset: found.verdict.asset, venue: key.venue }, found, false);
  const text = JSON.stringify(file);
  const took = (performance.now() - startedAt).toFixed(0);
  console.log(`evidence of ${Buffer.byteLength(text)} bytes in ${took} ms; bar 20,000 bytes`);
  await history.close();
  return { text, head: found.proof.head };
}

function check({ text, head }: { readonly text: string; readonly head: string }): void {
  const startedAt = performance.now();
  const run = (args: readonly string[]) => execFileSync('python3', args, { input: text, encoding: 'utf8' });
  console.log(run([CHECKER, '-', '--head', head]).trim());
  console.log(`checked in ${(performance.now() - startedAt).toFixed(0)} ms; bar 1000 ms`);
  const script = path.join(import.meta.dirname, 'altered.py');
  const { places, missed } = JSON.parse(run([script, CHECKER, head, values.altered])) as {
    places: number;
    missed: string[];
  };
  console.log(`${values.altered} altered bytes of ${places}: ${missed.length} not found; bar 0`);
  for (const one of new Set(missed)) console.log(`  not found: ${one}`);
  if (missed.length > 0) process.exitCode = 1;
}
