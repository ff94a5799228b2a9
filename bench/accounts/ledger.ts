/**
 * Debits through the ledger's interface with `synchronous=FULL`: in groups, and against one commit each, in turns.
 *
 * Usage: node bin/with-node24 bench/accounts/ledger.ts [seconds]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { ADJUST_ADMIN, REVENUE_STREAM, toOwnerAccount } from '../../src/billing/ledger/chart.ts';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { microUsd, wallClock } from '../../src/domain/index.ts';
import type { QueueLimits } from '../../src/storage/call-queue.ts';
import { openSqliteDatabase } from '../../test/support/service-database.ts';
import { median } from '../m2m/statistics.ts';

const SECONDS = Number(process.argv[2] ?? 3);
const OWNERS = 1_000;
const ROUNDS = 3;
const ONE_EACH: QueueLimits = { maxGroup: 1, maxGroupsAhead: 1, maxWaiting: 20_000 };

console.log(`Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores.\n`);

const grouped: number[] = [];
const single: number[] = [];
const ratios: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const one = await closedLoop(ONE_EACH, 64);
  const many = await closedLoop({}, 1_024);
  single.push(one);
  grouped.push(many);
  ratios.push(many / one);
}
const shown = (values: number[]) => Math.round(median(values)).toLocaleString('en');
console.log('| Debits a second, FULL | In groups | One commit each | Ratio |');
console.log('|---|---:|---:|---:|');
console.log(
  `| ${ROUNDS} rounds, medians | ${shown(grouped)} | ${shown(single)} | ${median(ratios).toFixed(1)} |\n`,
);

console.log('| Sent a second, no matter what is answered | Answered | p50 ms | p99 ms |');
console.log('|---|---:|---:|---:|');
for (const rate of [2_500, 10_000]) {
  const { answered, p50, p99 } = await openLoop(rate);
  console.log(
    `| ${rate.toLocaleString('en')} | ${answered.toLocaleString('en')} | ${p50.toFixed(1)} | ${p99.toFixed(1)} |`,
  );
}

async function withLedger<T>(
  limits: Partial<QueueLimits>,
  work: (debit: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-bench-'));
  const database = await openSqliteDatabase({ dataDir, thread: true, limits });
  const ledger = openLedger(database, wallClock);
  await Promise.all(
    Array.from({ length: OWNERS }, (_, i) =>
      ledger.post({
        scope: 'admin.credit',
        idem: String(i),
        type: 'admin_credit',
        src: ADJUST_ADMIN,
        dst: toOwnerAccount(`owner_${i}`),
        amount: microUsd(1_000_000_000_000),
        ref: null,
      }),
    ),
  );
  let next = 0;
  const debit = async () => {
    const id = next++;
    const outcome = await ledger.post({
      scope: 'stream',
      idem: `conn_${id}`,
      type: 'stream_fee',
      src: toOwnerAccount(`owner_${id % OWNERS}`),
      dst: REVENUE_STREAM,
      amount: microUsd(1_000),
      ref: `conn_${id}`,
    });
    if (outcome.status !== 'posted') throw new Error(outcome.status);
  };
  try {
    return await work(debit);
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Sends operations as fast as this many callers get their answers. @returns Debits a second. */
function closedLoop(limits: Partial<QueueLimits>, callers: number): Promise<number> {
  return withLedger(limits, async (debit) => {
    const until = performance.now() + SECONDS * 1_000;
    const started = performance.now();
    let done = 0;
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (performance.now() < until) {
          await debit();
          done++;
        }
      }),
    );
    return (done / (performance.now() - started)) * 1_000;
  });
}

/** Sends operations at a set rate, also while earlier ones wait, so that a slow answer delays no other start. */
function openLoop(rate: number): Promise<{ answered: number; p50: number; p99: number }> {
  return withLedger({}, async (debit) => {
    const waits: number[] = [];
    const open: Promise<void>[] = [];
    const started = performance.now();
    let sent = 0;
    while (performance.now() - started < SECONDS * 1_000) {
      const due = Math.floor(((performance.now() - started) / 1_000) * rate);
      for (; sent < due; sent++) {
        const dueAt = started + (sent / rate) * 1_000;
        open.push(debit().then(() => void waits.push(performance.now() - dueAt)));
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await Promise.all(open);
    waits.sort((a, b) => a - b);
    const at = (share: number) => waits[Math.floor(waits.length * share)] ?? 0;
    return { answered: waits.length, p50: at(0.5), p99: at(0.99) };
  });
}
