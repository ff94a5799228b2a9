import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, epochMs } from '../../src/domain/index.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { TAPE_TABLES } from '../../src/history/tree/tables.ts';
import { HeavyWork } from '../../src/http/heavy/heavy-work.ts';
import { findFirstKeyId } from '../../src/vault/key-encryption-key.ts';
import { ADMIN_TOKEN, testAccounts } from '../support/account-bench.ts';
import { startBotBench, TRADE } from '../support/bot-bench.ts';
import { BusySearch } from '../support/busy-search.ts';
import {
  DescribedAnswers,
  type Operation,
  type Send,
  type Sent,
  sendInto,
  sendTo,
} from '../support/described-answers.ts';
import {
  buildCall,
  buildRefused,
  exhaust,
  isPart,
  isStream,
  issueKey,
  listAssets,
  paidCall,
  SNAPSHOT_TOKEN,
  type World,
} from '../support/described-calls.ts';
import {
  ADDRESS,
  KEK,
  leaveOrder,
  listen,
  SECRETS,
  startAccounts,
  startAlerts,
  startDeaf,
} from '../support/described-worlds.ts';
import { BTC } from '../support/fixed-feed.ts';
import { SseClient } from '../support/live-streams.ts';
import { ownDeposit, plainCall } from '../support/provider-events.ts';
import { record, startBench } from '../support/service-bench.ts';
import { openTestDatabase } from '../support/service-database.ts';
import { API_PROCESSES } from '../support/several-processes.ts';
import { allVenuesPolled, eventually, startSimulatedService } from '../support/simulated-service.ts';
import { writeTapeFixture } from '../support/tape/tape-fixture.ts';
import { startTree } from '../support/tree-bench.ts';
import { BENCH_NOW } from '../support/webhook-bench.ts';

/** Statuses that no test can bring about without breaking the code under it, and why. */
const NOT_PROVOKED: readonly (readonly [where: RegExp, why: string])[] = [
  [
    / 500$/,
    'only a defect of the service answers so; one is brought about below, and all share its component',
  ],
  [
    /^DELETE \/api\/account\/keys 503$/,
    'a service that cannot write revokes in memory and says so; only the command line beside no service refuses',
  ],
];

/** How a status of a new operation is called, for its author. */
const HOW_TO_CALL =
  'a call that its examples do not give is a line of REQUESTS in test/support/described-calls.ts; a status that cannot come is no part of its schema';

const SEARCHES = new Set(['/api/search', '/api/m2m/index']);

