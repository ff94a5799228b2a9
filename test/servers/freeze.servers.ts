import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { wallClock } from '../../src/domain/index.ts';
import { giveCredit } from '../support/credit.ts';
import { listEngines, openTestPostgres } from './postgres-engine.ts';

const WRITER = path.join(import.meta.dirname, 'frozen-writer.ts');
const FREEZES = 3;
/** A frozen holder loses the lock after a second; a wait for the lock itself would end at five, with a refusal. */
const MAX_WAIT_MS = 4_000;

for (const engine of listEngines()) {
  test(`${engine.name}: a frozen process holds no other up, and stores nothing when it wakes`, async (t) => {
    const url = await engine.createDatabase(t);
    const database = await openTestPostgres({ url });
    t.after(() => database.close());
    const ledger = openLedger(database, wallClock);
    await giveCredit(ledger, 'alice', 5_000_000, 'first');
    for (let i = 0; i < FREEZES; i += 1) {
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', WRITER, url], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exit = once(child, 'exit');
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      assert.equal((await lines.next()).value, 'frozen');
      const from = performance.now();
      await giveCredit(ledger, 'alice', 1_000_000, `after ${i}`);
      const waitedMs = performance.now() - from;
      child.kill('SIGCONT');
      assert.equal((await lines.next()).value, 'LedgerUnavailableError');
      await exit;
      t.diagnostic(`the next writer waited ${Math.round(waitedMs)} ms`);
      assert.ok(waitedMs <= MAX_WAIT_MS, `waited ${waitedMs} ms`);
    }
    assert.equal((await ledger.readBalance('alice')).microUsd, 5_000_000 + FREEZES * 1_000_000);
    assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
  });
}
