import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptLedger } from '../../src/app/accounts/accept-ledger.ts';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { wallClock } from '../../src/domain/index.ts';
import { connect } from '../../src/storage/postgres/connection.ts';
import { readDatabaseIdentity } from '../../src/storage/postgres/database-identity.ts';
import { giveCredit } from '../support/credit.ts';
import { emptyDirectory } from '../support/run-command.ts';
import { listEngines, openTestPostgres } from './postgres-engine.ts';

for (const engine of listEngines()) {
  test(`${engine.name}: yesterday's database meets a mark that it does not fit, and is audited whole and closed until a person accepts it`, async (t) => {
    const dataDir = await emptyDirectory(t);
    const today = await engine.createDatabase(t);
    const name = new URL(today).pathname.slice(1);
    const startOn = async (url: string) => {
      const database = await openTestPostgres({ url, dataDir });
      const ledger = openLedger(database, wallClock);
      const { whole, findings } = await ledger.auditAtStart();
      return { ledger, database, whole, findings, close: () => database.close() };
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
    assert.deepEqual([third.whole, third.findings], [false, []], 'nothing happened to it');
    await third.close();

    const restored = await startOn(engine.describeUrl(`${name}_yesterday`));
    assert.equal(restored.whole, true);
    assert.deepEqual(
      restored.findings.map(({ invariant }) => invariant),
      ['past'],
    );
    await assert.rejects(
      giveCredit(restored.ledger, 'alice', 10, 'after the backup'),
      /does not fit its past/,
    );
    const options = {
      ledger: restored.ledger,
      database: restored.database,
      clock: wallClock,
      by: { address: 'test' },
    };
    const accepted = await acceptLedger(options, { kind: 'rolled_back', hash: null });
    assert.equal(accepted.status, 'accepted');
    await restored.ledger.auditAtStart();
    // What was lost is given again under its reference; what was not counts once.
    await giveCredit(restored.ledger, 'alice', 100, 'in the backup');
    await giveCredit(restored.ledger, 'alice', 10, 'after the backup');
    assert.equal((await restored.ledger.readBalance('alice')).microUsd, 110);
    await restored.close();
  });

  test(`${engine.name}: a copy beside its database has another tag, and so shares no key on Redis with it`, async (t) => {
    const dataDir = await emptyDirectory(t);
    const url = await engine.createDatabase(t);
    const name = new URL(url).pathname.slice(1);
    const readTag = async (of: string) => {
      const database = await openTestPostgres({ url: of, dataDir });
      const tag = await database.readTag();
      await database.close();
      return tag;
    };
    const tag = await readTag(url);
    assert.match(tag, /^[0-9a-f]{32}$/);
    assert.equal(await readTag(url), tag, 'the same at each start');
    await engine.run(`CREATE DATABASE ${name}_copy TEMPLATE ${name}`);
    t.after(() => engine.run(`DROP DATABASE ${name}_copy WITH (FORCE)`));
    assert.notEqual(await readTag(engine.describeUrl(`${name}_copy`)), tag);

    const user = `test_restore_${process.pid}`;
    await engine.run(
      `CREATE ROLE ${user} LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${user};
      REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC`,
      url,
    );
    t.after(() => engine.run(`DROP ROLE ${user}`));
    const limited = new URL(url);
    limited.username = user;
    const client = await connect(limited.href);
    t.after(() => client.end());
    const { tag: withoutCluster } = await readDatabaseIdentity(client);
    assert.match(withoutCluster, /^[0-9a-f]{32}$/);
    assert.notEqual(withoutCluster, tag);
  });
}
