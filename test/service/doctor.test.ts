import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { emptyDirectory, runCommand } from '../support/run-command.ts';

/** An address in place of a venue's that counts who asks. */
async function startVenue(t: TestContext) {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests: () => requests };
}

test('doctor asks no venue for the demo, whose data directory says what it is', async (t) => {
  const venue = await startVenue(t);
  const dataDir = await emptyDirectory(t);
  const doctor = (args: readonly string[] = []) =>
    runCommand(['doctor', ...args], {
      CROSSTAPE_DATA_DIR: dataDir,
      CROSSTAPE_VENUES: 'kalshi',
      CROSSTAPE_KALSHI_URL: venue.url,
      CROSSTAPE_PORT: '0',
      CROSSTAPE_BOT_PORT: '0',
    });
  const unmarked = await doctor();
  assert.deepEqual([unmarked.code, /problem upstream kalshi/.test(unmarked.out)], [5, true], unmarked.out);
  const asked = venue.requests();
  assert.ok(asked > 0);

  const announced = await doctor(['--simulate']);
  await writeFile(path.join(dataDir, 'data-kind'), 'simulated\n');
  const marked = await doctor();
  for (const { code, out } of [announced, marked]) {
    assert.deepEqual([code, /^ok +venues: simulated .*none was asked/m.test(out)], [0, true], out);
  }
  assert.equal(venue.requests(), asked);
});

test('doctor checks the directory and the ports that its options name, as serve takes them', async (t) => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  t.after(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  const dataDir = await emptyDirectory(t);
  const { code, out } = await runCommand(
    ['doctor', '--simulate', '--data-dir', dataDir, '--port', String(port), '--bot-port', '0', '--settings'],
    { CROSSTAPE_DATA_DIR: '/nowhere' },
  );
  assert.equal(code, 0, out);
  assert.match(out, new RegExp(`^ok +data directory ${dataDir}: `, 'm'));
  assert.match(out, new RegExp(`^warning port ${port}: in use`, 'm'));
  assert.match(out, /^(ok|warning) +books: at up to 500 MB a day the disk lasts for \d+ days; /m);
  assert.match(out, new RegExp(`^ {2}CROSSTAPE_DATA_DIR=${dataDir} `, 'm'));
});

test('doctor names what a role lacks and must not have, and asks no venue for an api process', async (t) => {
  const venue = await startVenue(t);
  const doctor = async (env: Record<string, string>) =>
    runCommand(['doctor'], {
      CROSSTAPE_DATA_DIR: await emptyDirectory(t),
      CROSSTAPE_PORT: '0',
      CROSSTAPE_BOT_PORT: '0',
      CROSSTAPE_VENUES: 'kalshi',
      CROSSTAPE_KALSHI_URL: venue.url,
      ...env,
    });
  const api = await doctor({
    CROSSTAPE_ROLE: 'api',
    CROSSTAPE_VAULT_KEK: Buffer.alloc(32, 1).toString('base64'),
  });
  assert.equal(api.code, 5, api.out);
  for (const line of [
    /^problem role: CROSSTAPE_DATABASE_URL: role api needs it/m,
    /^problem role: CROSSTAPE_REDIS_URL: role api needs it/m,
    /^problem role: CROSSTAPE_VAULT_KEK: role api must not have it/m,
  ]) {
    assert.match(api.out, line);
  }
  assert.doesNotMatch(api.out, /upstream|AQEBAQ/);
  assert.equal(venue.requests(), 0);
  const away = await doctor({ CROSSTAPE_REDIS_URL: 'redis://sentinel@127.0.0.1:1' });
  assert.match(away.out, /^problem Redis: Redis does not answer/m);
  assert.doesNotMatch(away.out, /sentinel/);
});
