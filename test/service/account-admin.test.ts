import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { toAssetAccount } from '../../src/billing/ledger/chart.ts';
import { LedgerUnavailableError } from '../../src/billing/ledger/ledger.ts';
import { microUsd } from '../../src/domain/index.ts';
import { startAccountBench } from '../support/account-bench.ts';
import { ledgerSteps } from '../support/ledger-steps.ts';

const CREDIT = '/api/account/credit';

test('admin endpoints want the admin token, and an API key is none', async (t) => {
  const { app, issue, admin } = await startAccountBench(t);
  const { rawKey } = await issue();
  const routes: [method: 'GET' | 'POST' | 'DELETE', url: string][] = [
    ['GET', '/api/account/keys'],
    ['POST', '/api/account/keys'],
    ['DELETE', '/api/account/keys'],
    ['POST', CREDIT],
    ['GET', '/api/account/vouchers'],
    ['POST', '/api/account/vouchers'],
    ['GET', '/api/account/treasury'],
    ['GET', '/api/admin/flags'],
  ];
  for (const [method, url] of routes) {
    const answer = await app.inject({ method, url, headers: { authorization: `Bearer ${rawKey}` } });
    assert.deepEqual(
      [answer.statusCode, answer.json().error],
      [401, 'admin_unauthorized'],
      `${method} ${url}`,
    );
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['access-control-allow-origin'], undefined);
  }
  const ok = await admin('GET', '/api/account/treasury');
  // Eight wrong tokens do not stop the right one.
  assert.equal(ok.status, 200);
  assert.equal(ok.headers['cache-control'], 'no-store');
  assert.equal(ok.headers['access-control-allow-origin'], undefined);
});

test('every admin route of the table is behind the token, and no other class serves them', async (t) => {
  const { app } = await startAccountBench(t);
  const { paths } = (await app.inject('/api/openapi.json')).json();
  const admin = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { 'x-access': string; security: unknown }>)
      .filter(([, operation]) => operation['x-access'] === 'admin')
      .map(([method, { security }]) => ({ id: `${method} ${path}`, security })),
  );
  assert.deepEqual(admin.map(({ id }) => id).sort(), [
    'delete /api/account/keys',
    'delete /api/account/vouchers',
    'get /api/account/accounts',
    'get /api/account/deposits',
    'get /api/account/keys',
    'get /api/account/ledger',
    'get /api/account/review',
    'get /api/account/treasury',
    'get /api/account/vouchers',
    'get /api/admin/actions',
    'get /api/admin/flags',
    'get /api/admin/revenue',
    'post /api/account/credit',
    'post /api/account/debit',
    'post /api/account/deposits',
    'post /api/account/deposits/addresses',
    'post /api/account/deposits/rescan',
    'post /api/account/deposits/skip',
    'post /api/account/keys',
    'post /api/account/ledger/compare',
    'post /api/account/review',
    'post /api/account/vouchers',
    'post /api/admin/flags',
  ]);
  for (const { security } of admin) assert.deepEqual(security, [{ adminToken: [] }]);
});

test('wrong admin tokens are throttled by address, then even the right one waits', async (t) => {
  const { app, admin, pass } = await startAccountBench(t);
  const wrong = () => app.inject({ url: '/api/account/keys', headers: { authorization: 'Bearer wrong' } });
  for (let i = 0; i < 10; i++) assert.equal((await wrong()).statusCode, 401);
  const refused = await admin('GET', '/api/account/keys');
  assert.deepEqual([refused.status, refused.body.error], [429, 'too_many_attempts']);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  pass(61_000);
  assert.equal((await admin('GET', '/api/account/keys')).status, 200);
});

