import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startTidepool } from '../support/invented-venue/simulator.ts';
import { JsonServer } from '../support/json-server.ts';
import { skipShort } from '../support/long-tests.ts';
import { eventually } from '../support/simulated-service.ts';
import { SourceCopy } from '../support/source-copy.ts';

// Long form alone: `registry.test.ts` and the suites of venues, providers and chains hold what each must have.

/**
 * What follows three recipes of CONTRIBUTING.md on one copy of the sources: a venue, a payment provider and a family of
 * chains. One copy and one service, as each compiles all sources anew.
 */
const ASSET = 'tidepool-high-water-friday';

/** The one line that the recipe of a venue asks for, and the line of the list that it stands behind. */
const LINE = "  tidepool: binaryVenue('Tidepool', 'tidepool'),";
const LAST_LINE = "  limitless: binaryVenue('Limitless', 'limitless'),";

/** One line, one folder. */
async function addVenue(copy: SourceCopy): Promise<void> {
  const list = path.join(copy.folder, 'src/domain/venue.ts');
  const before = await readFile(list, 'utf8');
  assert.equal(before.split(LAST_LINE).length, 2);
  await writeFile(list, before.replace(LAST_LINE, `${LAST_LINE}\n${LINE}`));
  await copy.addFolder('test/support/invented-venue/venue', 'src/venues/tidepool');
}

const ADMIN_TOKEN = 'an-admin-token-of-more-than-32-characters';
const SECRET = 'shellpay-secret';
const TREASURY = 'cockle1treasury';

async function startNode(t: TestContext): Promise<JsonServer> {
  const node = await JsonServer.start(() => ({
    tide: 7,
    transfers: [
      { id: 'tx1', token: 'cockle1shellusd', from: 'cockle1somebody', to: TREASURY, units: '2500', atMs: 1 },
      { id: 'tx2', token: 'cockle1othercoin', from: 'cockle1somebody', to: TREASURY, units: '9', atMs: 1 },
    ],
  }));
  t.after(() => node.stop());
  return node;
}

/** @returns Its path. */
async function writeChains(folder: string, node: JsonServer): Promise<string> {
  const chainsFile = path.join(folder, 'chains.json');
  const chain = {
    name: 'bay',
    family: 'cockle',
    rpcUrls: [node.url],
    tokens: [{ symbol: 'USDC', address: 'cockle1shellusd', decimals: 2 }],
    treasury: TREASURY,
    startTide: 1,
    pollMs: 200,
  };
  await writeFile(chainsFile, JSON.stringify({ chains: [chain] }));
  return chainsFile;
}

