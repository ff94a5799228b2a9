import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { FEE_MODULE, hasCollateralFee } from '../../../simulator/limitless/shapes.ts';
import { ladderAt } from '../../../simulator/world/listing.ts';
import {
  inspectCredential,
  type OpenedSecret,
  TRADING_VENUES,
  type TradingVenue,
} from '../../../src/bot/execution/index.ts';
import { buildLimitlessAsset } from '../../../src/domain/index.ts';
import {
  type ExecutionStand,
  liquidListing,
  patience,
  sendNow,
  startExecutionStand,
} from '../../support/execution-stand.ts';

let stand: ExecutionStand;
before(async () => {
  stand = await startExecutionStand();
});
after(() => stand.simulator.close());

const check = (venue: TradingVenue, secret: OpenedSecret) =>
  stand.venues[venue].checkCredential(secret, patience());

async function findProblem(venue: TradingVenue, secret: OpenedSecret): Promise<string> {
  const result = await check(venue, secret);
  assert.equal(result.status, 'unusable', JSON.stringify(result));
  return result.status === 'unusable' ? result.problem : '';
}

test('an agent of another account, one that expired and one that was never approved cannot be used', async () => {
  const { hyperliquid } = stand.secrets;
  const other = await stand.register({ venue: 'hyperliquid' });
  assert.match(
    await findProblem('hyperliquid', { ...hyperliquid, agentPrivateKey: other.agentPrivateKey as string }),
    /another account/,
  );
  assert.match(
    await findProblem('hyperliquid', { ...hyperliquid, agentPrivateKey: '7'.repeat(64) }),
    /not approved/,
  );
  const expiring = await stand.register({ venue: 'hyperliquid' });
  const agents = stand.simulator.trading.hyperliquid.get(expiring.accountAddress as string)?.agents;
  for (const [agent, entry] of agents ?? []) agents?.set(agent, { ...entry, validUntil: stand.clock() - 1 });
  assert.match(await findProblem('hyperliquid', expiring), /not approved|expired/);
});

test('a key or a token that may do more than trade, or may not trade, cannot be used', async () => {
  const rows: [venue: 'kalshi' | 'limitless', scopes: string[], problem: RegExp][] = [
    ['kalshi', ['read', 'write'], /more than trade \(write\)/],
    ['kalshi', ['read', 'write::trade', 'write::transfer'], /write::transfer/],
    ['kalshi', ['read'], /may not trade/],
    ['limitless', ['trading', 'withdrawal'], /more than trade \(withdrawal\)/],
    ['limitless', ['account_creation'], /account_creation/],
  ];
  for (const [venue, scopes, problem] of rows) {
    assert.match(await findProblem(venue, await stand.register({ venue, scopes })), problem);
  }
});

test('credentials of different accounts mixed together cannot be used', async () => {
  const [kalshi, limitless, polymarket] = await Promise.all([
    stand.register({ venue: 'kalshi' }),
    stand.register({ venue: 'limitless' }),
    stand.register({ venue: 'polymarket' }),
  ]);
  const mixed: [TradingVenue, OpenedSecret][] = [
    ['kalshi', { ...kalshi, privateKeyPem: stand.secrets.kalshi.privateKeyPem as string }],
    ['limitless', { ...limitless, privateKey: stand.secrets.limitless.privateKey as string }],
    ['limitless', { ...limitless, tokenSecret: stand.secrets.limitless.tokenSecret as string }],
    ['polymarket', { ...polymarket, apiSecret: stand.secrets.polymarket.apiSecret as string }],
  ];
  for (const [venue, secret] of mixed) await findProblem(venue, secret);
});

test('an account that may only close positions cannot be used', async () => {
  const secret = await stand.register({ venue: 'polymarket' });
  for (const user of stand.simulator.trading.polymarket.values()) {
    if (user.funder === secret.funder) user.isClosedOnly = true;
  }
  assert.match(await findProblem('polymarket', secret), /only close/);
});

for (const signatureType of [1, 2, 3] as const) {
  test(`a Polymarket wallet of signature type ${signatureType} trades, also without a stored API key`, async () => {
    const secret = await stand.register({ venue: 'polymarket', signatureType });
    const { apiKey: _key, apiSecret: _secret, apiPassphrase: _passphrase, ...wallet } = secret;
    assert.deepEqual(await check('polymarket', wallet), { status: 'usable' });
    const venue = stand.venues.polymarket;
    const preparation = await venue.prepare(stand.ticket('polymarket', 'typed'), wallet, patience());
    assert.equal(preparation.status, 'ready', JSON.stringify(preparation));
    if (preparation.status !== 'ready') return;
    const outcome = await venue.send(preparation.legs[0], wallet, sendNow());
    assert.equal(outcome.status, 'filled', JSON.stringify(outcome));
  });
}

