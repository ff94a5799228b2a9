import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRoleStatusTable } from '../../src/health/postgres/role-status.ts';
import { NOTHING } from '../../src/health/processes/installation-status.ts';
import { listEngines } from './postgres-engine.ts';

const NAME = 'api@here:8080';

for (const engine of listEngines()) {
  test(`${engine.name}: processes of one name are several, and one that runs again replaces the one that was killed`, async (t) => {
    const url = await engine.createDatabase(t);
    // Before the database is dropped.
    await using open = new AsyncDisposableStack();
    const join = (id: string) => {
      const table = createRoleStatusTable({ url, id, role: 'api', version: '1.0.0' });
      return open.adopt(table, (joined) => joined.leave());
    };
    const ids = async (table: ReturnType<typeof join>) => (await table.exchange(NOTHING)).map(({ id }) => id);
    const [first, second] = [join(`${NAME} a`), join(`${NAME} b`)];
    await first.exchange(NOTHING);
    assert.deepEqual(await ids(second), [`${NAME} a`, `${NAME} b`], 'two machines with one host name');
    await engine.run(
      `UPDATE role_status SET seen_at = seen_at - interval '11 s' WHERE id = '${NAME} a'`,
      url,
    );
    assert.deepEqual(await ids(join('api@here:8081 c')), [`${NAME} a`, `${NAME} b`, 'api@here:8081 c']);
    assert.deepEqual(
      await ids(second),
      [`${NAME} b`, 'api@here:8081 c'],
      'it runs in the place of the first',
    );
    assert.deepEqual(await ids(first), [`${NAME} a`, `${NAME} b`, 'api@here:8081 c'], 'which was only slow');
  });
}
