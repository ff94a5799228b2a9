import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRelay, readRelayFixture } from '../../test/support/opened-relay.ts';

const BTC60 = { source: 'twap60', coin: 'btc' };
const T = 1_791_162_000_000;

const rtds = (payload: object, members: object = {}) => ({
  topic: 'crypto_prices_twap_sixty',
  type: 'update',
  timestamp: T + 1_400,
  payload: { symbol: 'btc/usd', window_s: 60, ...payload },
  ...members,
});
const polybolt = (seq: number, payload: object, members: object = {}) => ({
  v: 1,
  channel: 'price.crypto.twap',
  seq,
  ts: T,
  ...members,
  payload: { symbol: 'btcusd', window_seconds: 60, source: 'chainlink', ...payload },
});
const point = (t: number, value: number, exact: string) => ({
  timestamp: t,
  value,
  full_accuracy_value: exact,
});

test('rtds: ten frames at once, a second with two values and seconds out of order come as they were sent', async (t) => {
  const { socket, values, settle } = await openRelay(t, 'rtds', [BTC60]);
  const sent = [3, 1, 2, 2, 9, 8, 7, 2, 0, 5].map((second, i) => [second, 80_000 + i] as const);
  for (const [second, price] of sent)
    socket.say(rtds(point(T + second * 1_000, price, `${price}${'0'.repeat(18)}`)));
  await settle();
  assert.deepEqual(
    values.map(({ t: at, value }) => [(at - T) / 1_000, value]),
    sent,
  );
  values.splice(0);
  // Snapshots are stored in the order of their times, whatever the order in the frame.
  const data = [2, 0, 1, 1].map((second, i) => point(T + second * 1_000, i + 1, `${i + 1}${'0'.repeat(18)}`));
  socket.say(rtds({ data }, { type: 'subscribe' }));
  await settle();
  assert.deepEqual(
    values.map(({ t: at, value, isSnapshot }) => [(at - T) / 1_000, value, isSnapshot]),
    [
      [0, 2, true],
      [1, 3, true],
      [1, 4, true],
      [2, 1, true],
    ],
  );
});

test('texts of 25 digits are read to the last by the unit of their socket', async (t) => {
  const keyless = await openRelay(t, 'rtds', [BTC60]);
  const digits = '1234567890123456789012345';
  keyless.socket.say(rtds(point(T, Number('1234567.890123456789012345'), digits)));
  await keyless.settle();
  assert.equal(keyless.values[0]?.text, '1234567.890123456789012345');
  const keyed = await openRelay(t, 'polybolt', [BTC60]);
  keyed.socket.say(polybolt(1, point(T, Number('80000.12345678901234567891'), '80000.12345678901234567891')));
  keyed.socket.say(polybolt(2, point(T, Number(digits), digits)));
  await keyed.settle();
  assert.deepEqual(
    keyed.values.map(({ text }) => text),
    ['80000.12345678901234567891', digits],
  );
});

test('what is no frame of a relay is passed over, and what follows is read', async (t) => {
  const junk = [
    '[]',
    'null',
    '{',
    '"text"',
    '{"op":7}',
    JSON.stringify({ type: 'cfbenchmarks_value', msg: 'text' }),
    JSON.stringify({ type: 'pyth_value', msg: null }),
    JSON.stringify(rtds({ timestamp: T })),
    JSON.stringify(rtds(point(T, 1, '1'.repeat(61)))),
    JSON.stringify(rtds({ ...point(T, 1, '1'), timestamp: 'now' })),
    JSON.stringify(rtds({ data: 'none' }, { type: 'subscribe' })),
    JSON.stringify(polybolt(1, { timestamp: T })),
    JSON.stringify(polybolt(2, { data: {} }, { snapshot: true })),
    JSON.stringify(polybolt(3, point(T, 1, '1'), { v: 2 })),
  ];
  const good = {
    rtds: rtds(point(T, 80_000, `80000${'0'.repeat(18)}`)),
    polybolt: polybolt(4, point(T, 80_000, '80000')),
    kalshi: readRelayFixture('kalshi', 'index.described'),
  } as const;
  for (const id of ['rtds', 'polybolt', 'kalshi'] as const) {
    const series = id === 'kalshi' ? { source: 'rti', coin: 'btc' } : BTC60;
    const { socket, values, settle } = await openRelay(t, id, [series]);
    for (const text of junk) socket.say(text);
    socket.say(good[id]);
    await settle();
    assert.equal(values.length, 1, id);
    assert.equal(socket.connections.length, 1, id);
  }
});

