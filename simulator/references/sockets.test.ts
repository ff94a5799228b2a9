import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { epochMs } from '../../src/domain/index.ts';
import { POLYBOLT_CREDENTIALS, type Simulator, startSimulator } from '../index.ts';

const QUARTER = Date.UTC(2026, 9, 6, 12);
const SIGNED = {
  'kalshi-access-key': 'key',
  'kalshi-access-timestamp': '1',
  'kalshi-access-signature': 'signature',
};

interface Frame {
  readonly [member: string]: unknown;
}

/** Longer than streams take to look for news. */
const TICK_MS = 300;

/** Waits until all that was sent so far was read on both sides. */
async function answered(ws: WebSocket): Promise<void> {
  ws.ping();
  await once(ws, 'pong');
}

/** A simulator whose time moves when told, with what a socket heard. */
async function open(t: TestContext, url: keyof Simulator['urls'], from = QUARTER - 10_000) {
  let now = from;
  const simulator = await startSimulator({ port: 0, clock: () => epochMs(now) });
  const ws = new WebSocket(simulator.urls[url], { headers: SIGNED });
  const texts: string[] = [];
  ws.on('message', (data) => texts.push(String(data)));
  t.after(async () => {
    ws.terminate();
    await simulator.close();
  });
  await once(ws, 'open');
  const control = simulator.urls.kalshi.replace('/trade-api/v2', '/simulator');
  return {
    simulator,
    texts,
    send: (message: object | string) =>
      ws.send(typeof message === 'string' ? message : JSON.stringify(message)),
    /** Lets time pass, and returns what was said meanwhile. */
    pass: async (ms: number) => {
      const before = texts.length;
      await answered(ws);
      now += ms;
      await sleep(TICK_MS);
      await answered(ws);
      return texts.slice(before).map((text) => JSON.parse(text) as Frame);
    },
    truth: async (source: string, coin: string, span: string) => {
      const answer = await fetch(`${control}/references?source=${source}&coin=${coin}&${span}`);
      return ((await answer.json()) as { values: { t: number; text: string; sent: boolean }[] }).values;
    },
  };
}

const subscribeRtds = (...entries: object[]) => ({ action: 'subscribe', subscriptions: entries });
const sixty = (filters: string) => ({ topic: 'crypto_prices_twap_sixty', type: 'update', filters });

test('the keyless socket sends a snapshot, then each second as an integer of 10^-18', async (t) => {
  const { texts, send, pass, truth } = await open(t, 'polymarketRtdsWs');
  send(subscribeRtds(sixty('{"symbol":"btc/usd"}')));
  const [snapshot] = await pass(0);
  assert.equal(texts[0], '');
  assert.equal(snapshot?.type, 'subscribe');
  assert.equal(snapshot?.topic, 'crypto_prices_twap_sixty');
  assert.equal('connection_id' in snapshot, false);
  const { data } = snapshot!.payload as { data: Frame[] };
  assert.ok(data.length >= 50 && data.length <= 59, `${data.length} points`);

  const frames = await pass(5_000);
  const moments = frames.map(({ payload }) => (payload as Frame).timestamp as number);
  assert.equal(frames.length, 5);
  assert.equal(moments[0], Number(data.at(-1)?.timestamp) + 1_000);
  const values = await truth('twap60', 'btc', `from=${moments[0]}&to=${moments.at(-1)}`);
  for (const [i, { payload, timestamp }] of frames.entries()) {
    const { full_accuracy_value, value, window_s } = payload as Record<string, string>;
    const text = values[i]!.text;
    const [whole, part = ''] = text.split('.');
    assert.equal(full_accuracy_value, `${whole}${part.padEnd(18, '0')}`);
    assert.equal(value, Number(text));
    assert.equal(window_s, 60);
    const lag = Number(timestamp) - moments[i]!;
    assert.ok(lag >= 1_000 && lag <= 1_900, `${lag} ms`);
  }
});

test('the keyless socket answers mistakes with silence, as the venue does', async (t) => {
  const { send, pass } = await open(t, 'polymarketRtdsWs');
  send('PING');
  send(subscribeRtds(sixty('{"symbol":"eth/usd"}'), { topic: 'no_topic', type: 'update' }));
  const [rejected, ...none] = await pass(3_000);
  assert.equal(rejected?.statusCode, 401);
  assert.deepEqual(none, []);
  send({ action: 'subscribe', subscriptions: [{ topic: 'crypto_prices_twap_sixty' }] });
  assert.deepEqual(await pass(0), [{ message: 'Invalid request body' }]);
  send(subscribeRtds(sixty('{"symbol": "btc/usd"}')));
  const afterBlank = await pass(3_000);
  assert.deepEqual(
    afterBlank.map(({ type }) => type),
    ['subscribe'],
  );
  send(subscribeRtds(sixty('{"symbol":"btc/usd,eth/usd"}')));
  assert.deepEqual(await pass(3_000), []);
  send(subscribeRtds({ topic: 'crypto_prices_chainlink', type: '*', filters: '{"symbol":"BTC/USD"}' }));
  const [spot, ...live] = await pass(3_000);
  assert.equal(spot?.topic, 'crypto_prices');
  assert.equal('full_accuracy_value' in (spot!.payload as { data: Frame[] }).data[0]!, false);
  assert.equal(live.length, 3);
});

