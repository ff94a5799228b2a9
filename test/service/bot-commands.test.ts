import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { pino } from 'pino';
import { openOfflineAccounts } from '../../src/app/accounts/offline-accounts.ts';
import { openVault } from '../../src/app/bot/vault.ts';
import { openOwnServiceDatabase } from '../../src/app/stores/service-database.ts';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { readConfig } from '../../src/config/config.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import { DAY_MS, type EpochMs, epochMs, microUsd, wallClock } from '../../src/domain/index.ts';
import { findFirstKeyId } from '../../src/vault/key-encryption-key.ts';
import { ADMIN_TOKEN } from '../support/account-bench.ts';
import { startBotBench } from '../support/bot-bench.ts';
import { giveCredit } from '../support/credit.ts';
import { rowsOfPlace } from '../support/database-rows.ts';
import { emptyDirectory, runCommand } from '../support/run-command.ts';
import { isOnServer, placeSettings } from '../support/service-data.ts';
import { openTestDatabase } from '../support/service-database.ts';
import { openTestOrders } from '../support/test-orders.ts';

const [OLD, NEW] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
const log = pino({ level: 'silent' });

/** Runs one command on that data directory. */
const run = (dataDir: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runCommand(args, { CROSSTAPE_DATA_DIR: dataDir, ...env });

/** The service database with a vault under a key, as a service has it open. */
async function withVault<T>(
  dataDir: string,
  vaultKeys: string,
  use: (vault: Awaited<ReturnType<typeof openVault>>) => Promise<T>,
): Promise<T> {
  const database = await openTestDatabase({ dataDir });
  try {
    const lifecycle = new AsyncDisposableStack();
    return await use(
      await openVault({ vaultKeys }, database, wallClock, log, { process: 'service', lifecycle }),
    );
  } finally {
    await database.close();
  }
}

/** Leaves live orders behind that were sent at a time and never answered, each with a cent set aside. */
async function leaveOrders(dataDir: string, sentAt: EpochMs, ids: readonly string[]): Promise<void> {
  const database = await openTestDatabase({ dataDir });
  const clock = () => sentAt;
  const ledger = openLedger(database, clock);
  await giveCredit(ledger, 'alice', 1_000_000);
  const orders = openTestOrders({ database, ledger, clock });
  const market = { venue: 'kalshi', storeKey: 't-1', venueAsset: 'T-1', side: 'buy' } as const;
  for (const orderId of ids) {
    await orders.reserve({
      ...market,
      orderId,
      botId: 'bot_1',
      owner: 'alice',
      mode: 'live',
      clientOrderId: orderId,
      source: 'trade',
      asset: 'kalshi-t-1',
      sizeUsd: 10,
      sizeShares: null,
      isClose: false,
      markPrice: 0.5,
      feeMicroUsd: microUsd(10_000),
      exit: null,
      mostOpenedMicroUsd: microUsd(10_000_000),
      opensMicroUsd: microUsd(10_000_000),
      nets: false,
      splits: false,
    });
    await orders.submit(orderId, [
      {
        ...market,
        format: 1,
        account: 'key-1',
        leg: 'yes',
        limitPrice: '0.5',
        size: '20',
        body: '{}',
        venueClientId: 'c-1',
        details: {},
        preparedAt: sentAt,
        expiresAt: null,
      },
    ]);
    await orders.applyResult(orderId, { status: 'unknown', message: 'no answer' });
  }
  await database.close();
}

async function openOffline(dataDir: string, vaultKeys: string | null = null) {
  const { databaseUrl } = readSecrets(await placeSettings(dataDir));
  return openOfflineAccounts(readConfig({}, { dataDir }), { vaultKeys, databaseUrl });
}

/** The endpoints that a command asks without a service. */
async function offline(dataDir: string, vaultKeys: string | null = null) {
  const accounts = await openOffline(dataDir, vaultKeys);
  const ask = async (path: string, body: unknown) => {
    const answer = await accounts.call('POST', path, body);
    // biome-ignore lint/suspicious/noExplicitAny: tests read members of answers as they please.
    return { status: answer.status, body: answer.body as any };
  };
  return { ask, close: () => accounts.close() };
}

test('an operator halts one bot, and all, without a service', async (t) => {
  const dataDir = await emptyDirectory(t);
  const first = await offline(dataDir);
  const { body } = await first.ask('/api/account/keys', { owner: 'alice', tier: 'free' });
  const { botId } = body.record;
  await first.close();
  const killed = await run(dataDir, ['bot', 'kill', botId]);
  assert.deepEqual([killed.code, killed.out], [0, `${botId} is halted\n`]);
  const all = await run(dataDir, ['bot', 'kill', '--all', '--json']);
  assert.equal(JSON.parse(all.out).flags.bot.globalKill, true);

  const opening = await run(dataDir, ['bot', 'halt', botId, 'opening']);
  assert.deepEqual([opening.code, opening.out], [0, `${botId}: openings are halted, closes go on\n`]);
  const locked = await run(dataDir, ['bot', 'close-all', botId]);
  assert.deepEqual([locked.code, /would still let positions be closed/.test(locked.err)], [1, true]);
  const free = await run(dataDir, ['bot', 'halt', '--all', 'none']);
  assert.deepEqual([free.code, free.out], [0, 'all bots: nothing is halted\n']);
  assert.equal((await run(dataDir, ['bot', 'halt', botId])).code, 2);
  const closing = await run(dataDir, ['bot', 'close-all', botId, '--json']);
  assert.equal(JSON.parse(closing.out).closing.cause, 'close_all');

  const second = await offline(dataDir);
  t.after(() => second.close());
  const back = await second.ask('/api/admin/bots', { botId, kill: false });
  assert.deepEqual([back.status, back.body.halt], [200, 'none']);
  const unknown = await second.ask('/api/admin/bots', { botId: 'bot_0123456789abcdef', kill: true });
  assert.deepEqual([unknown.status, unknown.body.error], [404, 'bot_not_found']);
  for (const wrong of [{ botId: 'alice', kill: true }, { botId, kill: 'yes' }, { botId }, { kill: true }]) {
    assert.equal((await second.ask('/api/admin/bots', wrong)).status, 400, JSON.stringify(wrong));
  }

  const { readRows } = await rowsOfPlace(dataDir);
  const actions = await readRows('SELECT action, target, detail FROM admin_action ORDER BY id');
  assert.deepEqual(actions.slice(1), [
    { action: 'bot.kill', target: botId, detail: 'true' },
    { action: 'flags.globalKill', target: null, detail: 'true' },
    { action: 'bot.halt', target: botId, detail: 'opening' },
    { action: 'flags.globalHalt', target: null, detail: 'none' },
    { action: 'bot.closeAll', target: botId, detail: 'true' },
    { action: 'bot.kill', target: botId, detail: 'false' },
  ]);
});

test('a command must name one bot or all, and leaves a directory alone on which a service runs', async (t) => {
  const dataDir = await emptyDirectory(t);
  const lifecycle = new AsyncDisposableStack();
  t.after(() => lifecycle.disposeAsync());
  await openOwnServiceDatabase(dataDir, lifecycle, { thread: false });
  const rows: [args: string[], code: number, says: RegExp][] = [
    [['bot', 'kill', 'bot_1', '--all'], 2, /name either one bot or --all/],
    [['bot', 'kill', '--all', '--url', 'nowhere'], 2, /must be an address such as http/],
    [['vault', 'rotate'], 3, /in use by another process.* --url http:\/\/127\.0\.0\.1:8080/],
  ];
  for (const [args, code, says] of rows) {
    const answer = await run(dataDir, args);
    assert.deepEqual([answer.code, answer.out], [code, ''], args.join(' '));
    assert.match(answer.err, says);
  }
});

test('orders that no venue answers about are listed, and closed with a note', async (t) => {
  const dataDir = await emptyDirectory(t);
  const sentAt = epochMs(Date.now() - 2 * DAY_MS);
  await leaveOrders(dataDir, sentAt, ['ord_1', 'ord_2']);
  const listed = await run(dataDir, ['bot', 'orders', 'list']);
  assert.equal(listed.code, 0);
  assert.match(listed.out, /ord_1 +submitted +kalshi +kalshi-t-1 +key-1 +c-1 +bot_1 +0.01 .* no answer/);

  const closed = await run(dataDir, ['bot', 'orders', 'close', 'ord_1', '--note', 'account closed']);
  assert.deepEqual([closed.code, closed.out], [0, 'ord_1 is rejected; 0.01 USD are free again\n']);
  const again = await run(dataDir, ['bot', 'orders', 'close', 'ord_1', '--note', 'account closed']);
  assert.deepEqual([again.code, /order_not_found/.test(again.err)], [1, true]);
  assert.equal((await run(dataDir, ['bot', 'orders', 'close', 'ord_2'])).code, 2);

  const accounts = await openOffline(dataDir);
  t.after(() => accounts.close());
  const page = await accounts.call('GET', '/api/admin/orders?limit=1');
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of answers as they please.
  const { orders, nextCursor, truncated, total } = page.body as any;
  assert.deepEqual(
    [orders[0].orderId, orders[0].heldMicroUsd, orders[0].closableFrom],
    ['ord_2', 10_000, sentAt + DAY_MS],
  );
  assert.deepEqual([nextCursor, truncated, total], [null, false, 1]);
  assert.equal((await accounts.call('GET', '/api/admin/orders?cursor=x')).status, 400);
  for (const wrong of [{ orderId: 'ord_2' }, { orderId: 'ord_2', note: '' }, { orderId: 2, note: 'x' }]) {
    assert.equal((await accounts.call('POST', '/api/admin/orders', wrong)).status, 400);
  }
});

test('the vault moves to a new key, and the old one can be taken out', async (t) => {
  const dataDir = await emptyDirectory(t);
  const place = { owner: 'alice', venue: 'kalshi' } as const;
  const secret = { keyId: 'sentinel' };
  await withVault(dataDir, OLD, (vault) => vault.put(place, 'apiKey', secret));
  const read = (keys: string) =>
    withVault(dataDir, keys, (vault) => vault.withSecret(place, async (opened) => opened));
  const rotate = async (vaultKeys: string | null) => {
    const { ask, close } = await offline(dataDir, vaultKeys);
    const answer = await ask('/api/admin/vault/rotate', {});
    await close();
    return answer;
  };

  // Not set, or not the one that the records are under: nothing is touched.
  for (const keys of [null, NEW]) {
    const { status, body } = await rotate(keys);
    assert.deepEqual([status, body.error], [503, 'vault_not_configured']);
  }
  assert.deepEqual(await read(OLD), secret);

  const moved = await run(dataDir, ['vault', 'rotate', '--json'], { CROSSTAPE_VAULT_KEK: `${NEW},${OLD}` });
  const { keyId } = JSON.parse(moved.out);
  assert.deepEqual(JSON.parse(moved.out), { ok: true, moved: 1, keyId, skipped: [] });
  assert.equal([moved.out, moved.err].join().includes('sentinel'), false);
  assert.deepEqual((await rotate(`${NEW},${OLD}`)).body, { ok: true, moved: 0, keyId, skipped: [] });
  assert.deepEqual(await read(NEW), secret);
  await assert.rejects(read(OLD), /not configured/);
});

test('a service that was not restarted with the new key is not rotated, and the command ends with 3', async (t) => {
  const dataDir = await emptyDirectory(t);
  const { app, issue, call } = await startBotBench(t, { vaultKeys: OLD });
  await issue('alice');
  await call('POST', '/api/bot/credentials', { venue: 'kalshi', kind: 'apiKey', secret: { keyId: 'a' } });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const rotate = (keys: string) =>
    run(dataDir, ['vault', 'rotate', '--url', url], {
      CROSSTAPE_VAULT_KEK: keys,
      CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN,
    });
  const refused = await rotate(`${NEW},${OLD}`);
  assert.deepEqual([refused.code, refused.out], [3, '']);
  assert.match(
    refused.err,
    /vault_key_in_use: the service encrypts under key (\w{8}): restart it with key (?!\1)\w{8} as the first of/,
  );
  assert.equal((await rotate(OLD)).code, 0);
});

test('a lost key is given up with its credentials, by its id alone', async (t) => {
  const dataDir = await emptyDirectory(t);
  await withVault(dataDir, OLD, (vault) =>
    vault.put({ owner: 'alice', venue: 'kalshi' }, 'apiKey', { keyId: 'sentinel' }),
  );
  await withVault(dataDir, `${NEW},${OLD}`, (vault) =>
    vault.put({ owner: 'bob', venue: 'kalshi' }, 'apiKey', { keyId: 'sentinel' }),
  );
  const [old, fresh] = [OLD, NEW].map((key) => findFirstKeyId(key)) as [string, string];
  const forget = (key: string, keys: string) =>
    run(dataDir, ['vault', 'forget', key], { CROSSTAPE_VAULT_KEK: keys });
  const rows: [key: string, keys: string, code: number, says: RegExp][] = [
    [old, `${NEW},${OLD}`, 3, /is configured here: it is not lost/],
    [fresh, NEW, 3, /is configured here/],
    ['00000000', NEW, 1, /vault_key_not_found/],
    ['lost', NEW, 2, /validation_failed/],
    [old, '', 1, /vault_not_configured/],
  ];
  for (const [key, keys, code, says] of rows) {
    const answer = await forget(key, keys);
    assert.deepEqual([answer.code, answer.out], [code, ''], key);
    assert.match(answer.err, says);
  }
  const done = await forget(old, NEW);
  assert.deepEqual(
    [done.code, done.out],
    [0, `alice kalshi\n1 credentials removed; key ${old} is not needed any more\n`],
  );
  const kept = await withVault(dataDir, NEW, (vault) => vault.list('bob'));
  assert.deepEqual(
    kept.map(({ opens }) => opens),
    [true],
  );
  const { readRows } = await rowsOfPlace(dataDir);
  const actions = await readRows('SELECT action, target, detail FROM admin_action ORDER BY id DESC LIMIT 1');
  assert.deepEqual(actions, [{ action: 'vault.forget', target: old, detail: '1 removed' }]);
});

test('a credential that cannot be decrypted does not stop the others: it is named, the exit code is 6, and it can be removed', async (t) => {
  const dataDir = await emptyDirectory(t);
  const secret = { keyId: 'sentinel' };
  await withVault(dataDir, OLD, async (vault) => {
    for (const owner of ['alice', 'bob', 'carol'])
      await vault.put({ owner, venue: 'kalshi' }, 'apiKey', secret);
  });
  const { changeRows } = await rowsOfPlace(dataDir);
  await changeRows("UPDATE vault_record SET wrap = ? WHERE owner = 'bob'", new Uint8Array(60));
  const both = { CROSSTAPE_VAULT_KEK: `${NEW},${OLD}` };
  const first = await run(dataDir, ['vault', 'rotate'], both);
  assert.equal(first.code, 6);
  assert.match(first.out, /^2 credentials moved to key \w{8}; not moved/);
  assert.match(first.out, /bob +kalshi +\w{8} +the envelope does not open/);
  assert.match(first.err, /1 credentials do not open; keep \w{8} in CROSSTAPE_VAULT_KEK/);
  const close = (owner: string, env: NodeJS.ProcessEnv = both) =>
    run(dataDir, ['vault', 'close', owner, 'kalshi'], env);
  const kept = await close('alice');
  assert.deepEqual(
    [kept.code, /alice for kalshi can be decrypted, so only its owner can remove it/.test(kept.err)],
    [1, true],
  );
  assert.match((await close('bob', { CROSSTAPE_VAULT_KEK: NEW })).err, /cannot be opened: .*not configured/);
  const closed = await close('bob');
  assert.deepEqual([closed.code, closed.out], [0, 'the credential of bob for kalshi is removed\n']);
  assert.equal((await run(dataDir, ['vault', 'rotate'], { CROSSTAPE_VAULT_KEK: NEW })).code, 0);
});

test('a command without a service says itself what failed', async (t) => {
  const dataDir = await emptyDirectory(t);
  await withVault(dataDir, OLD, (vault) =>
    vault.put({ owner: 'alice', venue: 'kalshi' }, 'apiKey', { a: 'b' }),
  );
  const { changeRows } = await rowsOfPlace(dataDir);
  if (isOnServer) {
    await changeRows(
      "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'made to fail'; END $$",
    );
    await changeRows(
      'CREATE TRIGGER broken BEFORE UPDATE ON vault_record FOR EACH ROW EXECUTE FUNCTION broken()',
    );
  } else {
    await changeRows(
      "CREATE TRIGGER broken BEFORE UPDATE ON vault_record BEGIN SELECT RAISE(ABORT, 'made to fail'); END",
    );
  }
  const { code, err } = await run(dataDir, ['vault', 'rotate'], { CROSSTAPE_VAULT_KEK: `${NEW},${OLD}` });
  assert.deepEqual([code, /made to fail/.test(err), /\blog\b/.test(err)], [1, true, false], err);
});

test('a running service does the same at its address', async (t) => {
  const { app, issue, call } = await startBotBench(t, { vaultKeys: NEW });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const { rawKey, record } = await issue('owner_2');
  const env = { CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN };
  assert.equal((await run('/nowhere', ['bot', 'kill', record.botId, '--url', url], env)).code, 0);
  assert.equal((await call('GET', '/api/bot/status', undefined, rawKey)).body.killed, true);
  const refused = await call('POST', '/api/admin/vault/rotate', {}, rawKey);
  assert.deepEqual([refused.status, refused.body.error], [401, 'admin_unauthorized']);
});
