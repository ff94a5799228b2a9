import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { JsonServer } from '../support/json-server.ts';
import { eventually } from '../support/simulated-service.ts';
import { SourceCopy } from '../support/source-copy.ts';

const ADMIN_TOKEN = 'an-admin-token-of-more-than-32-characters';
const SECRET = 'shellpay-secret';
const TREASURY = 'cockle1treasury';

/** What the recipes of CONTRIBUTING.md ask for: one folder each. */
const PROVIDER = 'src/billing/webhooks/providers/shellpay';
const FAMILY = 'src/billing/deposits/families/cockle';

test('a payment provider is one folder, and so is a family of chains', { timeout: 180_000 }, async (t) => {
  const copy = await SourceCopy.create(t);
  await copy.addFolder('test/support/invented-payments/provider', PROVIDER);
  await copy.addFolder('test/support/invented-payments/family', FAMILY);
  const node = await JsonServer.start(() => ({
    tide: 7,
    transfers: [
      { id: 'tx1', token: 'cockle1shellusd', from: 'cockle1somebody', to: TREASURY, units: '2500', atMs: 1 },
      { id: 'tx2', token: 'cockle1othercoin', from: 'cockle1somebody', to: TREASURY, units: '9', atMs: 1 },
    ],
  }));
  t.after(() => node.stop());
  const chainsFile = path.join(copy.folder, 'chains.json');
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
  const env = {
    CROSSTAPE_DATA_DIR: path.join(copy.folder, 'data'),
    CROSSTAPE_PORT: '0',
    CROSSTAPE_BOT_PORT: '0',
    CROSSTAPE_LOG_LEVEL: 'fatal',
    CROSSTAPE_VENUES: 'limitless',
    CROSSTAPE_STREAMS: 'off',
    CROSSTAPE_LIMITLESS_URL: node.url,
    CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN,
    CROSSTAPE_SHELLPAY_SECRET: SECRET,
    CROSSTAPE_CHAINS_FILE: chainsFile,
    CROSSTAPE_CHAIN_BAY_API_KEY: 'bay-key',
  };

  await t.test('the compiler finds nothing in the copy', async () => {
    // No other file names them, so none could fail over them.
    assert.equal(await copy.readTypeErrors([PROVIDER, FAMILY]), '');
  });

  const url = await copy.serve(env);
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
    const [help, findings] = await Promise.all([
      copy.run(['serve', '--help'], env),
      copy.run(['doctor'], env),
    ]);
    assert.match(help, /CROSSTAPE_SHELLPAY_SECRET\[_FILE\]\n\s+signs webhooks of Shellpay/);
    assert.match(findings, /taken of Shellpay/);
    assert.match(findings, /tide 7 is final/);
  });
});