test('a Kalshi key of Ed25519 trades as one of RSA does', async () => {
  const secret = await stand.register({ venue: 'kalshi', keyKind: 'ed25519' });
  assert.match(secret.privateKeyPem ?? '', /BEGIN PRIVATE KEY/);
  assert.deepEqual(await check('kalshi', secret), { status: 'usable' });
  const venue = stand.venues.kalshi;
  const preparation = await venue.prepare(stand.ticket('kalshi', 'ed25519'), secret, patience());
  assert.equal(preparation.status, 'ready', JSON.stringify(preparation));
  if (preparation.status !== 'ready') return;
  const outcome = await venue.send(preparation.legs[0], secret, sendNow());
  assert.equal(outcome.status, 'filled', JSON.stringify(outcome));
});

test('a Limitless profile that trades through its smart wallet is told so', async () => {
  const { smartWallet: _left, ...own } = await stand.register({ venue: 'limitless', smartWallet: true });
  assert.match(await findProblem('limitless', own), /trades through its smart wallet/);
  const preparation = await stand.venues.limitless.prepare(stand.ticket('limitless', 'own'), own, patience());
  assert.equal(preparation.status === 'rejected' && preparation.reason, 'credentials_rejected');
});

test('a Limitless market with a collateral fee is traded at rate 0, and a missing approval names its contract', async () => {
  const listing = liquidListing(stand.simulator, 'limitless', stand.clock(), hasCollateralFee);
  const { bids, asks } = ladderAt(listing, stand.clock());
  const markPrice = ((bids[0]?.price ?? 0) + (asks[0]?.price ?? 0)) / 2;
  const trade = async (secret: OpenedSecret, id: string) => {
    const ref = buildLimitlessAsset(listing.name);
    const order = await stand.prepared(
      'limitless',
      stand.ticket('limitless', id, { ref, markPrice }),
      secret,
    );
    assert.equal(JSON.parse(order.body).order.feeRateBps, 0);
    return stand.venues.limitless.send(order, secret, sendNow());
  };
  const approved = await trade(await stand.register({ venue: 'limitless' }), 'approved');
  assert.equal(approved.status, 'filled', JSON.stringify(approved));
  const without = await stand.register({ venue: 'limitless', feeModuleApproved: false });
  const refused = await trade(without, 'not-approved');
  assert.ok(refused.status === 'rejected' && refused.reason === 'insufficient_funds');
  assert.match(refused.message, new RegExp(`^approve USDC to ${FEE_MODULE}`));
});

test('a Limitless smart wallet trades by the key that owns it', async () => {
  const secret = await stand.register({ venue: 'limitless', smartWallet: true });
  assert.deepEqual(await check('limitless', secret), { status: 'usable' });
  const venue = stand.venues.limitless;
  const preparation = await venue.prepare(stand.ticket('limitless', 'smart'), secret, patience());
  assert.equal(preparation.status, 'ready', JSON.stringify(preparation));
  if (preparation.status !== 'ready') return;
  const outcome = await venue.send(preparation.legs[0], secret, sendNow());
  assert.equal(outcome.status, 'filled', JSON.stringify(outcome));
});

test('an order signed with another key is refused for its credentials', async () => {
  const wrong: Record<TradingVenue, OpenedSecret> = {
    hyperliquid: { ...stand.secrets.hyperliquid, agentPrivateKey: '7'.repeat(64) },
    polymarket: { ...stand.secrets.polymarket, apiPassphrase: 'another' },
    kalshi: { ...stand.secrets.kalshi, keyId: 'a952bcbe-0000-4000-8000-11dae589608c' },
    limitless: { ...stand.secrets.limitless, tokenId: 'tok_nobody' },
  };
  for (const venue of TRADING_VENUES) {
    const execution = stand.venues[venue];
    const preparation = await execution.prepare(stand.ticket(venue, 'wrong'), wrong[venue], patience());
    if (preparation.status === 'rejected') {
      assert.equal(preparation.reason, 'credentials_rejected', `${venue}: ${preparation.message}`);
      continue;
    }
    const outcome = await execution.send(preparation.legs[0], wrong[venue], sendNow());
    assert.equal(
      outcome.status === 'rejected' && outcome.reason,
      'credentials_rejected',
      `${venue}: ${JSON.stringify(outcome)}`,
    );
  }
});

test('nothing that is stored or said holds a secret', async () => {
  for (const venue of TRADING_VENUES) {
    const secret = stand.secrets[venue];
    const execution = stand.venues[venue];
    const order = await stand.prepared(venue, stand.ticket(venue, 'silent'));
    const outcome = await execution.send(order, secret, sendNow());
    const text = JSON.stringify([order, outcome, execution.getCounters(), inspectCredential(venue, secret)]);
    // Names of keys, accounts and wallets are public; the rest is not.
    const isPublic = [
      'accountAddress',
      'funder',
      'signatureType',
      'apiKey',
      'keyId',
      'tokenId',
      'smartWallet',
    ];
    for (const [member, value] of Object.entries(secret)) {
      if (isPublic.includes(member)) continue;
      assert.ok(!text.includes(value) && !text.includes(value.replace(/^0x/, '')), `${venue}: ${member}`);
    }
  }
});
