import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { toColumns } from '../src/history/columns/columns.ts';
import { readRecords } from '../src/history/formats/read-records.ts';
import type { FileFormat } from '../src/history/formats/table.ts';
import { openSqliteHistory } from '../src/history/sqlite/index.ts';
import { FIRST_MS, SERIES } from './export/series.ts';

/**
 * The command `export` of one long series beside a process that writes 2,000 records a second to it, a part of them
 * late by up to a minute. Each record has its number as its volume, so a file can be held against the store exactly: it has
 * each number from 1 to the last of some commit once, in the order of time and arrival, and all that was acknowledged
 * when the command began.
 *
 *     bin/with-node24 bench/export.ts [--records 1000000] [--runs 10] [--formats csv,jsonl,parquet]
 *
 * Exit code 1 when a file is not equal to the store.
 */
const RECORDS = Number(option('--records') ?? 1_000_000);
const RUNS = Number(option('--runs') ?? 10);
const FORMATS = (option('--formats') ?? 'csv,jsonl,parquet').split(',') as FileFormat[];

const directory = mkdtempSync(join(tmpdir(), 'crosstape-bench-'));
const dataDir = join(directory, 'data');
let wrong = 0;
try {
  await fill();
  const writer = new Worker(new URL('./export/writer.ts', import.meta.url), {
    workerData: { dataDir, written: RECORDS },
  });
  let acknowledged = 0;
  writer.on('message', (number: number) => {
    acknowledged = number;
  });
  writer.on('error', (error) => {
    throw error;
  });
  while (acknowledged === 0) await sleep(10);
  for (let run = 1; run <= RUNS; run++) {
    for (const format of FORMATS) {
      const before = acknowledged;
      const file = join(directory, `run.${format}`);
      const startedAt = performance.now();
      await exportTo(file, format);
      const seconds = (performance.now() - startedAt) / 1_000;
      const { rows, problem } = await check(file, format, before);
      if (problem !== null) wrong++;
      const during = acknowledged - before;
      process.stdout.write(
        `run ${run} ${format.padEnd(7)} ${rows} rows in ${seconds.toFixed(1)} s, ${during} appended meanwhile: ${problem ?? 'equal to the store'}\n`,
      );
      rmSync(file);
    }
  }
  writer.postMessage('stop');
  await new Promise((resolve) => writer.once('exit', resolve));
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.stdout.write(
  `${RUNS * FORMATS.length - wrong} of ${RUNS * FORMATS.length} exports equal to the store\n`,
);
process.exitCode = wrong === 0 ? 0 : 1;

async function fill(): Promise<void> {
  const history = await openSqliteHistory({ dataDir });
  const step = 100_000;
  for (let from = 1; from <= RECORDS; from += step) {
    const count = Math.min(step, RECORDS - from + 1);
    const numbers = Array.from({ length: count }, (_, i) => from + i);
    const records = numbers.map((number) => ({
      t: (FIRST_MS + number * 5) as never,
      p: (number % 1_000) / 1_000,
      v: number,
      s: 'import' as const,
    }));
    await history.insert(SERIES, toColumns(records));
  }
  await history.close();
}

function exportTo(file: string, format: FileFormat): Promise<void> {
  const root = new URL('..', import.meta.url).pathname;
  const args = [
    'export',
    SERIES.venue,
    SERIES.storeKey,
    '--data-dir',
    dataDir,
    '--format',
    format,
    '-o',
    file,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(join(root, 'bin/crosstape'), args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += String(chunk);
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`export ended with ${code}: ${said}`)),
    );
  });
}

async function check(file: string, format: FileFormat, before: number) {
  const seen = new Set<number>();
  let problem: string | null = null;
  let [lastMs, lastNumber, highest, rows] = [0, 0, 0, 0];
  for await (const { t, v, length } of readRecords(file, format)) {
    for (let i = 0; i < length; i++) {
      const [time, number] = [t[i]!, v[i]!];
      if (seen.has(number)) problem ??= `record ${number} comes twice`;
      if (time < lastMs || (time === lastMs && number < lastNumber))
        problem ??= `record ${number} is out of order`;
      seen.add(number);
      [lastMs, lastNumber, highest, rows] = [time, number, Math.max(highest, number), rows + 1];
    }
  }
  if (highest !== rows) problem ??= `${highest - rows} records are missing`;
  if (highest < before) problem ??= `${before - highest} acknowledged records are missing at the end`;
  return { rows, problem };
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
}
