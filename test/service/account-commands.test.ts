import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { isWellFormedKey } from '../../src/accounts/keys/api-key.ts';
import { openOwnServiceDatabase } from '../../src/app/stores/service-database.ts';
import { ADMIN_TOKEN, startAccountBench } from '../support/account-bench.ts';
import { rowsOfPlace } from '../support/database-rows.ts';
import { emptyDirectory, MAIN, runCommand } from '../support/run-command.ts';
import { isOnServer, placeSettings } from '../support/service-data.ts';

/** Runs one command on that data directory. */
const run = (dataDir: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runCommand(args, { CROSSTAPE_DATA_DIR: dataDir, ...env });

test('an operator issues a key, credits, issues vouchers and audits on an empty directory', async (t) => {
  const dataDir = await emptyDirectory(t);
  const issued = await run(dataDir, [
    'keys',
    'issue',
    '--owner',
    'alice',
    '--tier',
    'pro',
    '--venues',
    'kalshi',
  ]);
  assert.equal(issued.code, 0, issued.err);
  assert.equal(isWellFormedKey({ prefix: 'ct', environment: 'live' }, issued.out.trimEnd()), true);

  const credited = await run(dataDir, [
    'credit',
    '--owner',
    'alice',
    '--usd',
    '2.5',
    '--ref',
    'first',
    '--json',
  ]);
  assert.deepEqual(JSON.parse(credited.out), {
    ok: true,
    owner: 'alice',
    applied: true,
    microUsd: 2_500_000,
    balanceMicroUsd: 2_500_000,
    owedMicroUsd: 0,
  });
  const codes = await run(dataDir, ['vouchers', 'issue', '--usd', '1', '--count', '3']);
  assert.equal(codes.out.trim().split('\n').length, 3);
  const listed = await run(dataDir, ['keys', 'list', '--json']);
  const [key] = JSON.parse(listed.out).keys;
  assert.deepEqual([key.owner, key.venues], ['alice', ['kalshi']]);
  assert.equal(listed.out.includes(issued.out.trim()), false);
  const revoked = await run(dataDir, ['keys', 'revoke', key.hash]);
  assert.deepEqual([revoked.code, revoked.out.trim()], [0, `revoked ${key.hash}`]);
  const audited = await run(dataDir, ['ledger', 'audit', '--json']);
  const report = JSON.parse(audited.out);
  assert.deepEqual([audited.code, report.ok, report.accounts, report.transfers], [0, true, 2, 1]);
});

test('what is wrong is said in one sentence with an exit code', async (t) => {
  const dataDir = await emptyDirectory(t);
  const rows: [args: string[], code: number, said: RegExp][] = [
    [['keys', 'issue', '--owner', 'alice', '--tier', 'gold'], 2, /validation_failed: tier/],
    [['keys', 'issue', '--tier', 'pro'], 2, /--owner/],
    [['credit', '--owner', 'a b', '--usd', '1', '--ref', 'r'], 2, /validation_failed: owner/],
    [['credit', '--owner', 'a', '--usd', '-1', '--ref', 'r'], 2, /plain digits/],
    [['credit', '--owner', 'a', '--usd', '0x10', '--ref', 'r'], 2, /plain digits/],
    [['credit', '--owner', 'a', '--usd', '1e3', '--ref', 'r'], 2, /plain digits/],
    [['credit', '--owner', 'a', '--usd', '0.0000001', '--ref', 'r'], 2, /at most six decimals/],
    [['credit', '--owner', 'a', '--usd', '1', '--ref', ' release:dep_1'], 2, /without spaces at its ends/],
    [['credit', '--owner', 'a', '--usd', '1', '--ref', 'Release:dep_1'], 2, /release:<deposit id>/],
    [['vouchers', 'issue', '--usd', '0b1'], 2, /plain digits/],
    [['keys', 'revoke', 'a'.repeat(64)], 1, /no key has the hash/],
    [['keys', 'list', '--url', 'http://127.0.0.1:9'], 1, /gave no answer/],
  ];
  for (const [args, code, said] of rows) {
    const outcome = await run(dataDir, args);
    assert.deepEqual(
      [outcome.code, said.test(outcome.err)],
      [code, true],
      `${args.join(' ')}: ${outcome.err}`,
    );
  }
});

test('an audit of a directory without a ledger says so', async (t) => {
  const nothing = await run(await emptyDirectory(t), ['ledger', 'audit']);
  // Not 1: nothing was found broken.
  assert.equal(nothing.code, 2);
  assert.match(nothing.err, /holds no ledger: name another directory with --data-dir/);
});

test('a key ends by the first digits of its hash, where no other begins so', async (t) => {
  const dataDir = await emptyDirectory(t);
  for (let i = 0; i < 2; i++) await run(dataDir, ['keys', 'issue', '--owner', 'alice', '--tier', 'pro']);
  const { keys } = JSON.parse((await run(dataDir, ['keys', 'list', '--json'])).out);
  const [{ hash }] = keys;
  const refusals: readonly (readonly [string, number, RegExp])[] = [
    [hash.slice(0, 7), 2, /is not a hash: name its 64 hexadecimal digits/],
    ['not-a-hash', 2, /is not a hash: name its 64 hexadecimal digits/],
    [`${hash}0`, 2, /is not a hash: name its 64 hexadecimal digits/],
    [hash.startsWith('00000000') ? 'ffffffff' : '00000000', 1, /no key has a hash that begins with/],
  ];
  for (const [digits, code, message] of refusals) {
    const refused = await run(dataDir, ['keys', 'revoke', digits]);
    assert.equal(refused.code, code, digits);
    assert.match(refused.err, message);
  }
  const ended = await run(dataDir, ['keys', 'revoke', hash.slice(0, 12).toUpperCase()]);
  assert.deepEqual([ended.code, ended.out.trim()], [0, `revoked ${hash}`], ended.err);
});

test('several hashes that begin alike are listed, and no key ends', async (t) => {
  const hashes = ['1', '2'].map((end) => `abcdef12${'0'.repeat(55)}${end}`);
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const keys = hashes.map((hash) => ({ hash, owner: 'alice' }));
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ ok: true, keys, truncated: false }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, err } = await run(await emptyDirectory(t), ['keys', 'revoke', 'abcdef12', '--url', url]);
  assert.equal(code, 2);
  for (const hash of hashes) assert.ok(err.includes(`${hash}  alice`), err);
  assert.deepEqual(asked, ['GET /api/account/keys?limit=10000']);
});