test('without a token: closed in production, and while keys or money are in use', async (t) => {
  const rows: [env: NodeJS.ProcessEnv, status: number][] = [
    [{ NODE_ENV: 'production', CROSSTAPE_PAID_GATING: 'off', CROSSTAPE_PREPAID_BILLING: 'off' }, 401],
    [{ CROSSTAPE_PAID_GATING: 'on', CROSSTAPE_PREPAID_BILLING: 'off' }, 401],
    [{ CROSSTAPE_PAID_GATING: 'off', CROSSTAPE_PREPAID_BILLING: 'on' }, 401],
    [{ CROSSTAPE_PAID_GATING: 'off', CROSSTAPE_PREPAID_BILLING: 'off' }, 200],
  ];
  for (const [env, status] of rows) {
    const { app } = await startAccountBench(t, { secrets: { adminToken: null }, env });
    const answer = await app.inject({ url: '/api/account/keys', headers: { host: 'localhost:8080' } });
    assert.equal(answer.statusCode, status, JSON.stringify(env));
    if (status === 401) assert.match(answer.json().message, /set CROSSTAPE_ADMIN_TOKEN_FILE/);
  }
});

test('without a token while developing: open to programs of this machine, never to proxies and browsers', async (t) => {
  const { app } = await startAccountBench(t, {
    secrets: { adminToken: null },
    env: {
      CROSSTAPE_PAID_GATING: 'off',
      CROSSTAPE_PREPAID_BILLING: 'off',
      CROSSTAPE_ADMIN_FAILURES_PER_MIN: '100',
    },
  });
  const local = { host: 'localhost:8080' };
  const rows: [headers: Record<string, string>, remoteAddress: string, status: number][] = [
    [local, '127.0.0.1', 200],
    [{ host: '[::1]:8080' }, '::1', 200],
    [local, '192.0.2.7', 401],
    [{ host: 'rebound.example.org' }, '127.0.0.1', 401],
    [{ ...local, origin: 'https://example.org' }, '127.0.0.1', 401],
    [{ ...local, forwarded: 'for=192.0.2.7' }, '127.0.0.1', 401],
    [{ ...local, 'x-forwarded-for': '192.0.2.7' }, '127.0.0.1', 401],
    [{ ...local, 'X-Forwarded-Proto': 'https' }, '127.0.0.1', 401],
    [{ ...local, via: '1.1 proxy' }, '127.0.0.1', 401],
    [{ ...local, 'x-real-ip': '192.0.2.7' }, '127.0.0.1', 401],
    [{ ...local, 'sec-fetch-site': 'same-origin' }, '127.0.0.1', 401],
    [{ ...local, 'sec-fetch-mode': 'cors' }, '127.0.0.1', 401],
    [{ ...local, 'sec-fetch-mode': 'cors', 'user-agent': 'node' }, '127.0.0.1', 200],
    [{ ...local, 'sec-fetch-mode': 'navigate', 'user-agent': 'node' }, '127.0.0.1', 401],
    [
      { ...local, 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin', 'user-agent': 'node' },
      '127.0.0.1',
      401,
    ],
  ];
  for (const [headers, remoteAddress, status] of rows) {
    const answer = await app.inject({ url: '/api/account/keys', headers, remoteAddress });
    assert.equal(answer.statusCode, status, JSON.stringify([headers, remoteAddress]));
  }
});

test('without a token, a proxy that speaks HTTP/1.0 and adds no header is no local tool', async (t) => {
  const { app } = await startAccountBench(t, {
    secrets: { adminToken: null },
    env: { CROSSTAPE_PAID_GATING: 'off', CROSSTAPE_PREPAID_BILLING: 'off' },
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const ask = async (version: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `GET /api/account/keys HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
    );
    return (await text(socket)).split(' ')[1];
  };
  assert.deepEqual([await ask('1.1'), await ask('1.0')], ['200', '401']);
});

test('a credit answers with the balance and the debt that its repayment left, also when it is sent again', async (t) => {
  const { admin, accounts } = await startAccountBench(t);
  const refund = {
    scope: 'wh:stripe',
    idem: 'evt_1',
    owner: 'alice',
    amount: microUsd(5_000_000),
    ref: 'evt_1',
  };
  await ledgerSteps(accounts.ledger).clawBack({ ...refund, asset: toAssetAccount('stripe') });
  const credit = async (amount: number, ref: string) => {
    const { body } = await admin('POST', CREDIT, { owner: 'alice', microUsd: amount, ref });
    return [body.applied, body.microUsd, body.balanceMicroUsd, body.owedMicroUsd];
  };
  assert.deepEqual(await credit(2_000_000, 'r-1'), [true, 2_000_000, 0, 3_000_000]);
  assert.deepEqual(await credit(4_000_000, 'r-2'), [true, 4_000_000, 1_000_000, 0]);
  assert.deepEqual(await credit(2_000_000, 'r-1'), [false, 2_000_000, 1_000_000, 0]);
});

test('a credit is applied once; its ref under another owner or amount is a conflict', async (t) => {
  const { admin, issue, call } = await startAccountBench(t);
  const { rawKey } = await issue();
  const first = await admin('POST', CREDIT, { owner: 'alice', usd: 12.5, ref: 'invoice 7' });
  assert.deepEqual(first.body, {
    ok: true,
    owner: 'alice',
    applied: true,
    microUsd: 12_500_000,
    balanceMicroUsd: 12_500_000,
    owedMicroUsd: 0,
  });
  const again = await admin('POST', CREDIT, { owner: 'alice', microUsd: 12_500_000, ref: 'invoice 7' });
  assert.deepEqual([again.status, again.body.applied], [200, false]);
  for (const other of [
    { owner: 'bob', usd: 12.5, ref: 'invoice 7' },
    { owner: 'alice', usd: 12, ref: 'invoice 7' },
  ]) {
    const answer = await admin('POST', CREDIT, other);
    assert.deepEqual([answer.status, answer.body.error], [400, 'ref_conflict']);
  }
  const { body } = await call('GET', '/api/account/balance', rawKey);
  assert.deepEqual(body.balance, { microUsd: 12_500_000, usd: 12.5, heldMicroUsd: 0, owedMicroUsd: 0 });
  assert.deepEqual(
    body.ledger.map(({ type, microUsd, balanceAfter, ref }: Record<string, unknown>) => [
      type,
      microUsd,
      balanceAfter,
      ref,
    ]),
    [['admin_credit', 12_500_000, 12_500_000, 'invoice 7']],
  );
  assert.deepEqual([body.prepaidEnabled, body.priceListMicroUsd], [true, { stream: 1_000, trade: 10_000 }]);
});

test('fifty equal credits at once are one credit', async (t) => {
  const { admin } = await startAccountBench(t);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => admin('POST', CREDIT, { owner: 'alice', usd: 1, ref: 'once' })),
  );
  assert.equal(answers.filter(({ body }) => body.applied).length, 1);
  assert.ok(answers.every(({ status, body }) => status === 200 && body.balanceMicroUsd === 1_000_000));
});

test('bodies are strict: amounts, owners, refs and unknown members', async (t) => {
  const { admin, accounts } = await startAccountBench(t);
  const good = { owner: 'alice', usd: 1, ref: 'r' };
  const bad: [body: unknown, parameter?: string][] = [
    [{ ...good, usd: '5' }, 'usd'],
    [{ ...good, usd: [7] }, 'usd'],
    [{ ...good, usd: null }, 'usd'],
    [{ ...good, usd: 0 }, 'usd'],
    [{ ...good, usd: -1 }, 'usd'],
    [{ ...good, usd: 1.0000001 }, 'usd'],
    [{ ...good, usd: 1_000_000_000.01 }, 'usd'],
    ['{"owner":"alice","usd":1e400,"ref":"r"}'],
    ['{"owner":"alice","microUsd":9007199254740993,"ref":"r"}', 'microUsd'],
    [{ ...good, usd: undefined, microUsd: 0.5 }, 'microUsd'],
    [{ ...good, microUsd: 1_000_000 }, 'usd'],
    [{ ...good, usd: undefined }, 'usd'],
    [{ ...good, owner: '' }, 'owner'],
    [{ ...good, owner: '-alice' }, 'owner'],
    [{ ...good, owner: 'a b' }, 'owner'],
    [{ ...good, owner: 'a'.repeat(129) }, 'owner'],
    [{ ...good, owner: 'alice\n' }, 'owner'],
    [{ ...good, owner: 7 }, 'owner'],
    [{ ...good, ref: '' }, 'ref'],
    [{ ...good, ref: 'é' }, 'ref'],
    [{ ...good, ref: 'r'.repeat(129) }, 'ref'],
    [{ ...good, extra: 1 }],
    [[good]],
    ['null'],
    ['not json'],
    ['{"owner":"alice","usd":1,"ref":"r","__proto__":{"x":1}}'],
  ];
  for (const [body, parameter] of bad) {
    const answer = await admin('POST', CREDIT, body);
    assert.deepEqual([answer.status, answer.body.error], [400, 'validation_failed'], JSON.stringify(body));
    if (parameter !== undefined) assert.equal(answer.body.parameter, parameter, JSON.stringify(body));
  }
  assert.equal((await accounts.ledger.readFloat()).accounts, 0);
  const plain = await admin('POST', CREDIT, undefined);
  assert.equal(plain.status, 400);
});

test('a body above 16 KiB is 413, another content type 415, another method 405', async (t) => {
  const { app, admin } = await startAccountBench(t);
  const large = await admin('POST', CREDIT, { owner: 'alice', usd: 1, ref: 'r', pad: 'x'.repeat(20_000) });
  assert.equal(large.status, 413);
  const authorization = 'Bearer an-admin-token-of-more-than-32-characters';
  const headers = { authorization, 'content-type': 'text/plain' };
  assert.equal((await app.inject({ method: 'POST', url: CREDIT, headers, payload: '{}' })).statusCode, 415);
  assert.equal(
    (await app.inject({ method: 'PUT', url: CREDIT, headers: { authorization } })).statusCode,
    405,
  );
});

test('a release names a deposit that waits; without one it is 404', async (t) => {
  const { admin } = await startAccountBench(t);
  const answer = await admin('POST', CREDIT, { owner: 'alice', usd: 1, ref: 'release:17' });
  assert.deepEqual([answer.status, answer.body.error], [404, 'deposit_not_found']);
});

test('the treasury is what customers hold', async (t) => {
  const { admin } = await startAccountBench(t);
  await admin('POST', CREDIT, { owner: 'alice', usd: 3, ref: 'a' });
  await admin('POST', CREDIT, { owner: 'bob', usd: 4, ref: 'b' });
  const { body } = await admin('GET', '/api/account/treasury');
  assert.deepEqual(body, {
    ok: true,
    float: { totalMicroUsd: 7_000_000, totalUsd: 7, accounts: 2, nonZeroAccounts: 2 },
    review: { heldMicroUsd: 0, unattributedMicroUsd: 0 },
    receivableMicroUsd: 0,
    debtors: [],
  });
});

test('the kill switch is turned without a restart and kept over one; all else is read-only', async (t) => {
  const { admin } = await startAccountBench(t);
  const before = await admin('GET', '/api/admin/flags');
  assert.deepEqual(before.body.flags.bot, {
    execMode: 'mock',
    engineLoop: false,
    vaultEnabled: false,
    globalKill: false,
    globalHalt: 'none',
    tradeFeeMicroUsd: 10_000,
  });
  assert.deepEqual(before.body.flags.monetization, { paidGating: true, prepaidBilling: true });
  assert.equal(before.body.engines.length, 4);
  const after = await admin('POST', '/api/admin/flags', { globalKill: true });
  assert.equal(after.body.flags.bot.globalKill, true);
  assert.equal((await admin('GET', '/api/admin/flags')).body.flags.bot.globalKill, true);
  for (const body of [{}, { globalKill: 1 }, { globalKill: true, execMode: 'live' }]) {
    assert.equal((await admin('POST', '/api/admin/flags', body)).status, 400);
  }
});

test('every admin action that changes something leaves a row that says who and what, and no secret', async (t) => {
  const { admin, issue, database } = await startAccountBench(t);
  const { rawKey, record } = await issue();
  await admin('DELETE', '/api/account/keys', { keyHash: record.hash });
  await admin('POST', CREDIT, { owner: 'alice', usd: 3, ref: 'a' });
  await admin('POST', CREDIT, { owner: 'alice', usd: 3, ref: 'a' });
  const { body } = await admin('POST', '/api/account/vouchers', { usd: 1, label: 'fair' });
  await admin('POST', '/api/admin/flags', { globalKill: true });
  const rows = await database.readRows(
    'SELECT address, action, target, detail FROM admin_action ORDER BY id',
  );
  assert.deepEqual(
    rows.map(({ action, target, detail }) => [action, target, detail]),
    [
      ['key.issue', record.hash, 'pro for alice'],
      ['key.revoke', record.hash, null],
      ['credit', 'alice', '3000000 ref a posted'],
      ['credit', 'alice', '3000000 ref a duplicate'],
      ['vouchers.issue', 'fair', '1 of 1000000'],
      ['flags.globalKill', null, 'true'],
    ],
  );
  assert.ok(rows.every(({ address }) => address === '127.0.0.1'));
  const text = JSON.stringify(rows);
  assert.equal(text.includes(rawKey) || text.includes(body.codes[0]), false);
});

test('a ledger that takes nothing is 503 with Retry-After on every way to money, and reading continues', async (t) => {
  const { admin, issue, call, accounts } = await startAccountBench(t);
  const { rawKey } = await issue();
  await admin('POST', CREDIT, { owner: 'alice', usd: 3, ref: 'a' });
  t.mock.method(accounts.ledger, 'transact', async () => {
    throw new LedgerUnavailableError('closed');
  });
  const answers = [
    await admin('POST', CREDIT, { owner: 'alice', usd: 3, ref: 'b' }),
    await admin('POST', '/api/account/vouchers', { usd: 1 }),
    await call('POST', '/api/account/redeem', rawKey, { code: 'TAPE-01234-56789-ABCDE-FGHJK-MNPQG' }),
  ];
  for (const answer of answers) {
    assert.deepEqual([answer.status, answer.body.error], [503, 'ledger_unavailable']);
    assert.equal(answer.headers['retry-after'], '5');
  }
  assert.equal((await call('GET', '/api/account/balance', rawKey)).body.balance.usd, 3);
  assert.equal((await call('GET', '/api/m2m/hl-BTC/bundle', rawKey)).status, 200);
});

test('the ledger comes in pages', async (t) => {
  const { admin, issue, call } = await startAccountBench(t);
  const { rawKey } = await issue();
  for (let i = 1; i <= 5; i++) await admin('POST', CREDIT, { owner: 'alice', microUsd: i, ref: `r${i}` });
  const newest = await call('GET', '/api/account/balance?limit=2', rawKey);
  const refs = (body: { ledger: { ref: string }[] }) => body.ledger.map(({ ref }) => ref);
  assert.deepEqual([refs(newest.body), newest.body.truncated], [['r4', 'r5'], true]);
  const before = await call('GET', `/api/account/balance?limit=10&cursor=${newest.body.nextCursor}`, rawKey);
  assert.deepEqual([refs(before.body), before.body.nextCursor], [['r1', 'r2', 'r3'], null]);
  for (const query of ['limit=0', 'limit=1001', 'cursor=!!', 'cursor=']) {
    assert.equal((await call('GET', `/api/account/balance?${query}`, rawKey)).status, 400, query);
  }
});
