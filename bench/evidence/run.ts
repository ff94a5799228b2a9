/**
 * Evidence of settled windows: how long a day takes to close, how large a file is and how long it takes to make, how long
 * the event loop waits while 32 callers ask for the evidence of different windows, how long the checker takes, and how many
 * altered bytes it does not find.
 *
 *     node bin/with-node24 bench/evidence/run.ts [--series 24] [--hours 24] [--lines 3000] [--altered 10000]
 *
 * Bars: a day of 24 series 5 s, a file 20 kB, the event loop 20 ms, the checker 1 s, no altered byte missed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createHeavyThreads } from '../../src/app/servers/heavy-threads.ts';
import { DAY_MS, epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/domain/index.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import type { SettledLine } from '../../src/history/contract/settled.ts';
import { openReadOnlyHistory, openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { HeavyWork } from '../../src/http/heavy/heavy-work.ts';
import { ApiError } from '../../src/http/responses/errors.ts';
import { HourRecord } from '../../src/settled/days/hour-record.ts';
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
const CALLERS = 32;
const slugOf = (i: number) => `btc-updown-15m-${i}`;

const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-evidence-'));
try {
  await record();
  await close();
  const file = await build();
  await askSideBySide();
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
  const lines: SettledLine[] = [];
  for (let i = 0; i < CALLERS; i++) {
    const openAt = FROM + Math.floor((i / CALLERS) * hours * HOUR_MS);
    lines.push(await recordOne(store, i, openAt - (openAt % WINDOW_MS)));
  }
  const line = lines[0]!;
  for (let i = CALLERS; i < Number(values.lines); i++) {
    const storeKey = `other-${i}`;
    const recordedAt = epochMs(FROM + Math.floor((i / Number(values.lines)) * hours * HOUR_MS));
    await store.addSettledLine({ ...line, storeKey, asset: `pm-${storeKey}`, recordedAt });
  }
  await store.sealAll();
  await store.close();
}

function recordOne(store: HistoryStore, i: number, openAt: number): Promise<SettledLine> {
  const closeAt = openAt + WINDOW_MS;
  const seconds = (openAt - FROM) / SECOND_MS;
  const stated = {
    strike: { kind: 'double', text: String(80_000 + seconds) },
    value: { kind: 'double', text: String(80_900 + seconds) },
    openTakenAt: openAt,
    closeTakenAt: closeAt,
  } as const;
  return recordWindow(store, { slug: slugOf(i), openAt, closeAt, recordedAt: closeAt + MINUTE_MS, stated });
}

async function close(): Promise<void> {
  const store = await openSqliteHistory({ dataDir });
  const reader = await openReadOnlyHistory({ dataDir });
  const hoursRead = new HourRecord(reader);
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
  const key = { venue: 'polymarket', storeKey: slugOf(0) } as const;
  const make = async () => {
    const startedAt = performance.now();
    const found = await findEvidence({ history, record: new HourRecord(history) }, key);
    if (found?.proof == null) throw new Error('the window has no proof');
    const file = toEvidenceFile({ asset: found.verdict.asset, venue: key.venue }, found, false);
    return { text: JSON.stringify(file), head: found.proof.head, ms: performance.now() - startedAt };
  };
  const first = await make();
  const again = await make();
  console.log(
    `evidence of ${Buffer.byteLength(first.text)} bytes in ${first.ms.toFixed(0)} ms, again ${again.ms.toFixed(0)} ms; bar 20,000 bytes`,
  );
  await history.close();
  return first;
}

/** Requests the evidence of different windows, all at once, and measures how long anything else waits for its turn. */
async function askSideBySide(): Promise<void> {
  const history = await openReadOnlyHistory({ dataDir });
  const place = { dataDir, historyUrl: null, databaseUrl: null };
  const threads = createHeavyThreads(place, {
    threads: 0,
    onError: (error) => {
      throw error;
    },
  });
  const heavy = new HeavyWork({ history, threads, now: () => performance.now() });
  const signal = new AbortController().signal;
  const ask = async (i: number, address: string) => {
    const market = { venue: 'polymarket', storeKey: slugOf(i), asset: `pm-${slugOf(i)}` } as const;
    const job = { kind: 'evidence', input: { market, withheld: [] } } as const;
    const startedAt = performance.now();
    // On a busy machine some wait too long and are refused: they ask again, as callers do.
    while (true) {
      try {
        const body = await heavy.run(job, 'identity', { address, signal });
        if (body.kind !== 'whole') throw new Error('evidence is one piece');
        return performance.now() - startedAt;
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'overloaded')) throw error;
      }
    }
  };
  await ask(0, '203.0.113.1');
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const took = await Promise.all(Array.from({ length: CALLERS }, (_, i) => ask(i, `203.0.113.${i % 4}`)));
  delays.disable();
  console.log(
    `${CALLERS} side by side: the last after ${Math.max(...took).toFixed(0)} ms; event loop at most ${(delays.max / 1e6).toFixed(0)} ms; bar 20 ms`,
  );
  await threads.close();
  await history.close();
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
