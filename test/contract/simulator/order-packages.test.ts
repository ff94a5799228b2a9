import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  HttpClient,
  MarketFetcher,
  OrderClient,
  OrderType,
  PortfolioFetcher,
  Side,
} from '@limitless-exchange/sdk';
import { ExchangeClient, HttpTransport, InfoClient } from '@nktkas/hyperliquid';
import { createSecureClient, forkEnvironmentConfig, OrderSide, type Signer } from '@polymarket/client';
import { type TypedDataField, Wallet } from 'ethers';
import { ApiKeysApi, Configuration, OrdersApi, PortfolioApi } from 'kalshi-typescript';
import { type Simulator, startSimulator } from '../../../simulator/index.ts';
import { getIds } from '../../../simulator/polymarket/shapes.ts';
import { ladderAt } from '../../../simulator/world/listing.ts';
import { signAction } from '../../../src/bot/execution/hyperliquid/signing.ts';
import { findPrivateKey } from '../../../src/signatures/index.ts';
import { liquidListing } from '../../support/execution-stand.ts';

/**
 * The venues' own packages place, query and cancel at the simulator. They sign with an implementation that is
 * not ours, so what they and the simulator agree on is not our misunderstanding alone.
 */
let simulator: Simulator;
before(async () => {
  simulator = await startSimulator({ port: 0, seed: 7 });
});
after(() => simulator.close());

const newest = (venue: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless') => {
  const order = simulator.trading.exchanges[venue].orders().at(-1);
  assert.ok(order);
  return order;
};

test('@nktkas/hyperliquid places, finds and cancels orders', async () => {
  const { secret } = await simulator.trading.register({ venue: 'hyperliquid', usd: 10_000 });
  const transport = new HttpTransport({ apiUrl: simulator.urls.hyperliquid });
  const exchange = new ExchangeClient({ transport, wallet: new Wallet(secret.agentPrivateKey as string) });
  const info = new InfoClient({ transport });
  const user = secret.accountAddress as `0x${string}`;
  const { universe } = await info.meta();
  const asset = universe.findIndex(({ name }) => name === 'BTC');
  const mid = Number((await info.allMids()).BTC);
  const order = (p: number, tif: 'Ioc' | 'Gtc', c: `0x${string}`) =>
    exchange.order({
      orders: [
        { a: asset, b: true, p: String(Math.round(p)), s: '0.001', r: false, t: { limit: { tif } }, c },
      ],
      grouping: 'na',
    });

  const taken = `0x9${'1'.repeat(31)}` as const;
  const filled = (await order(mid * 1.02, 'Ioc', taken)).response.data.statuses[0];
  assert.ok(typeof filled === 'object' && 'filled' in filled, JSON.stringify(filled));
  assert.equal(Number(filled.filled.totalSz), newest('hyperliquid').filled / 1e6);
  const status = await info.orderStatus({ user, oid: taken });
  assert.equal(status.status === 'order' && status.order.status, 'filled');
  const fills = await info.userFills({ user });
  assert.equal(fills[0]?.oid, filled.filled.oid);
  const { assetPositions } = await info.clearinghouseState({ user });
  assert.equal(Number(assetPositions[0]?.position.szi), 0.001);

  const resting = `0x9${'2'.repeat(31)}` as const;
  await order(mid * 0.5, 'Gtc', resting);
  assert.equal((await info.openOrders({ user })).length, 1);
  await exchange.cancelByCloid({ cancels: [{ asset, cloid: resting }] });
  assert.deepEqual(await info.openOrders({ user }), []);
  const gone = await info.orderStatus({ user, oid: resting });
  assert.equal(gone.status === 'order' && gone.order.status, 'canceled');

  await assert.rejects(order(mid * 0.9, 'Ioc', `0x9${'3'.repeat(31)}`), /could not immediately match/);
  assert.equal(
    (await info.userRole({ user: new Wallet(secret.agentPrivateKey as string).address as `0x${string}` }))
      .role,
    'agent',
  );
  const stranger = new ExchangeClient({ transport, wallet: new Wallet(`0x${'7'.repeat(64)}`) });
  await assert.rejects(stranger.noop(), /does not exist/);
});