test('every operation and status of the document, streams included, answers as it describes', {
  timeout: 480_000,
}, async (t) => {
  const service = await startSimulatedService(t, {
    env: SECRETS,
    config: { accounts: { paidGating: true }, server: { maxStreamsPerAddress: 4 } },
  });
  const main = sendTo(service.app.apiUrl);
  const bot = sendTo(service.app.botUrl);
  const document = JSON.parse((await main('GET', { url: '/api/openapi.json' })).text);
  const answers = new DescribedAnswers(document);
  const { operations } = answers;
  assert.ok(operations.length >= 70);

  /** All of them at the end, so that one run shows each. */
  const unexpected: string[] = [];
  /** Sends, and expects this status of the answer. */
  async function expect(send: Send, operation: Operation, status: number, sent: Sent): Promise<void> {
    const received = await send(operation.method, sent);
    if (received.status === status) return answers.take(operation, received);
    const said = `${operation.method} ${sent.url} is ${received.status}, not ${status}: ${received.text}`;
    unexpected.push(said.slice(0, 300));
  }
  const pick = (status: number, ...codes: readonly string[]) =>
    operations.filter((operation) => {
      const documented = operation.codes.get(status);
      return (
        documented !== undefined && (codes.length === 0 || codes.some((code) => documented.includes(code)))
      );
    });

  await t.test('the examples of the document fit their schemas', () => {
    assert.deepEqual(answers.wrongExamples(), []);
  });

  await t.test('who documents 401 says what it wants', () => {
    const silent = pick(401).filter(({ security }) => security.length === 0);
    assert.deepEqual(silent, []);
  });

  const issued = JSON.parse((await issueKey(main)).text);
  const world: World = { key: issued.rawKey, admin: ADMIN_TOKEN, botId: issued.record.botId };
  const sendAs = (operation: Operation) => (operation.server === 'bot' ? bot : main);

  await t.test('reads of a recording service', async () => {
    await allVenuesPolled(service);
    await eventually(
      async () => (await main('GET', { url: '/api/health/snapshotter' })).status === 200,
      'a snapshot is written',
      90_000,
    );
    const { binaries } = await listAssets(main);
    const rich = { ...world, pair: [binaries[0], binaries[1]] as const };
    for (const operation of pick(200)) {
      if (operation.method !== 'GET' || isStream(operation) || operation.access === 'webhook') continue;
      // Chains are followed by a service of their own below.
      if (operation.path === ADDRESS || isPart(operation)) continue;
      await expect(sendAs(operation), operation, 200, buildCall(operation, rich));
      if (!operation.path.includes('{asset}') || operation.path.startsWith('/api/history/')) continue;
      for (const asset of binaries) {
        // Of any status: carry is 404 of binaries, and a book may have to wait for the budget of its venue.
        answers.take(operation, await main('GET', buildCall(operation, world, asset)));
      }
    }
    for (const path of ['/api/m2m/batch', '/api/backfill', '/api/stream']) {
      const ofMany = answers.find('POST', path);
      const call = buildCall(ofMany, world);
      if (!isStream(ofMany)) await expect(main, ofMany, 200, call);
      await expect(main, ofMany, 413, { ...call, body: { assets: ['x'.repeat(70_000)] } });
      await expect(main, ofMany, 415, {
        ...call,
        headers: { ...call.headers, 'content-type': 'text/csv' },
      });
    }
    const snapshot = answers.find('POST', '/api/alerts/stale/snapshot');
    await expect(main, snapshot, 200, buildCall(snapshot, world));
  });

  await t.test('400, 401 and 404', async () => {
    for (const operation of pick(400)) {
      // Webhooks and addresses need what the service of accounts below has, parts what the tree below has.
      if (operation.access === 'webhook' || operation.path === ADDRESS || isPart(operation)) continue;
      await expect(sendAs(operation), operation, 400, buildRefused(operation, world));
    }
    const snapshot = answers.find('POST', '/api/alerts/stale/snapshot');
    await expect(main, snapshot, 401, { url: snapshot.path });
    for (const operation of pick(404, 'asset_not_found')) {
      const call = buildCall(operation, { ...world, pair: ['hl-NOPE', 'pm-nope'] }, 'hl-NOPE');
      const inQuery: Readonly<Record<string, string>> = {
        '/api/correlations': '?assets=hl-BTC,hl-NOPE',
        '/api/gaps': '?asset=hl-NOPE',
        '/api/links': '?asset=hl-NOPE',
        '/api/history/merged': '?assets=hl-BTC,hl-NOPE',
        '/api/export/manifest': '?assets=hl-NOPE',
        '/api/export/{file}': '?assets=hl-NOPE',
        '/api/stream': call.body === undefined ? '?assets=hl-NOPE' : '',
      };
      const body = call.body === undefined ? {} : { body: { assets: ['hl-NOPE'] } };
      const url = `${call.url.split('?')[0]}${inQuery[operation.path] ?? call.url.replace(/^[^?]*/, '')}`;
      await expect(main, operation, 404, { ...call, url, ...body });
    }
  });

  await t.test('frames of streams, and the stream above the limit', async (st) => {
    for (const operation of operations.filter(isStream)) {
      const base = operation.server === 'bot' ? service.app.botUrl : service.app.apiUrl;
      const { url, headers = {}, body } = buildCall(operation, world);
      const open: SseClient[] = [];
      // Streams of one address are limited in each process; the proxy gives all of them as many.
      const processes = operation.server === 'main' ? Math.max(1, API_PROCESSES) : 1;
      for (let i = 0; i < 4 * processes; i++) {
        // Behind a proxy the streams of the operation before end at the process a moment after their reader has gone.
        await eventually(async () => {
          const client = await SseClient.open(base + url, { ...headers }, body as object | undefined);
          st.after(() => client.close());
          if (client.response.statusCode === 429) return false;
          open.push(client);
          return true;
        }, 'a stream is free');
      }
      const [first] = open;
      assert.ok(first !== undefined);
      for (let i = 0; i < 2 && (i === 0 || operation.server === 'main'); i++) {
        const { data } = await first.event();
        const { statusCode = 0, headers: fields } = first.response;
        const type = fields['content-type'] ?? '';
        answers.take(operation, { status: statusCode, type, text: JSON.stringify(data) }, data);
      }
      await expect(sendAs(operation), operation, 429, {
        url,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      for (const client of open) client.close();
      await eventually(
        () => open.every(({ response }) => response.destroyed),
        'the streams of the test are closed',
      );
    }
  });

  await t.test('a service whose venues do not answer', async (st) => {
    const deaf = await startDeaf(st);
    const send = sendTo(deaf.apiUrl);
    const { rawKey } = JSON.parse((await issueKey(send)).text);
    for (const operation of pick(503, 'warming_up')) {
      if (isPart(operation)) continue;
      const call = buildCall(operation, { key: rawKey, pair: ['kalshi-x', 'pm-x'] });
      const inQuery: Readonly<Record<string, string>> = {
        '/api/correlations': '?assets=hl-BTC,hl-ETH',
        '/api/gaps': '?asset=hl-BTC',
        '/api/links': '?asset=hl-BTC',
        '/api/export/manifest': '?assets=hl-BTC',
        '/api/export/{file}': '?assets=hl-BTC',
      };
      const url = `${call.url.split('?')[0]}${inQuery[operation.path] ?? call.url.replace(/^[^?]*/, '')}`;
      const sender = operation.server === 'bot' ? sendTo(String(deaf.botUrl)) : send;
      await expect(sender, operation, 503, { ...call, url });
    }
    const snapshotter = answers.find('GET', '/api/health/snapshotter');
    await expect(send, snapshotter, 503, { url: snapshotter.path });
    const health = answers.find('GET', '/api/feed/health');
    await eventually(
      async () => (await send('GET', { url: health.path })).status === 503,
      'every poll has failed',
    );
    await expect(send, health, 503, { url: health.path });
  });

  await t.test('heavy work beyond its limit, and a defect', async (st) => {
    const bench = await startBench(st);
    await record(bench.history, BTC, 3_000);
    const held = Promise.withResolvers<void>();
    const history = new Proxy(bench.history, {
      get: (target, name) =>
        name === 'read'
          ? (...given: Parameters<HistoryStore['read']>) => held.promise.then(() => target.read(...given))
          : Reflect.get(target, name).bind(target),
    });
    const limits = { perAddress: 0, total: 0 };
    const heavy = new HeavyWork({ history, limits, now: () => performance.now() });
    const { app } = await startBench(st, { heavy, history });
    const running = sendInto(app)('GET', { url: '/api/history/hyperliquid/perp-btc?limit=3000' });
    await eventually(() => heavy.stats().running === 1, 'one call is worked on');
    const failing = new Proxy(bench.history, {
      get: () => () => Promise.reject(new Error('a defect of the test')),
    });
    const broken = await startBench(st, { history: failing as never });
    for (const operation of pick(503, 'overloaded')) {
      if (operation.codes.get(503)?.includes('warming_up')) continue;
      // Files of the tree have a queue of their own, and so have searches.
      if (operation.path.startsWith('/api/export/')) continue;
      if (SEARCHES.has(operation.path)) continue;
      const { url: path } = buildCall(operation, {});
      const url = operation.path === '/api/feed' ? '/api/feed?top=1000' : path;
      await expect(sendInto(app), operation, 503, { url });
    }
    held.resolve();
    await running;
    const { app: searching } = await startBench(st, { search: new BusySearch() });
    for (const path of SEARCHES)
      await expect(sendInto(searching), answers.find('GET', path), 503, { url: `${path}?q=bitcoin` });
    const aggregate = answers.find('GET', '/api/history/{venue}/{asset}/aggregate');
    await expect(sendInto(broken.app), aggregate, 500, buildCall(aggregate, {}));
  });

  await t.test('files of the tree', async (st) => {
    const { app, pass } = await startTree(st, { writeTape: writeTapeFixture });
    // The days of the tape are over then.
    pass(10 * DAY_MS);
    const never = () => new Promise<never>(() => undefined);
    const stuck = { plan: never, makeDay: never, makeTable: never, close: async () => undefined };
    const { app: waiting } = await startTree(st, { waitMs: 1, wrap: () => stuck });
    const file = answers.find('GET', '/api/export/{file}');
    const part = answers.find('GET', '/api/export/observations/{venueFolder}/{dateFolder}/{file}');
    const manifest = answers.find('GET', '/api/export/manifest');
    await expect(sendInto(waiting), manifest, 503, { url: manifest.path });
    for (const [operation, url] of [
      [file, '/api/export/gaps.parquet'],
      [part, '/api/export/observations/venue=hyperliquid/date=2026-11-18/part-0.parquet'],
      ...TAPE_TABLES.map(
        (table) =>
          [
            answers.find('GET', `/api/export/${table}/{venueFolder}/{dateFolder}/{file}`),
            `/api/export/${table}/venue=polymarket/date=2026-11-29/part-0.parquet`,
          ] as const,
      ),
    ] as const) {
      await expect(sendInto(app), operation, 200, { url });
      await expect(sendInto(app), operation, 400, { url: `${url}?assets=,` });
      await expect(sendInto(app), operation, 404, { url: url.replace('.parquet', '.nothing') });
      await expect(sendInto(app), operation, 412, { url, headers: { 'if-match': '"another"' } });
      await expect(sendInto(app), operation, 416, { url, headers: { range: 'bytes=99999999-' } });
      await expect(sendInto(waiting), operation, 503, { url });
    }
  });

  await t.test('reference prices that are withheld', async (st) => {
    const { app, history } = await startTree(st, { rights: { isShown: () => false } });
    const storeKey = 'twap60-btc';
    const asset = `ref-${storeKey}`;
    await history.append([
      { venue: 'ref', storeKey, asset, t: epochMs(BENCH_NOW), p: 1, v: null, s: 'poll' },
    ]);
    const queries: Readonly<Record<string, string>> = {
      '/api/history/merged': `?assets=${asset}`,
      '/api/history/{venue}/{asset}/aggregate': '?bucketMs=60000',
      '/api/sparklines': `?assets=${asset}`,
      '/api/correlations': `?assets=${asset},hl-BTC`,
      '/api/export/manifest': '?venues=ref',
      '/api/export/{file}': '?venues=ref',
    };
    const fill = (template: string) =>
      template
        .replace('{venue}', 'ref')
        .replace('{asset}', asset)
        .replace('{venueFolder}/{dateFolder}/{file}', 'venue=ref/date=2026-11-18/part-0.parquet')
        .replace('{file}', 'gaps.parquet');
    const withheld = pick(403, 'source_withheld');
    assert.ok(withheld.length >= 10);
    for (const operation of withheld)
      await expect(sendInto(app), operation, 403, {
        url: fill(operation.path) + (queries[operation.path] ?? ''),
      });
  });

  await t.test('alerts', async (st) => {
    const bench = await startAlerts(st);
    const send = sendInto(bench.app);
    const tests = answers.find('POST', '/api/alerts/endpoints/{id}/test');
    const retries = answers.find('POST', '/api/alerts/deliveries/{id}/retry');
    const own: World = { admin: ADMIN_TOKEN };
    const named = (operation: Operation, id: string) => {
      const call = buildCall(operation, own);
      return { ...call, url: operation.path.replace('{id}', id) };
    };
    const dead = await bench.leaveDead(1);
    const here = operations.filter(
      ({ path: where, access }) => where.startsWith('/api/alerts/') && access === 'admin',
    );
    assert.equal(here.length, 5);
    for (const operation of here) {
      if (operation.method === 'GET') await expect(send, operation, 200, buildCall(operation, own));
    }
    await expect(send, tests, 200, named(tests, 'phone'));
    await expect(send, tests, 404, named(tests, 'nobody'));
    await expect(send, retries, 200, named(retries, dead));
    await expect(send, retries, 404, named(retries, dead));
    bench.failDisk(true);
    await expect(send, retries, 503, named(retries, dead));
    await expect(send, tests, 503, named(tests, 'phone'));
    bench.failDisk(false);
    for (const operation of here) {
      const call = { ...buildCall(operation, own), headers: { authorization: 'Bearer wrong' } };
      bench.pass(61_000);
      await expect(send, operation, 401, call);
      await exhaust(send, operation, call);
      await expect(send, operation, 429, call);
    }
  });

  await t.test('accounts and money', async (st) => {
    const bench = await startAccounts(st);
    const send = sendInto(bench.app);
    const { rawKey } = await bench.issue({ owner: 'owner_1' });
    const { record } = await bench.issue({ owner: 'bob' });
    for (const id of ['held', 'held-too']) {
      const { text } = await send('POST', {
        url: '/api/account/webhook/stripe',
        ...paidCall(id),
      });
      assert.equal(JSON.parse(text).held, true);
    }
    const { deposits } = (await bench.admin('GET', '/api/account/deposits')).body;
    const made = await bench.admin('POST', '/api/account/vouchers', { usd: 1, count: 2 });
    const old = await bench.admin('POST', '/api/account/vouchers', { usd: 1, expiresAt: bench.now() + 1 });
    const own: World = {
      key: rawKey,
      admin: ADMIN_TOKEN,
      keyHash: record.hash,
      voucher: made.body.codes[0],
      depositId: deposits[0].id,
    };
    await bench.database.changeRows("INSERT INTO chain_cursor VALUES ('chain:8453', '', 100, '0xabc', 0)");
    const here = pick(200).filter(({ path: where }) =>
      /^\/api\/(account|admin\/(flags|actions|revenue))/.test(where),
    );
    assert.ok(here.length >= 20);

    const redeem = answers.find('POST', '/api/account/redeem');
    bench.pass(2);
    await expect(send, redeem, 410, buildCall(redeem, { ...own, voucher: old.body.codes[0] }));
    await expect(send, redeem, 404, buildCall(redeem, { ...own, voucher: 'TAPE-NOBODY' }));
    const deposit = answers.find('POST', '/api/account/deposits');
    await expect(send, deposit, 404, buildCall(deposit, { ...own, depositId: 'dep_none' }));
    const review = answers.find('POST', '/api/account/review');
    await expect(send, review, 404, buildCall(review, { ...own, depositId: 'dep_none' }));
    const keys = answers.find('POST', '/api/account/keys');
    const unknownBot = { body: { botId: 'bot_V1StGXR8Z5jdHi6B' } };
    await expect(send, keys, 404, { ...buildCall(keys, own), ...unknownBot });
    const cancel = answers.find('DELETE', '/api/account/vouchers');
    await expect(send, cancel, 404, { ...buildCall(cancel, own), body: { hash: 'a'.repeat(64) } });
    const debit = answers.find('POST', '/api/account/debit');
    const poor = { owner: 'nobody', usd: 1, ref: 'poor', reason: 'mistyped' };
    await expect(send, debit, 402, { ...buildCall(debit, own), body: poor });
    const credit = answers.find('POST', '/api/account/credit');
    const release = { ...buildCall(credit, own), body: { owner: 'a', usd: 1, ref: 'release:dep_none' } };
    await expect(send, credit, 404, release);
    for (const operation of here) await expect(send, operation, 200, buildCall(operation, own));

    const address = answers.find('GET', ADDRESS);
    await expect(send, address, 400, { ...buildCall(address, own), url: `${ADDRESS}?chain=!!` });
    const webhook = answers.find('POST', '/api/account/webhook/{provider}');
    const call = buildCall(webhook, {});
    await expect(send, webhook, 400, buildRefused(webhook, {}));
    await expect(send, webhook, 401, { ...call, headers: {} });
    await expect(send, webhook, 404, { ...call, url: '/api/account/webhook/nobody' });
    await expect(send, webhook, 413, { ...call, body: 'x'.repeat(300_000) });

    const hmac = { url: '/api/account/webhook/hmac' };
    const paid = (amount: number) =>
      plainCall(ownDeposit('twice', { microUsd: amount, metadata: { crosstape_owner: 'owner_1' } }));
    await send('POST', { ...hmac, ...paid(25_000_000) });
    await expect(send, webhook, 409, { ...hmac, ...paid(26_000_000) });

    await bench.admin('POST', '/api/account/vouchers', { usd: 1, label: 'open' });
    const removal = answers.find('DELETE', '/api/account/wallets');
    const kept = { body: { address: `0x${'e'.repeat(40)}` } };
    await send('POST', { ...buildCall(answers.find('POST', '/api/account/wallets'), own), ...kept });
    bench.failDisk(true);
    await expect(send, cancel, 503, { ...buildCall(cancel, own), body: { label: 'open' } });
    await expect(send, removal, 503, { ...buildCall(removal, own), ...kept });
    for (const operation of pick(503, 'ledger_unavailable')) {
      if (!here.includes(operation)) continue;
      const fresh = operation === webhook ? paidCall('2') : {};
      const changed = {
        '/api/account/credit': { body: { owner: 'owner_1', usd: 1, ref: 'invoice-2' } },
        '/api/account/redeem': { body: { code: made.body.codes[1] } },
        '/api/account/wallets': { body: { address: `0x${'d'.repeat(40)}` } },
        '/api/account/deposit-address': { headers: { authorization: `Bearer ${bench.laterKey}` } },
      }[operation.path];
      if (operation === deposit || operation.method === 'DELETE') continue;
      await expect(send, operation, 503, { ...buildCall(operation, own), ...fresh, ...changed });
    }
    await expect(send, deposit, 503, buildCall(deposit, { ...own, depositId: deposits[1]?.id ?? 'none' }));
    bench.failDisk(false);

    const flags = answers.find('GET', '/api/admin/flags');
    const wrongToken = { authorization: 'Bearer wrong' };
    for (const operation of here) {
      if (!operation.codes.has(401) || operation === webhook) continue;
      bench.pass(61_000);
      await expect(send, operation, 401, { ...buildCall(operation, own), headers: wrongToken });
    }
    const wallets = answers.find('POST', '/api/account/wallets');
    const usage = answers.find('GET', '/api/account/usage');
    bench.pass(61_000);
    await exhaust(send, redeem, buildCall(redeem, { ...own, voucher: 'wrong' }));
    await exhaust(send, wallets, { ...buildCall(wallets, own), body: { address: '0x12' } });
    await exhaust(send, usage, buildCall(usage, own));
    await exhaust(send, webhook, call);
    await exhaust(send, flags, { url: flags.path, headers: wrongToken });
    for (const operation of here) {
      if (!operation.codes.has(429)) continue;
      await expect(send, operation, 429, buildCall(operation, own));
    }
  });

  await t.test('the bot', async (st) => {
    let isFailing = false;
    const failWrites = () => {
      if (isFailing) throw new Error('no room');
    };
    const database = await openTestDatabase({ faults: { beforeCommit: failWrites } });
    st.after(() => database.close());
    const clock = () => epochMs(BENCH_NOW);
    const { accounts } = await testAccounts(st, { clock, now: () => 0, database });
    const bench = await startBotBench(st, { vaultKeys: KEK, over: { accounts, database } });
    const send = sendInto(bench.app);
    const { record } = await bench.issue('owner_2');
    await leaveOrder({ database, accounts }, 'ord_1');
    const [close, forget, rotate] = ['close', 'forget', 'rotate'].map((name) =>
      answers.find('POST', `/api/admin/vault/${name}`),
    ) as [Operation, Operation, Operation];
    const placed = await bench.trade({ clientOrderId: 'recorded' });
    const own: World = {
      key: bench.rawKey,
      admin: ADMIN_TOKEN,
      botId: record.botId as string,
      orderId: 'ord_1',
      ownOrderId: placed.body.outcome.order.orderId,
    };
    const here = pick(200).filter(
      ({ server, path: where }) => server === 'bot' || /^\/api\/admin\/(?!flags|actions|revenue)/.test(where),
    );
    const positions = answers.find('POST', '/api/bot/positions');
    assert.ok(here.length >= 12);
    for (const operation of here) {
      if (isStream(operation) || operation === close || operation === forget || operation === positions)
        continue;
      await expect(send, operation, 200, buildCall(operation, own));
    }
    // Paper has no account that could differ.
    await expect(send, positions, 503, buildCall(positions, own));
    const { mode, readings, findQuote } = bench.bot;
    const markets = [{ storeKey: 'perp-eth', size: '1' }];
    const read = { status: 'read', account: 'a', freeUsd: null, markets } as const;
    const quote = { bid: 1, ask: 2, seenAt: clock(), isOpen: true, endsAt: null };
    Object.assign(bench.bot, {
      mode: 'live',
      readings: { readMarket: async () => read },
      findQuote: () => quote,
    });
    await expect(send, positions, 200, buildCall(positions, own));
    Object.assign(bench.bot, { readings: { readMarket: async () => null } });
    await expect(send, positions, 409, buildCall(positions, own));
    Object.assign(bench.bot, { mode, readings, findQuote });
    await bench.trade({ clientOrderId: 'seen' });
    const status = answers.find('GET', '/api/bot/status');
    await expect(send, status, 200, buildCall(status, own));
    const board = answers.find('GET', '/api/bot/leaderboard');
    await expect(send, board, 200, buildCall(board, {}));
    const tape = await SseClient.open(`${await listen(bench.app)}/api/bot/tape`, {});
    const { data } = await tape.event();
    const type = tape.response.headers['content-type'] ?? '';
    answers.take(answers.find('GET', '/api/bot/tape'), { status: 200, type, text: '' }, data);
    tape.close();

    for (const name of ['bots', 'orders', 'vault/close', 'vault/forget']) {
      const operation = answers.find('POST', `/api/admin/${name}`);
      await expect(send, operation, 404, buildCall(operation, { admin: ADMIN_TOKEN }));
    }
    const cancel = answers.find('POST', '/api/bot/orders/{orderId}/cancel');
    await expect(send, cancel, 404, buildCall(cancel, { key: bench.rawKey }));
    const { rawKey: narrow } = await bench.issue('owner_3', { venues: ['limitless'] });
    for (const operation of pick(403, 'venue_not_entitled')) {
      const changed = operation.path.endsWith('/control') ? { body: { venues: ['kalshi'] } } : {};
      await expect(send, operation, 403, { ...buildCall(operation, { key: narrow }), ...changed });
    }
    const trade = answers.find('POST', '/api/bot/trade');
    const { rawKey: poor } = await bench.issue('owner_4');
    await expect(send, trade, 402, buildCall(trade, { key: poor }));
    await bench.call('POST', '/api/bot/control', { kill: true }, poor);
    await expect(send, trade, 423, buildCall(trade, { key: poor }));
    const closeAll = answers.find('POST', '/api/bot/close-all');
    await expect(send, closeAll, 423, buildCall(closeAll, { key: poor }));
    const bots = answers.find('POST', '/api/admin/bots');
    const closing = { body: { botId: (await bench.issue('owner_4')).record.botId, closeAll: true } };
    await bench.bot.controls.change(closing.body.botId, { halt: 'all' });
    await expect(send, bots, 423, { ...buildCall(bots, own), ...closing });

    isFailing = true;
    for (const operation of pick(503, 'ledger_unavailable')) {
      if (!here.includes(operation)) continue;
      const changed = operation === trade ? { body: { ...TRADE, clientOrderId: 'new' } } : {};
      const call = buildCall(operation, { ...own, orderId: 'ord_2' });
      const received = await send(operation.method, { ...call, ...changed });
      if (received.status === 503) answers.take(operation, received);
    }
    isFailing = false;
    // Only a record that does not open is closed for its owner.
    await send('POST', buildCall(answers.find('POST', '/api/bot/credentials'), own));
    await database.changeRows('UPDATE vault_record SET wrap = ?', new Uint8Array(60));
    await expect(send, close, 200, buildCall(close, own));
    const own409 = { ...own, vaultKey: findFirstKeyId(KEK) ?? '' };
    await expect(send, forget, 409, buildCall(forget, own409));
    await expect(send, rotate, 409, { ...buildCall(rotate, own), body: { keyId: '00000000' } });
    await send('POST', buildCall(answers.find('POST', '/api/bot/credentials'), own));
    await database.changeRows('UPDATE vault_record SET kek_id = ?', 'aaaaaaaa');
    await expect(send, forget, 200, buildCall(forget, { ...own, vaultKey: 'aaaaaaaa' }));
    const closed = await startBotBench(st);
    for (const operation of pick(503, 'vault_not_configured')) {
      // Mock orders need no vault.
      if (operation === trade || operation === closeAll) continue;
      const who = { key: closed.rawKey, admin: ADMIN_TOKEN };
      await expect(sendInto(closed.app), operation, 503, buildCall(operation, who));
    }
    const full = await startBotBench(st, { streamLimits: { perAddress: 20, total: 0 } });
    const tapes = answers.find('GET', '/api/bot/tape');
    await expect(sendInto(full.app), tapes, 503, { url: tapes.path });

    const wrongToken = { authorization: 'Bearer wrong' };
    for (const operation of here) {
      if (!operation.codes.has(401)) continue;
      bench.pass(61_000);
      await expect(send, operation, 401, { ...buildCall(operation, own), headers: wrongToken });
    }
    const credentials = answers.find('GET', '/api/bot/credentials');
    const orders = answers.find('GET', '/api/admin/orders');
    await exhaust(send, credentials, buildCall(credentials, own));
    await exhaust(send, orders, { url: orders.path, headers: wrongToken });
    for (const operation of here) {
      if (!operation.codes.has(429) || isStream(operation)) continue;
      await expect(send, operation, 429, buildCall(operation, own));
    }
  });

  await t.test('the snapshot token, tried too often', async (st) => {
    const { app } = await startBench(st, { snapshotToken: SNAPSHOT_TOKEN });
    const operation = answers.find('POST', '/api/alerts/stale/snapshot');
    for (let i = 0; i < 10; i++) await sendInto(app)('POST', { url: operation.path });
    await expect(sendInto(app), operation, 429, { url: operation.path });
  });

  assert.deepEqual(unexpected, [], `other statuses than asked for: ${HOW_TO_CALL}`);
  const left = answers
    .unseen()
    .filter((where) => !NOT_PROVOKED.some(([pattern]) => pattern.test(where)))
    .toSorted();
  assert.deepEqual(left, [], `statuses that are documented and were not seen: ${HOW_TO_CALL}`);
  const idle = NOT_PROVOKED.filter(([pattern]) => !answers.unseen().some((where) => pattern.test(where)));
  assert.deepEqual(idle, [], 'exceptions that are none');
});
