import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSimulator } from '../../simulator/index.ts';
import { emptyDirectory } from '../support/run-command.ts';
import { launchService, oneVenueSettings } from '../support/service-process.ts';

/** Clients of servers that most installations do not have. */
const DRIVERS = ['pg', 'pg-pool', '@redis/client', '@clickhouse/client'];

/** Says at the end which packages were loaded. */
const TELL = `process.on('exit', () => {
  const files = Object.keys(process.getBuiltinModule('node:module')._cache);
  const names = files.map((file) => /node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(file)?.[1]);
  process.stderr.write('loaded ' + [...new Set(names)].join(' ') + '\\n');
})`;

test('a service without the URL of a server loads the client of none', async (t) => {
  const simulator = await startSimulator({ port: 0, seed: 3, markets: 8 });
  t.after(() => simulator.close());
  const service = launchService(oneVenueSettings(simulator.urls, await emptyDirectory(t)), {
    flags: ['--import', `data:text/javascript,${encodeURIComponent(TELL)}`],
  });
  t.after(() => service.end('SIGKILL'));
  const { apiUrl } = await service.ready;
  assert.equal((await fetch(`${apiUrl}/api/health`)).status, 200);
  assert.equal(await service.end('SIGTERM'), 0, service.said());
  // Its threads tell too.
  const loaded = [...service.said().matchAll(/^loaded (.*)$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  assert.ok(loaded.includes('fastify'), 'what is loaded is seen');
  assert.deepEqual(
    DRIVERS.filter((name) => loaded.includes(name)),
    [],
  );
});
