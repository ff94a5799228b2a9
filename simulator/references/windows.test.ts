import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { epochMs } from '../../src/domain/index.ts';
import { startSimulator } from '../index.ts';

const START = Date.UTC(2026, 9, 6, 12);
const END = START + 900_000;
const AFTER = END + 120_000;
const SECONDS = START / 1_000;

interface Window {
  readonly asset: string;
  readonly strike: string;
  readonly value: string;
  readonly outcome: string;
  readonly faults: readonly string[];
}

/** One window of an hour's quarter at each venue, with faults set as its moments pass. */
async function settle(t: TestContext, faults: readonly (readonly [at: number, fault: object])[] = []) {
  let now = START - 60_000;
  const simulator = await startSimulator({ port: 0, markets: 100, clock: () => epochMs(now) });
  t.after(() => simulator.close());
  const { urls } = simulator;
  const control = urls.kalshi.replace('/trade-api/v2', '/simulator');
  for (const [at, fault] of faults) {
    now = at;
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    };
    assert.equal((await fetch(`${control}/faults`, init)).status, 201);
  }
  now = AFTER;
  const get = async <T>(url: string) => (await (await fetch(url)).json()) as T;
  const windows = await get<Window[]>(`${control}/windows?from=${END}&to=${END}`);
  const find = (prefix: string) => windows.find(({ asset }) => asset.startsWith(prefix))!;
  const market = await get<Record<string, string>[]>(
    `${urls.polymarketGamma}/markets?closed=true&slug=btc-updown-15m-${SECONDS}`,
  );
  const kalshi = await get<{ markets: Record<string, unknown>[] }>(
    `${urls.kalshi}/markets?series_ticker=KXBTC15M&limit=1000`,
  );
  const limitless = await get<{
    metadata: Record<string, unknown>;
    payoutNumerators: number[];
    description: string;
  }>(`${urls.limitless}/markets/btc-up-or-down-15-min-${SECONDS}`);
  return {
    polymarket: { truth: find('pm-btc-updown-15m'), market: market[0]! },
    kalshi: {
      truth: find('kalshi-kxbtc15m'),
      market: kalshi.markets.find(
        ({ close_time }) => close_time === new Date(END).toISOString().replace('.000', ''),
      )!,
    },
    limitless: { truth: find('limitless-btc-up-or-down-15'), market: limitless },
  };
}

test('windows say what they settle by, and afterwards the prices that were taken', async (t) => {
  const { polymarket, kalshi, limitless } = await settle(t);
  const [event] = polymarket.market.events as unknown as { eventMetadata: object }[];
  assert.deepEqual(event?.eventMetadata, {
    priceToBeat: Number(polymarket.truth.strike),
    finalPrice: Number(polymarket.truth.value),
  });
  assert.equal(
    polymarket.market.resolutionSource,
    'https://data.chain.link/streams/btc-usd-twap-60s-streams',
  );
  assert.equal(
    JSON.parse(polymarket.market.outcomePrices!)[0],
    polymarket.truth.outcome === 'yes' ? '1' : '0',
  );

  assert.match(
    String(kalshi.market.rules_primary),
    /before 8:15 AM EDT on Oct 6, 2026 is at least .* 8:00 AM EDT/,
  );
  assert.equal(kalshi.market.strike_type, 'greater_or_equal');
  assert.equal(kalshi.market.result, kalshi.truth.outcome);
  assert.ok(Math.abs(Number(kalshi.market.expiration_value) - Number(kalshi.truth.value)) <= 0.005);

  assert.equal(limitless.market.metadata.openPrice, limitless.truth.strike);
  assert.match(limitless.market.description, /on October 6, 2026, at 12:15 UTC is greater than/);
  assert.equal(limitless.market.payoutNumerators[0], limitless.truth.outcome === 'yes' ? 1 : 0);
  assert.equal(limitless.truth.strike, polymarket.truth.strike);
});

test('a window that pays against its values says so in the truth alone', async (t) => {
  const plain = await settle(t);
  const fault = { kind: 'reference_other_result', source: 'twap60', coin: 'btc' };
  const paid = await settle(t, [[END - 1_000, fault]]);
  assert.notEqual(paid.polymarket.truth.outcome, plain.polymarket.truth.outcome);
  assert.deepEqual(paid.polymarket.truth.faults, ['reference_other_result']);
  assert.equal(paid.polymarket.truth.value, plain.polymarket.truth.value);
  assert.deepEqual(paid.kalshi, plain.kalshi);
});

test('Limitless takes the next report within five seconds, the others have a hole', async (t) => {
  const hole = { kind: 'reference_hole', seconds: 2, source: 'twap60', coin: 'btc' };
  const { polymarket, limitless } = await settle(t, [[END, hole]]);
  const { close } = limitless.market.metadata.chainlinkTwapResolution as { close: Record<string, unknown> };
  assert.equal(close.offsetSeconds, 2);
  assert.notEqual(limitless.truth.value, polymarket.truth.value);
  assert.deepEqual(polymarket.truth.faults, ['reference_hole']);
});
