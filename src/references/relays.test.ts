import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { openRelay, RELAY_KEYS, readRelayFixture } from '../../test/support/opened-relay.ts';
import { RELAYS, SOURCE_LIST } from '../domain/index.ts';
import { RELAY_PROFILES } from './profiles.ts';

const BTC60 = { source: 'twap60', coin: 'btc' };
const BTC = { source: 'chainlink', coin: 'btc' };

test('every relay has sources of the list, coins and a page', () => {
  const known = SOURCE_LIST.map(({ id }) => id);
  for (const id of RELAYS) {
    const { sources, coins } = RELAY_PROFILES[id];
    assert.ok(sources.length > 0 && sources.every((source) => known.includes(source)), id);
    assert.ok(coins.includes('btc'), id);
    const page = path.join(import.meta.dirname, '..', '..', 'docs', 'references', `${id}.md`);
    assert.ok(readFileSync(page, 'utf8').includes('# '), id);
  }
  const brought = new Set(RELAYS.flatMap((id) => RELAY_PROFILES[id].sources));
  assert.deepEqual([...brought].sort(), known.toSorted());
});

test('rtds: one entry a symbol in one message a topic, filters without blanks', async (t) => {
  const { socket } = await openRelay(t, 'rtds', [BTC60, { source: 'twap60', coin: 'eth' }, BTC]);
  const sent = [JSON.parse(await socket.hear()), JSON.parse(await socket.hear())];
  const entry = (topic: string, coin: string) => ({
    topic,
    type: 'update',
    filters: `{"symbol":"${coin}/usd"}`,
  });
  assert.deepEqual(sent, [
    {
      action: 'subscribe',
      subscriptions: [entry('crypto_prices_twap_sixty', 'btc'), entry('crypto_prices_twap_sixty', 'eth')],
    },
    { action: 'subscribe', subscriptions: [entry('crypto_prices_chainlink', 'btc')] },
  ]);
});

test('rtds: texts by the unit of the topic, snapshots by their symbol, what is mislabelled refused', async (t) => {
  const { socket, values, refused, settle, relay } = await openRelay(t, 'rtds', [BTC60, BTC]);
  socket.say('');
  socket.say('no JSON');
  for (const name of [
    'snapshot-twap60',
    'update-twap60',
    'update-chainlink',
    'snapshot-binance',
    'update-binance',
  ])
    socket.say(readRelayFixture('rtds', name));
  await settle();
  assert.deepEqual(
    values.map(({ source, t: at, text, value, isSnapshot }) => [source, at, text, value, isSnapshot]),
    [
      ['twap60', 1_788_608_387_000, '79639.795829763498573824', 79_639.7958297635, true],
      ['twap60', 1_788_608_388_000, '79639.79092176790355968', 79_639.7909217679, true],
      ['twap60', 1_788_608_389_000, '79639.787357732704616448', 79_639.78735773271, true],
      ['twap60', 1_788_600_388_000, '79697.575317474428059648', 79_697.57531747443, false],
      ['chainlink', 1_788_600_388_000, '79696.94817428796', 79_696.94817428796, false],
    ],
  );
  assert.equal(relay.status().state, 'on');
  const spot = { ...readRelayFixture('rtds', 'snapshot-binance') };
  spot.payload.symbol = 'btc/usd';
  socket.say(spot);
  const update = readRelayFixture('rtds', 'update-twap60');
  socket.say({ ...update, topic: 'crypto_prices' });
  socket.say({ ...update, payload: { ...update.payload, window_s: 30 } });
  socket.say({ ...update, payload: { ...update.payload, full_accuracy_value: '79697.575317474428059648' } });
  await settle();
  assert.deepEqual(
    values.slice(5).map(({ source, text, isSnapshot }) => [source, text, isSnapshot]),
    [1, 2, 3].map(() => ['chainlink', null, true]),
  );
  assert.deepEqual(refused, ['twap60-btc sourceChanged', 'twap60-btc sourceChanged', 'twap60-btc invalid']);
});

test('rtds: a topic that was rejected three times is not asked for again', async (t) => {
  const { socket, relay, settle } = await openRelay(t, 'rtds', [BTC60, BTC]);
  const rejected = readRelayFixture('rtds', 'rejected');
  const message = rejected.body.message.replaceAll('definitely_not_a_topic', 'crypto_prices_twap_sixty');
  for (let i = 0; i < 3; i++) socket.say({ ...rejected, body: { message } });
  await settle();
  const before = socket.heard.length;
  relay.restart(BTC60);
  relay.restart(BTC);
  await settle();
  const asked = socket.heard.slice(before);
  assert.equal(asked.length, 1);
  assert.ok(asked[0]!.includes('crypto_prices_chainlink'));
});

test('rtds: three connections without a value are enough, and it is tried again after ten minutes', async (t) => {
  const { socket, relay, warnings, advance, settle } = await openRelay(t, 'rtds', [BTC60]);
  relay.renew();
  await socket.connected();
  relay.renew();
  await socket.connected();
  relay.renew();
  assert.equal(relay.status().state, 'gone');
  assert.equal(warnings.length, 1);
  relay.check();
  assert.equal(socket.connections.length, 3);
  advance(10 * 60_000);
  relay.check();
  await socket.connected();
  relay.renew();
  assert.equal(relay.status().state, 'gone');
  assert.equal(warnings.length, 1, 'told once a day');
  advance(10 * 60_000);
  relay.check();
  await socket.connected();
  socket.say(readRelayFixture('rtds', 'update-twap60'));
  await settle();
  assert.equal(relay.status().state, 'on');
});

