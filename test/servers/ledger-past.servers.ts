import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { acceptLedger } from '../../src/app/accounts/accept-ledger.ts';
import { LedgerUnavailableError } from '../../src/billing/ledger/ledger.ts';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { epochMs } from '../../src/domain/index.ts';
import { giveCredit } from '../support/credit.ts';
import { listEngines, openTestPostgres } from './postgres-engine.ts';

for (const engine of listEngines()) {
  test(`${engine.name}: an older database under a newer mark opens for reading alone until it is accepted`, async (t) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-past-'));
    t.after(() => rm(dataDir, { recursive: true, force: true }));
    const clock = () => epochMs(1_763_700_000_000);
    const open = async (url: string) => {
      const database = await openTestPostgres({ url, dataDir });
      t.after(() => database.close());
      return { database, ledger: openLedger(database, clock) };
    };
    const newer = await open(await engine.createDatabase(t));
    for (const ref of ['a', 'b', 'c']) await giveCredit(newer.ledger, 'ann', 100, ref);
    await newer.ledger.audit({ whole: true });

    const { database, ledger } = await open(await engine.createDatabase(t));
    await giveCredit(ledger, 'ann', 100, 'a');
    await ledger.auditAtStart();
    assert.match((await ledger.findClosure()) ?? '', /transfer 3 .* this ledger ends with transfer 1/);
    await assert.rejects(giveCredit(ledger, 'ann', 1, 'd'), LedgerUnavailableError);
    await ledger.audit({ whole: true });
    assert.notEqual(await ledger.findClosure(), null);
    const accept = () =>
      acceptLedger({ ledger, database, clock, by: { address: 'test' } }, { kind: 'rolled_back', hash: null });
    assert.equal((await accept()).status, 'accepted');
    assert.equal((await accept()).status, 'nothing_closed');
    await giveCredit(ledger, 'ann', 1, 'd');
    assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
    assert.equal((await readdir(dataDir)).length, 2);
  });
}