test('an action is taken for the main network and for the test network, and the answer states which', async () => {
  const { secret } = await simulator.trading.register({ venue: 'hyperliquid', usd: 10_000 });
  for (const [isTestnet, source] of [
    [false, 'a'],
    [true, 'b'],
  ] as const) {
    const nonce = simulator.now() + (isTestnet ? 1 : 0);
    const context = { nonce, isTestnet, expiresAfter: nonce + 10_000 };
    const sign = (key: string) => signAction({ type: 'noop' }, context, findPrivateKey(key) as Uint8Array);
    const post = async (signature: object) =>
      fetch(`${simulator.urls.hyperliquid}/exchange`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ action: { type: 'noop' }, nonce, signature, expiresAfter: nonce + 10_000 }),
      });
    const stranger = await post(sign(`0x${'7'.repeat(64)}`));
    assert.equal(((await stranger.json()) as { status: string }).status, 'err');
    assert.equal(stranger.headers.get('x-signature-source'), null);
    const answer = await post(sign(secret.agentPrivateKey as string));
    assert.deepEqual(await answer.json(), { status: 'ok', response: { type: 'default' } });
    assert.equal(answer.headers.get('x-signature-source'), source);
  }
});

test('an API secret of Polymarket is base64url with its padding, which strict decoders need', async () => {
  const { secret } = await simulator.trading.register({ venue: 'polymarket' });
  assert.match(secret.apiSecret ?? '', /^[\w-]{43}=$/);
});

test('@polymarket/client places, finds and cancels orders', async () => {
  const { secret } = await simulator.trading.register({ venue: 'polymarket', usd: 10_000 });
  const wallet = new Wallet(secret.privateKey as string);
  // On finer ticks the package makes amounts with more decimals than the venue takes.
  const listing = liquidListing(simulator, 'polymarket', simulator.now(), ({ tick }) => tick === 0.01);
  const [tokenId] = getIds(listing).tokens;
  const { urls } = simulator;
  const environment = forkEnvironmentConfig({
    name: 'simulator',
    gamma: { rest: urls.polymarketGamma },
    clob: { rest: urls.polymarketClob },
    data: { rest: urls.polymarketData },
  });
  const client = await createSecureClient({ environment, wallet: wallet.address, signer: toSigner(wallet) });

  const bought = await client.placeMarketOrder({ tokenId, side: OrderSide.BUY, amount: 20 });
  assert.equal(bought.ok, true, JSON.stringify(bought));
  const held = newest('polymarket');
  assert.ok(held.filled > 0);
  assert.equal(bought.ok && bought.orderId, held.id);
  const found = await client.fetchOrder({ orderId: held.id });
  assert.equal(Number(found.sizeMatched), held.filled / 1e6);
  const trades = await client.listAccountTrades({ tokenId }).firstPage();
  assert.equal(trades.items[0]?.takerOrderId, held.id);

  const { bids } = ladderAt(listing, simulator.now());
  const price = Number(((bids[0]?.price ?? 0) - 10 * listing.tick).toFixed(4));
  const resting = await client.placeLimitOrder({ tokenId, side: OrderSide.BUY, price, size: 20 });
  assert.equal(resting.ok && resting.status, 'live', JSON.stringify(resting));
  assert.equal((await client.listOpenOrders().firstPage()).items.length, 1);
  const orderId = newest('polymarket').id;
  assert.deepEqual((await client.cancelOrder({ orderId })).canceled, [orderId]);
  assert.equal((await client.listOpenOrders().firstPage()).items.length, 0);
});