test('keys end by hash, by bot and by owner, one of them at a time', async (t) => {
  const dataDir = await emptyDirectory(t);
  for (let i = 0; i < 3; i++) await run(dataDir, ['keys', 'issue', '--owner', 'alice', '--tier', 'pro']);
  const { keys } = JSON.parse((await run(dataDir, ['keys', 'list', '--json'])).out);
  const [first, second] = keys;
  const rows: [args: string[], code: number, said: string][] = [
    [[first.hash], 0, `revoked ${first.hash}\n`],
    [[first.hash], 0, `nothing was live of ${first.hash}\n`],
    [['--bot', second.botId], 0, `revoked bot ${second.botId}\n`],
    [['--owner', 'alice'], 0, 'revoked owner alice\n'],
    [['--owner', 'bob'], 1, ''],
    [[first.hash, '--owner', 'alice'], 2, ''],
    [[], 2, ''],
  ];
  for (const [args, code, said] of rows) {
    const outcome = await run(dataDir, ['keys', 'revoke', ...args]);
    assert.deepEqual([outcome.code, outcome.out], [code, said], outcome.err);
  }
});

test('a command that begins accounts in a directory says so, once', async (t) => {
  const dataDir = await emptyDirectory(t);
  const first = await run(dataDir, ['keys', 'list']);
  assert.match(
    first.err,
    /holds no accounts yet: they begin there\. A service that runs is asked with --url/,
  );
  assert.equal((await run(dataDir, ['keys', 'list'])).err, '');
});

test('a reader that has seen enough is no failure', async (t) => {
  const dataDir = await emptyDirectory(t);
  await run(dataDir, ['vouchers', 'issue', '--usd', '1', '--count', '1000']);
  const args = ['--disable-warning=ExperimentalWarning', MAIN, 'vouchers', 'list'];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, CROSSTAPE_DATA_DIR: dataDir, ...(await placeSettings(dataDir)) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  assert.deepEqual([code, said], [0, '']);
});

test('a directory with a service on it is refused with exit code 3, but for the audit', async (t) => {
  const dataDir = await emptyDirectory(t);
  const lifecycle = new AsyncDisposableStack();
  await openOwnServiceDatabase(dataDir, lifecycle, { thread: true });
  try {
    const refused = await run(dataDir, ['keys', 'list']);
    assert.equal(refused.code, 3);
    assert.match(refused.err, /in use by another process/);
    assert.equal((await run(dataDir, ['ledger', 'audit'])).code, 0);
  } finally {
    await lifecycle.disposeAsync();
  }
});

test('with --url the running service is asked, with the admin token', async (t) => {
  const { app } = await startAccountBench(t);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const env = { CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN };
  const dataDir = await emptyDirectory(t);
  const issued = await run(
    dataDir,
    ['keys', 'issue', '--owner', 'bob', '--tier', 'free', '--url', `${url}/`],
    env,
  );
  assert.match(issued.out, /^ct_test_\w{38}\n$/);
  const listed = await run(dataDir, ['keys', 'list', '--url', url], env);
  assert.match(listed.out, /bob +free +all +live/);
  const wrong = await run(dataDir, ['keys', 'list', '--url', url], { CROSSTAPE_ADMIN_TOKEN: 'wrong' });
  assert.deepEqual([wrong.code, /admin_unauthorized/.test(wrong.err)], [1, true]);
});

test('an audit finds a changed amount and ends with 1', async (t) => {
  const dataDir = await emptyDirectory(t);
  await run(dataDir, ['credit', '--owner', 'alice', '--usd', '1', '--ref', 'r']);
  const { changeRows } = await rowsOfPlace(dataDir);
  await changeRows(`DROP TRIGGER transfer_no_update${isOnServer ? ' ON transfer' : ''}`);
  await changeRows('UPDATE transfer SET amount = 999');
  const audited = await run(dataDir, ['ledger', 'audit', '--json']);
  const report = JSON.parse(audited.out);
  assert.deepEqual([audited.code, report.ok], [1, false]);
  const found = report.findings.map(({ invariant }: { invariant: string }) => invariant);
  for (const invariant of ['hash_chain', 'replay', 'append_only'])
    assert.ok(found.includes(invariant), invariant);
});