test('the socket with credentials counts its frames, and refuses what it does not know', async (t) => {
  const { send, pass, truth } = await open(t, 'polyboltWs');
  const subscribe = (channel: string, filter: object) => ({
    op: 'subscribe',
    rid: 's',
    subscriptions: [{ channel, filter }],
  });
  const twap = subscribe('price.crypto.twap', { symbol: 'btcusd', window_seconds: 60 });
  send(twap);
  send({ op: 'auth', rid: 'a', auth: { ...POLYBOLT_CREDENTIALS, secret: 'another' } });
  send({ op: 'auth', rid: 'a', auth: POLYBOLT_CREDENTIALS });
  send(subscribe('price.crypto', { symbol: 'btc/usd' }));
  send({ op: 'ping' });
  assert.deepEqual(await pass(0), [
    { op: 'error', code: 'auth_required', rid: 's' },
    { op: 'error', code: 'auth_invalid', rid: 'a' },
    { op: 'authed', rid: 'a' },
    { op: 'error', channel: 'price.crypto', code: 'bad_filter', rid: 's' },
    { op: 'pong' },
  ]);
  send(twap);
  send(subscribe('price.crypto.twap', { symbol: 'btcusd', window_seconds: 30 }));
  send(subscribe('price.crypto', { symbol: 'btcusdt' }));
  const frames = await pass(3_000);
  const said = frames.filter(({ v }) => v === 1) as { seq: number; channel: string; payload: Frame }[];
  const averages = said.filter(({ channel }) => channel === 'price.crypto.twap');
  assert.deepEqual(
    averages.map(({ seq }) => seq),
    [1, 2, 3, 4, 5],
  );
  assert.deepEqual(averages[1]?.payload.data, []);
  assert.deepEqual(
    said.filter(({ channel }) => channel === 'price.crypto').map(({ payload }) => payload.data),
    [[]],
  );
  const { timestamp, full_accuracy_value, source } = averages[2]!.payload;
  assert.equal(source, 'chainlink');
  const [value] = await truth('twap60', 'btc', `from=${timestamp}&to=${timestamp}`);
  assert.equal(full_accuracy_value, value?.text);
});

test('the index counts the last minute before a quarter of an hour up to 60 values', async (t) => {
  const { send, pass, truth } = await open(t, 'kalshiWs', QUARTER - 62_000);
  const none = { id: 1, cmd: 'subscribe', params: { channels: ['cfbenchmarks_value'] } };
  send(none);
  const [subscribed] = await pass(1_000);
  const { sid } = subscribed!.msg as { sid: number };
  const change = (action: string, members = {}) => ({
    id: 2,
    cmd: 'update_subscription',
    params: { sids: [sid], action, ...members },
  });
  send(change('indexlist'));
  const [listed] = await pass(0);
  assert.ok((listed!.msg as { index_ids: string[] }).index_ids.includes('BRTI'));
  send(change('subscribe_indices', { index_ids: ['BRTI'] }));
  await pass(0);
  const frames = (await pass(64_000)) as unknown as { msg: Record<string, string & Frame> }[];
  const seconds = frames.map(({ msg }) => ({
    time: (JSON.parse(msg.data!) as { time: number }).time,
    size: msg.last_60s_windowed_average_15min?.window_size,
    value: msg.last_60s_windowed_average_15min?.value,
  }));
  const at = (time: number) => seconds.find((one) => one.time === time);
  assert.equal(at(QUARTER - 60_000)?.size, undefined);
  assert.equal(at(QUARTER - 59_000)?.size, 1);
  assert.equal(at(QUARTER - 1_000)?.size, 59);
  assert.equal(at(QUARTER)?.size, 60);
  assert.equal(at(QUARTER + 1_000)?.size, undefined);
  const [value] = await truth('rti60', 'btc', `from=${QUARTER}&to=${QUARTER}`);
  assert.equal(at(QUARTER)?.value, value?.text);
});

test('faults strike one series, and the truth keeps what they did', async (t) => {
  const { simulator, send, pass, truth } = await open(t, 'polymarketRtdsWs');
  send(subscribeRtds(sixty('{"symbol":"btc/usd"}'), sixty('{"symbol":"eth/usd"}')));
  await pass(0);
  const series = { source: 'twap60', coin: 'btc' } as const;
  const strike = async (fault: Parameters<typeof simulator.faults.set>[0]) => {
    const from = simulator.now();
    const id = simulator.faults.set(fault);
    await pass(3_000);
    simulator.faults.clear(id);
    await pass(5_000);
    return truth('twap60', 'btc', `from=${from}&to=${from + 8_000}`);
  };
  const holes = await strike({ kind: 'reference_hole', ...series });
  assert.deepEqual(
    holes.map(({ sent }) => sent),
    [false, false, false, true, true, true, true, true, true],
  );
  assert.ok(
    (await truth('twap60', 'eth', `from=${holes[0]?.t}&to=${holes[2]?.t}`)).every(({ sent }) => sent),
  );

  const [before] = await truth('twap60', 'btc', `from=${simulator.now()}&to=${simulator.now()}`);
  const corrected = await strike({ kind: 'reference_correct', deltaBps: 5, ...series });
  assert.ok(Number(corrected[0]?.text) > Number(before?.text));

  simulator.faults.set({ kind: 'silence', venue: 'ref', asset: 'twap60-btc' });
  const quiet = await pass(3_000);
  assert.deepEqual([...new Set(quiet.map(({ payload }) => (payload as Frame).symbol))], ['eth/usd']);
});

test('a fault can refuse a relay its connection', async (t) => {
  const { simulator } = await open(t, 'polyboltWs');
  simulator.faults.set({ kind: 'status', status: 410, venue: 'ref', path: '/rtds', times: 1 });
  const connect = () => new WebSocket(simulator.urls.polymarketRtdsWs);
  const [error] = await once(connect(), 'error');
  assert.match(String(error), /410/);
  const healthy = connect();
  await once(healthy, 'open');
  healthy.terminate();
});
