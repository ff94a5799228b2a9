import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { NODE_FLAGS } from '../bin/runtime.js';
import { AT_ONCE, type ChurnReport, LIFE, type OpenedReport } from './store/churn-writer.ts';

/**
 * Markets that come and go: `churn.ts [series] [--between polls] [--alone]`, by default a million series of thirty
 * records, 2,000 at a time, beside 2,000 that live on. `--between` adds polls of those alone after each generation:
 * `churn.ts 2000000 --between 190 --alone` is a year's 500 million observations. ClickHouse stores the same rows
 * (without the asset ids, which the store keeps too), unless `--alone` leaves it out.
 */
const { values: flags, positionals } = parseArgs({
  options: { between: { type: 'string', default: '0' }, alone: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const series = positionals[0] ?? '1000000';
const directory = mkdtempSync(join(tmpdir(), 'crosstape-churn-'));
try {
  const csv = join(directory, 'rows.csv');
  const data = join(directory, 'data');
  const report = child<ChurnReport>('write', data, series, flags.between, ...(flags.alone ? [] : [csv]));
  const opened = child<OpenedReport>('open', data, series);
  console.log(`${series} series of ${LIFE} records, ${AT_ONCE} at a time beside ${AT_ONCE} that live on`);
  console.log(`and have ${flags.between} polls alone after each generation\n`);
  console.log('| What | Here |\n|---|---:|');
  row('records', report.records / 1e6, 'M');
  row('append, with the making of batches', report.records / report.seconds / 1e6, 'M/s');
  row('processor time of that, a record', (report.cpuSeconds / report.records) * 1e6, 'µs');
  row('append of 2,000, p50', report.appendP50Ms, 'ms');
  row('append of 2,000, p99', report.appendP99Ms, 'ms');
  row('the same of markets that are all new, median', report.newMarketsMs, 'ms');
  row('resident memory in the first eleven generations, most', report.earlyRssMiB, 'MiB');
  row('resident memory while appending, most', report.maxRssMiB, 'MiB');
  row('resident memory after opening', opened.openedRssMiB, 'MiB');
  row('open', opened.openMs, 'ms');
  row('processor time of that', opened.openCpuMs, 'ms');
  row('first page of the catalogue, 100 series', opened.firstPageMs, 'ms');
  row('processor time of that', opened.firstPageCpuMs, 'ms');
  row('read of a series that has ended, median of 200', opened.deadReadMs, 'ms');
  row('1,000 records of one that lives, median of 50', opened.liveReadMs, 'ms');
  row('all of one that lives to hourly buckets, median of 50', opened.hourlyMs, 'ms');
  row('whole file, a record', report.fileBytes / report.records, 'B');
  if (!flags.alone) row('ClickHouse, all columns, a record', (await clickBytes(csv)) / report.records, 'B');
} finally {
  rmSync(directory, { recursive: true, force: true });
}

/** Runs a child whose memory is that of a process that runs as the service does. */
function child<Report>(...args: readonly string[]): Report {
  const writer = join(import.meta.dirname, 'store/churn-writer.ts');
  const output = execFileSync(process.execPath, [...NODE_FLAGS, writer, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(String(output)) as Report;
}

function row(what: string, value: number, unit: string): void {
  console.log(`| ${what} | ${value.toFixed(2)} ${unit} |`);
}

async function clickBytes(csv: string): Promise<number> {
  // The peer is only needed, and only installed, for a run beside it.
  const { Session } = await import('chdb');
  const click = new Session(join(directory, 'click'));
  try {
    click.query('CREATE DATABASE d ENGINE = Atomic');
    click.query(
      `CREATE TABLE d.r (venue LowCardinality(String), key String, t Int64, p Float64, s Int8)
       ENGINE = MergeTree ORDER BY (venue, key, t) SETTINGS default_compression_codec = 'ZSTD(1)'`,
    );
    click.query(
      `INSERT INTO d.r SELECT * FROM file('${csv}', CSV, 'venue String, key String, t Int64, p Float64, s Int8')`,
    );
    click.query('OPTIMIZE TABLE d.r FINAL');
    return Number(
      String(click.query("SELECT sum(bytes_on_disk) FROM system.parts WHERE table = 'r' AND active", 'TSV')),
    );
  } finally {
    click.cleanup();
  }
}