test('rows of a snapshot that are no points leave the others as they are', async (t) => {
  const data = [
    null,
    7,
    point(T, 80_000, `80000${'0'.repeat(18)}`),
    { timestamp: T + 1_000, value: 'high' },
    point(T + 2_000, 80_002, '80002.5'),
  ];
  const keyless = await openRelay(t, 'rtds', [BTC60]);
  keyless.socket.say(rtds({ data }, { type: 'subscribe' }));
  await keyless.settle();
  assert.deepEqual(
    keyless.values.map(({ text }) => text),
    ['80000'],
  );
  assert.deepEqual(keyless.refused, ['twap60-btc invalid']);
  const keyed = await openRelay(t, 'polybolt', [BTC60]);
  keyed.socket.say(polybolt(1, { data }, { snapshot: true }));
  await keyed.settle();
  // Text and double are passed on unchanged. Admission refuses them when they disagree.
  assert.deepEqual(
    keyed.values.map(({ text, value }) => [text, value]),
    [
      [`80000${'0'.repeat(18)}`, 80_000],
      ['80002.5', 80_002],
    ],
  );
});

test('polybolt: a sequence that begins anew after a reconnect is no loss', async (t) => {
  const { socket, relay, values, settle } = await openRelay(t, 'polybolt', [BTC60]);
  socket.say(polybolt(7, point(T, 1, '1')));
  await settle();
  relay.renew();
  await socket.connected();
  socket.say({ op: 'authed', rid: 'auth' });
  await socket.hear((text) => text.includes('"subscribe"'));
  socket.say(polybolt(1, point(T + 1_000, 2, '2')));
  socket.say(polybolt(2, point(T + 2_000, 3, '3')));
  await settle();
  assert.equal(values.length, 3);
  assert.equal(socket.heard.filter((text) => text.includes('"op":"subscribe"')).length, 1);
});

test('kalshi: seconds out of order and a whole average after its part are told, a part once', async (t) => {
  const { socket, values, refused, settle } = await openRelay(t, 'kalshi', [
    { source: 'rti', coin: 'btc' },
    { source: 'rti60', coin: 'btc' },
  ]);
  const quarter = T + 900_000;
  const say = (time: number, size: number | null, value: string | number = '84351.5') =>
    socket.say({
      type: 'cfbenchmarks_value',
      sid: 1,
      msg: {
        index_id: 'BRTI',
        data: JSON.stringify({ type: 'value', id: 'BRTI', time, value: '84351.5' }),
        ...(size === null ? {} : { last_60s_windowed_average_15min: { value, window_size: size } }),
      },
    });
  say(quarter - 2_000, 58);
  say(quarter - 3_000, 57);
  say(quarter - 1_000, 59);
  say(quarter + 1_000, null);
  say(quarter + 2_000, null);
  say(quarter, 60, '84349.74383333');
  say(quarter, 60, '84349.74383334');
  say(quarter - 1_000, 59);
  say(quarter + 3_000, null);
  await settle();
  assert.deepEqual(
    values
      .filter(({ source }) => source === 'rti60')
      .map(({ t: at, text, count }) => [at - quarter, text, count]),
    [
      [0, null, 59],
      [0, '84349.74383333', 60],
      [0, '84349.74383334', 60],
    ],
  );
  socket.say({ type: 'cfbenchmarks_value', sid: 1, msg: { index_id: 'BRTI', data: 'no JSON' } });
  await settle();
  assert.deepEqual(refused, ['rti-btc invalid']);
});

test('kalshi: a frame whose data is of another index is refused, with its average', async (t) => {
  const { socket, values, refused, settle } = await openRelay(t, 'kalshi', [
    { source: 'rti', coin: 'btc' },
    { source: 'rti60', coin: 'btc' },
  ]);
  for (const name of ['average.described', 'index.described']) {
    const frame = readRelayFixture('kalshi', name);
    const data = JSON.stringify({ ...JSON.parse(frame.msg.data), id: 'ETHUSD_RTI' });
    socket.say({ ...frame, msg: { ...frame.msg, data } });
  }
  await settle();
  assert.deepEqual(values, []);
  assert.deepEqual(refused, ['rti-btc sourceChanged', 'rti60-btc sourceChanged', 'rti-btc sourceChanged']);
});