test('kalshi-typescript places, finds and cancels orders', async () => {
  const { secret } = await simulator.trading.register({ venue: 'kalshi', usd: 10_000 });
  const configuration = new Configuration({
    basePath: simulator.urls.kalshi,
    apiKey: secret.keyId as string,
    privateKeyPem: secret.privateKeyPem as string,
  });
  const orders = new OrdersApi(configuration);
  const portfolio = new PortfolioApi(configuration);
  const listing = liquidListing(simulator, 'kalshi', simulator.now());
  const { bids, asks } = ladderAt(listing, simulator.now());
  const [bid, ask] = [bids[0]?.price ?? 0, asks[0]?.price ?? 0];
  const order = (
    price: number,
    time_in_force: 'immediate_or_cancel' | 'good_till_canceled',
    client_order_id: string,
  ) =>
    orders.createOrderV2({
      ticker: listing.name,
      client_order_id,
      side: 'bid',
      count: '10.00',
      price: price.toFixed(4),
      time_in_force,
      self_trade_prevention_type: 'taker_at_cross',
    });

  const { data: filled } = await order(Math.min(0.99, ask + 0.05), 'immediate_or_cancel', 'one');
  assert.equal(filled.fill_count, (newest('kalshi').filled / 1e6).toFixed(2));
  assert.ok(Number(filled.fill_count) > 0);
  await assert.rejects(order(ask, 'immediate_or_cancel', 'one'), /409/);
  const { data: listed } = await orders.getOrders(listing.name);
  assert.equal(
    listed.orders.find(({ client_order_id }) => client_order_id === 'one')?.order_id,
    filled.order_id,
  );
  const { data: fills } = await portfolio.getFills(listing.name, filled.order_id);
  assert.ok(fills.fills.length > 0);
  const { data: positions } = await portfolio.getPositions();
  assert.equal(positions.market_positions[0]?.position_fp, filled.fill_count);
  assert.ok((await portfolio.getBalance()).data.balance < 1_000_000);

  const { data: resting } = await order(bid - 10 * listing.tick, 'good_till_canceled', 'two');
  assert.equal(resting.remaining_count, '10.00');
  assert.equal((await orders.getOrder(resting.order_id)).data.order.status, 'resting');
  const { data: cancelled } = await orders.cancelOrderV2(
    resting.order_id,
    undefined,
    undefined,
    listing.name,
  );
  assert.equal(cancelled.reduced_by, '10.00');
  assert.equal((await orders.getOrder(resting.order_id)).data.order.status, 'canceled');
  assert.deepEqual((await new ApiKeysApi(configuration).getApiKeys()).data.api_keys[0]?.scopes, [
    'read',
    'write::trade',
  ]);
});

test('@limitless-exchange/sdk places, finds and cancels orders', async () => {
  const { secret } = await simulator.trading.register({ venue: 'limitless', usd: 10_000 });
  const httpClient = new HttpClient({
    baseURL: simulator.urls.limitless,
    hmacCredentials: { tokenId: secret.tokenId as string, secret: secret.tokenSecret as string },
  });
  const listing = liquidListing(simulator, 'limitless', simulator.now());
  const fetcher = new MarketFetcher(httpClient);
  const market = await fetcher.getMarket(listing.name);
  const client = new OrderClient({
    httpClient,
    wallet: new Wallet(secret.privateKey as string),
    marketFetcher: fetcher,
  });
  const { bids, asks } = ladderAt(listing, simulator.now());
  const tokenId = market.tokens?.yes as string;
  const common = { tokenId, side: Side.BUY, marketSlug: listing.name };

  const price = Number(((asks[0]?.price ?? 0) + 0.03).toFixed(3));
  const taken = await client.createOrder({ ...common, price, size: 10, orderType: OrderType.FAK });
  const held = newest('limitless');
  assert.ok(held.filled > 0);
  assert.equal(taken.execution?.settlementStatus, 'MATCHED');
  assert.equal(Number(taken.execution?.totalsRaw?.contractsGross), held.filled);
  const whole = await client.createOrder({ ...common, makerAmount: 5, orderType: OrderType.FOK });
  assert.equal(whole.execution?.matched, true);
  const positions = await new PortfolioFetcher(httpClient).getPositions();
  assert.ok(Number(positions.clob[0]?.tokensBalance.yes) > 0);

  const low = Number(((bids[0]?.price ?? 0) - 0.05).toFixed(3));
  const resting = await client.createOrder({ ...common, price: low, size: 10, orderType: OrderType.GTC });
  assert.equal(newest('limitless').state, 'open');
  await client.cancel(resting.order.id);
  assert.equal(newest('limitless').state, 'cancelled');
});

function toSigner(wallet: Wallet): Signer {
  return {
    getAddress: async () => wallet.address as Awaited<ReturnType<Signer['getAddress']>>,
    signTypedData: async ({ domain, types, message }) => {
      // The package names the domain's own type too, which this library adds on its own.
      const { EIP712Domain: _domain, ...own } = types as unknown as Record<string, TypedDataField[]>;
      return (await wallet.signTypedData(domain as object, own, message)) as Awaited<
        ReturnType<Signer['signTypedData']>
      >;
    },
    signMessage: async (message) =>
      (await wallet.signMessage(message)) as Awaited<ReturnType<Signer['signMessage']>>,
    sendTransaction: () => Promise.reject(new Error('nothing is sent to a chain here')),
  };
}