test('polybolt: credentials first, then one entry a symbol with the provider pinned', async (t) => {
  const { socket } = await openRelay(t, 'polybolt', [BTC60, BTC]);
  const auth = JSON.parse(await socket.hear());
  assert.deepEqual(auth, { op: 'auth', rid: 'auth', auth: RELAY_KEYS.polybolt });
  socket.say({ op: 'authed', rid: 'auth' });
  assert.deepEqual(JSON.parse(await socket.hear()).subscriptions, [
    { channel: 'price.crypto.twap', filter: { symbol: 'btcusd', window_seconds: 60 } },
    { channel: 'price.crypto', filter: { symbol: 'btcusd', provider: 'chainlink' } },
  ]);
});

test('polybolt: texts are decimals, another provider or window is refused, a jump of seq asks again', async (t) => {
  const { socket, values, refused, settle } = await openRelay(t, 'polybolt', [BTC60, BTC]);
  await socket.hear();
  for (const answer of readRelayFixture('polybolt', 'answers'))
    if (answer.op !== 'authed') socket.say(answer);
  for (const name of ['snapshot-twap60', 'update-twap60', 'snapshot-empty', 'update-spot-pyth'])
    socket.say(readRelayFixture('polybolt', name));
  await settle();
  assert.deepEqual(
    values.map(({ t: at, text, isSnapshot }) => [at, text, isSnapshot]),
    [
      [1_788_886_057_000, '78788.525642908795142144', true],
      [1_788_886_058_000, '78788.786579938813673472', true],
      [1_788_886_177_000, '78803.715261094101516288', false],
    ],
  );
  // The sequence of spot jumps from 3 to 5, and the value is from another provider.
  assert.deepEqual(refused, ['chainlink-btc sourceChanged']);
  const again = JSON.parse(await socket.hear());
  assert.deepEqual(
    again.subscriptions.map(({ channel }: { channel: string }) => channel),
    ['price.crypto'],
  );
  const update = readRelayFixture('polybolt', 'update-twap60');
  socket.say({ ...update, seq: 4, payload: { ...update.payload, window_seconds: 30 } });
  socket.say({ ...update, seq: 5, dropped: 3 });
  await settle();
  assert.deepEqual(refused.slice(1), ['twap60-btc sourceChanged']);
  assert.equal(JSON.parse(await socket.hear()).subscriptions[0].channel, 'price.crypto.twap');
});

test('polybolt: credentials that are refused are not tried again, and no message has them', async (t) => {
  for (const refuse of ['frame', 'close'] as const) {
    const { socket, relay, warnings } = await openRelay(t, 'polybolt', [BTC60]);
    await socket.hear();
    if (refuse === 'frame') socket.say({ op: 'error', rid: 'auth', code: 'auth_invalid' });
    else socket.connections[0]!.close(4001, 'credentials');
    while (relay.status().state !== 'refused') await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, /CROSSTAPE_POLYBOLT_KEY/);
    assert.doesNotMatch(warnings[0]! + relay.status().why, /the-key|the-secret|the-passphrase/);
    assert.equal(socket.connections.length, 1);
  }
});

test('kalshi: the index as it stands, the average at 60 values, an incomplete one as its count', async (t) => {
  const rti = { source: 'rti', coin: 'btc' };
  const { socket, values, refused, settle } = await openRelay(t, 'kalshi', [
    rti,
    { source: 'rti60', coin: 'btc' },
    { source: 'pyth', coin: 'xau' },
  ]);
  assert.ok(socket.requests[0]!.headers['kalshi-access-signature']);
  assert.deepEqual(JSON.parse(await socket.hear()).params, {
    channels: ['cfbenchmarks_value'],
    index_ids: ['BRTI'],
  });
  assert.deepEqual(JSON.parse(await socket.hear()).params, {
    channels: ['pyth_value'],
    underlying_tickers: ['Metal.XAU/USD'],
  });
  const whole = readRelayFixture('kalshi', 'average.described');
  socket.say(readRelayFixture('kalshi', 'index.described'));
  socket.say(whole);
  socket.say(readRelayFixture('kalshi', 'pyth.described'));
  await settle();
  const shown = () =>
    values.splice(0).map(({ source, t: at, text, count }) => [source, at - 1_791_162_000_000, text, count]);
  assert.deepEqual(shown(), [
    ['rti', -90_000, '84350.12', null],
    ['rti', 0, '84351.5', null],
    ['rti60', 0, '84349.74383333', 60],
    ['pyth', 0, '4012.55000000', null],
  ]);
  const quarter = 1_791_162_900_000;
  const say = (time: number, size: number | null) =>
    socket.say({
      ...whole,
      msg: {
        index_id: 'BRTI',
        data: JSON.stringify({ type: 'value', id: 'BRTI', time, value: '84351.5' }),
        ...(size === null
          ? {}
          : { last_60s_windowed_average_15min: { value: '84349.5', window_size: size } }),
      },
    });
  for (let i = 1; i <= 59; i++) say(quarter - 59_000 + (i - 1) * 1_000, i);
  say(quarter + 1_000, null);
  say(quarter + 30_000, 60);
  await settle();
  assert.deepEqual(
    shown().filter(([source]) => source === 'rti60'),
    [['rti60', 900_000, null, 59]],
  );
  assert.deepEqual(refused, ['rti60-btc invalid'], 'a whole average at no quarter of an hour');
});