test('a venue is one folder and one line, a payment provider and a family of chains one folder each', {
  timeout: 240_000,
}, async (t) => {
  const copy = await SourceCopy.create(t);
  await addVenue(copy);
  await copy.addFolder('test/support/invented-payments/provider', 'src/billing/webhooks/providers/shellpay');
  await copy.addFolder('test/support/invented-payments/family', 'src/billing/deposits/families/cockle');
  const simulator = await startTidepool();
  t.after(() => simulator.close());
  const node = await startNode(t);

  const env = {
    CROSSTAPE_DATA_DIR: path.join(copy.folder, 'data'),
    CROSSTAPE_PORT: '0',
    CROSSTAPE_BOT_PORT: '0',
    CROSSTAPE_LOG_LEVEL: 'fatal',
    CROSSTAPE_VENUES: 'tidepool',
    CROSSTAPE_TIDEPOOL_URL: simulator.url,
    CROSSTAPE_TIDEPOOL_WS_URL: simulator.wsUrl,
    CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN,
    CROSSTAPE_SHELLPAY_SECRET: SECRET,
    CROSSTAPE_CHAINS_FILE: await writeChains(copy.folder, node),
    CROSSTAPE_CHAIN_BAY_API_KEY: 'bay-key',
  };
  // Compiles the sources, and keeps that for what is started afterwards.
  const help = await copy.run(['serve', '--help'], env);
  const url = await copy.serve(env);
  const get = async (address: string) => {
    const response = await fetch(url + address);
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const ask = async (address: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, ...init.headers };
    const response = await fetch(url + address, { ...init, headers });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const pay = (provider: string, event: object, secret = SECRET) => {
    const body = JSON.stringify(event);
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = { 'x-shellpay-signature': signature };
    return ask(`/api/account/webhook/${provider}`, { method: 'POST', body, headers });
  };
  const listDeposits = async (source: string) => {
    const { body } = await ask('/api/account/deposits?limit=100');
    return body.deposits.filter((deposit: { source: string }) => deposit.source === source);
  };

  await eventually(async () => {
    const { body } = await get(`/api/history/tidepool/high-water-friday`);
    return body.records?.length > 0;
  }, 'the venue is recorded');

  await t.test(
    'no other file has to know them: the compiler finds nothing',
    { skip: skipShort },
    async () => {
      assert.equal(await copy.readTypeErrors(), '');
    },
  );

  await t.test('the feed shows the markets of the venue', async () => {
    const { body } = await get('/api/feed');
    const shown = body.tidepool.markets.map((market: { asset: string; yesPrice: number | null }) => [
      market.asset,
      market.yesPrice,
    ]);
    assert.deepEqual(shown, [
      [ASSET, 0.42],
      ['tidepool-crabs', null],
    ]);
    assert.equal(body.stale.tidepool, false);
    assert.equal(body.errors.tidepool, null);
    assert.equal(body.kalshi, null);
  });

  await t.test('its records are history, by store key and by asset id', async () => {
    const { status, body } = await get('/api/history/tidepool/high-water-friday');
    assert.equal(status, 200);
    assert.equal(body.records[0].p, 0.42);
    const byId = await get(`/api/history/tidepool/${ASSET.toUpperCase()}`);
    assert.deepEqual(byId.body.records[0], body.records[0]);
    const { body: catalogue } = await get('/api/history/assets?venue=tidepool');
    assert.deepEqual(
      catalogue.assets.map(({ assetId }: { assetId: string }) => assetId),
      [ASSET],
    );
  });

  await t.test('its book is read live', async () => {
    const { status, body } = await get(`/api/book/${ASSET.toUpperCase()}`);
    assert.equal(status, 200);
    assert.equal(body.asset, ASSET);
    assert.deepEqual(
      [body.bids[0], body.asks[0]],
      [
        { price: 0.4, size: 120 },
        { price: 0.44, size: 80 },
      ],
    );
  });

  await t.test('health judges it as every other venue', async () => {
    const { status, body } = await get('/api/feed/health');
    assert.equal(status, 200);
    assert.equal(body.verdict, 'OK');
    assert.deepEqual(body.venues, { tidepool: 'OK' });
    const upstream = await get('/api/health/upstream');
    assert.deepEqual(
      upstream.body.probes.map(({ upstream: name }: { upstream: string }) => name),
      ['tidepool'],
    );
    const { body: anomalies } = await get('/api/health/anomalies');
    assert.deepEqual(
      anomalies.anomalies.filter(({ severity }: { severity: string }) => severity === 'critical'),
      [],
    );
    assert.match(await (await fetch(`${url}/metrics`)).text(), /crosstape_feed_markets\{venue="tidepool"/);
  });

  await t.test('index, quotes and statistics know its kind', async () => {
    const { body: index } = await get('/api/m2m/index');
    assert.deepEqual(index.summary.byVenue, { tidepool: 2 });
    const { body: quote } = await get(`/api/m2m/${ASSET}/quote`);
    assert.deepEqual([quote.asset, quote.price.last], [ASSET, 0.42]);
    assert.equal(quote.venueNativeUrl, 'https://tidepool.example/High-Water-Friday');
    assert.equal((await get('/api/stats?venue=tidepool')).status, 200);
  });

  await t.test('the document lists venue and kind, and a wrong venue is refused by its rule', async () => {
    const { body: document } = await get('/api/openapi.json');
    const { schemas } = document.components;
    assert.ok(schemas.VenueId.enum.includes('tidepool'));
    assert.ok(schemas.AssetKind.enum.includes('tidepool'));
    const feedHealth = document.paths['/api/feed/health'].get.description;
    assert.match(feedHealth, /^OK: hyperliquid, polymarket, kalshi and tidepool all have a snapshot/);
    const summary = await (await fetch(`${url}/llms.txt`)).text();
    assert.match(summary, /Limitless and Tidepool/);
    assert.match(summary, /`tidepool-<slug>`/);
    assert.match((await get('/api/history/nowhere/x')).body.message, /limitless, tidepool/);
  });

  await t.test('its settings are read, checked and listed', async () => {
    const wrong = await copy.run(['serve'], { ...env, CROSSTAPE_TIDEPOOL_POLL_MS: '5' });
    assert.match(wrong, /CROSSTAPE_TIDEPOOL_POLL_MS=5: must be a whole number from 1000/);
    assert.match(help, /CROSSTAPE_TIDEPOOL_URL=https:\/\/api\.tidepool\.example/);
    assert.match(help, /CROSSTAPE_VENUES=hyperliquid,polymarket,kalshi,limitless,tidepool/);
  });
  await t.test('a payment of the provider is credited once, under its name and its other one', async () => {
    const event = { id: 'ev1', kind: 'paid', dollars: '12.50', metadata: { crosstape_owner: 'ann' } };
    const paid = { ok: true, provider: 'shellpay', owner: 'ann', applied: true, microUsd: 12_500_000 };
    const balances = { balanceMicroUsd: 12_500_000, owedMicroUsd: 0 };
    assert.deepEqual(await pay('shellpay', event), { status: 200, body: { ...paid, ...balances } });
    const again = { ...paid, ...balances, applied: false };
    assert.deepEqual(await pay('provider_s', event), { status: 200, body: again });
    assert.equal((await pay('shellpay', event, 'another')).body.error, 'bad_signature');
    assert.match((await pay('nobody', event)).body.message, /shellpay/);
    const [deposit, ...others] = await listDeposits('shellpay');
    assert.deepEqual(others, []);
    assert.deepEqual([deposit.state, deposit.eventId, deposit.amount], ['credited', 'ev1', '12.50']);
  });

  await t.test('a transfer on a chain of the family is a deposit', async () => {
    await eventually(async () => (await listDeposits('chain')).length > 0, 'the chain is read');
    const deposits = await listDeposits('chain');
    assert.deepEqual(
      deposits.map((one: Record<string, unknown>) => [one.chain, one.from, one.amount, one.reason]),
      [['bay', 'cockle1somebody', '25', 'unknown_sender']],
    );
    const asked = node.asked.find(({ path: address }) => address.startsWith('/tides'));
    assert.equal(asked?.headers['x-cockle-key'], 'bay-key');
  });

  await t.test('documents, help and doctor know both', async () => {
    const { body } = await ask('/api/openapi.json');
    const text = JSON.stringify(body);
    assert.match(text, /"coinbase","hmac","shellpay","stripe","chain"/);
    assert.match(text, /"cockle","evm","solana","tron"/);
    assert.match(text, /Address of Cockle \(cockle1\.\.\.\), an EVM chain/);
    const findings = await copy.run(['doctor'], env);
    assert.match(help, /CROSSTAPE_SHELLPAY_SECRET\[_FILE\]\n\s+signs webhooks of Shellpay/);
    assert.match(findings, /taken of Shellpay/);
    assert.match(findings, /tide 7 is final/);
  });
});
