import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openConfiguredDatabase } from '../../src/app/stores/service-database.ts';
import { describeGrants, findTableRights } from '../../src/app/stores/table-rights.ts';
import { ConfigError } from '../../src/config/config.ts';
import type { Role } from '../../src/config/roles.ts';
import { connect } from '../../src/storage/postgres/connection.ts';
import { findMissingRights } from '../../src/storage/postgres/rights.ts';
import { emptyDirectory } from '../support/run-command.ts';
import { listEngines } from './postgres-engine.ts';

const ROLES: readonly Role[] = ['all', 'feed', 'feed,bot', 'api'];

/** Opens the database as a process of the role does, and leaves it. @returns Why it could not; null: it could. */
async function findRefusal(t: TestContext, role: Role, url: string): Promise<string | null> {
  const lifecycle = new AsyncDisposableStack();
  try {
    await openConfiguredDatabase({ dataDir: await emptyDirectory(t), url, user: role }, lifecycle);
    return null;
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    assert.equal(error.problems.length, 1);
    return error.problems[0] ?? '';
  } finally {
    await lifecycle.disposeAsync();
  }
}

for (const engine of listEngines()) {
  for (const role of ROLES) {
    test(`${engine.name}: role ${role} starts with its rights, and names each one that is missing`, async (t) => {
      const url = await engine.createDatabase(t);
      const asUser = new URL(url);
      const user = `test_rights_${process.pid}`;
      asUser.username = user;
      await engine.run(`CREATE ROLE ${user} LOGIN`);
      // Its rights have gone with the database by then.
      t.after(() => engine.run(`DROP ROLE ${user}`));
      await engine.run(describeGrants(role, user), url);
      assert.equal(await findRefusal(t, role, asUser.href), null);
      await engine.run(`REVOKE UPDATE ON ledger_head FROM ${user}`, url);
      const refusal = await findRefusal(t, role, asUser.href);
      assert.match(refusal ?? '', /the user has no right to UPDATE on the table ledger_head$/);
      await engine.run(`GRANT UPDATE ON ledger_head TO ${user}`, url);

      const [owner, client] = [await connect(url), await connect(asUser.href)];
      t.after(() => Promise.all([owner.end(), client.end()]));
      const needed = findTableRights(role);
      assert.equal(await findMissingRights(client, needed), null);
      for (const [table, rights] of needed) {
        for (const right of rights) {
          await owner.query(`REVOKE ${right} ON ${table} FROM ${user}`);
          assert.equal(
            await findMissingRights(client, needed),
            `the user has no right to ${right} on the table ${table}`,
          );
          await owner.query(`GRANT ${right} ON ${table} TO ${user}`);
        }
      }
    });
  }
}
