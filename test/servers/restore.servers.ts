import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLedger } from '../../src/billing/sql/ledger.ts';
import { wallClock } from '../../src/domain/index.ts';
import { giveCredit } from '../support/credit.ts';
import { emptyDirectory } from '../support/run-command.ts';
import { listEngines, openTestPostgres } from './postgres-engine.ts';

for (const engine of listEngines()) {
  test(`${engine.name}: yesterday's database meets a mark that it does not fit, and is audited whole`, async (t) => {
    const dataDir = await emptyDirectory(t);
    const today = await engine.createDatabase(t);
    const name = new URL(today).pathname.slice(1);
    const startOn = async (url: string) => {
      const database = await openTestPostgres({ url, dataDir });
      const ledger = openLedger(database, wallClock);
      const { whole, findings } = await ledger.auditAtStart();
      assert.deepEqual(findings, []);
      return { ledger, whole, close: () => database.close() };
    };
    const first = await startOn(today);
    await giveCredit(first.ledger, 'alice', 100, 'in the backup');
    await first.close();
    await engine.run(`CREATE DATABASE ${name}_yesterday TEMPLATE ${name}`);
    t.after(() => engine.run(`DROP DATABASE ${name}_yesterday WITH (FORCE)`));

    const second = await startOn(today);
    await giveCredit(second.ledger, 'alice', 10, 'after the backup');
    await second.ledger.audit({ whole: true });
    await second.close();
    const third = await startOn(today);
    assert.equal(third.whole, false, 'nothing happened to it');
    await third.close();

    const restored = await startOn(engine.describeUrl(`${name}_yesterday`));
    assert.equal(restored.whole, true);
    // What was lost is given again under its reference; what was not counts once.
    await giveCredit(restored.ledger, 'alice', 100, 'in the backup');
    await giveCredit(restored.ledger, 'alice', 10, 'after the backup');
    assert.equal((await restored.ledger.balance('alice')).microUsd, 110);
    await restored.close();
  });
}
