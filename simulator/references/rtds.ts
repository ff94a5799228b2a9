import type { WebSocket } from 'ws';
import type { Listener } from '../faults.ts';
import { toHex } from '../hex.ts';
import { readObject, type SimulatedStream, sendText } from '../venue-stream.ts';
import type { Emission } from '../world/references/publication.ts';
import { REFERENCE_COINS, type ReferenceSource, toDecimal } from '../world/references/reference-prices.ts';
import { createListener, findRefusal, listHeard, listSnapshot, type RelayView } from './relay-view.ts';

interface Topic {
  readonly name: string;
  readonly source: ReferenceSource;
  readonly window: number | null;
}

const TOPICS: readonly Topic[] = [
  { name: 'crypto_prices_chainlink', source: 'chainlink', window: null },
  { name: 'crypto_prices_twap_sixty', source: 'twap60', window: 60 },
  { name: 'crypto_prices_twap_thirty', source: 'twap30', window: 30 },
];
/** Under this name come snapshots of spot, and values that are mislabelled. */
const OTHER_TOPIC = 'crypto_prices';
const TYPES = ['update', '*'];
const SNAPSHOT_SECONDS = 59;

interface Subscription {
  readonly topic: Topic;
  /** null: every coin. */
  readonly coin: string | null;
  readonly listener: Listener;
}

interface Connection {
  readonly number: number;
  readonly openedAt: number;
  readonly id: string;
  readonly ws: WebSocket;
  subscriptions: Subscription[];
}

/** Polymarket's socket of prices that needs no key. It answers no ping, and most mistakes with silence. */
export function serveRtds(view: RelayView): SimulatedStream {
  const connections = new Set<Connection>();
  let opened = 0;
  let until = view.now();
  return {
    refusal: (request) => findRefusal(view, request),
    accept: (ws) => {
      const number = opened++;
      const id = toHex(`rtds ${number}`).slice(0, 16);
      const connection: Connection = { number, openedAt: view.faults.newestId, id, ws, subscriptions: [] };
      connections.add(connection);
      ws.on('message', (data) => receive(view, connection, String(data)));
      ws.on('error', () => ws.terminate());
      ws.on('close', () => connections.delete(connection));
      sendText(ws, '');
    },
    tick: () => {
      const span = [until, view.now()] as const;
      until = span[1];
      for (const connection of connections) {
        for (const subscription of connection.subscriptions) speak(view, connection, subscription, span);
      }
    },
  };
}

function receive(view: RelayView, connection: Connection, text: string): void {
  const { ws } = connection;
  if (text === 'PING') return;
  const message = readObject(text);
  const entries = Array.isArray(message?.subscriptions) ? message.subscriptions : null;
  const isKnown = message?.action === 'subscribe' || message?.action === 'unsubscribe';
  if (!isKnown || entries === null || entries.some((entry) => typeof entry?.type !== 'string')) {
    sendText(ws, JSON.stringify({ message: 'Invalid request body' }));
    return;
  }
  const unknown = entries.find(
    ({ topic, type }) => !TYPES.includes(type) || !TOPICS.some(({ name }) => name === topic),
  );
  if (unknown !== undefined) {
    const reason = `topic: ${unknown.topic} and type: ${unknown.type} not found`;
    const nested = `rpc error: code = NotFound desc = ${reason}`;
    const told = `leger GetTopics error: ${nested}, status: ${nested}, message: ${reason}`;
    sendText(ws, JSON.stringify({ body: { message: told }, statusCode: 401 }));
    return;
  }
  for (const { topic: name, filters } of entries) {
    const topic = TOPICS.find((one) => one.name === name)!;
    const coin = readCoin(filters);
    connection.subscriptions = connection.subscriptions.filter(
      (one) => one.topic !== topic || (coin !== null && one.coin !== coin),
    );
    if (message.action === 'unsubscribe') continue;
    if (coin === undefined) continue;
    const listener = createListener(view, connection.number, connection.openedAt);
    const subscription: Subscription = { topic, coin, listener };
    if (coin !== null) sendSnapshot(view, connection, subscription);
    // With a blank in its filter a subscription gets the snapshot, and nothing after it.
    if (coin === null || !/\s/.test(filters)) connection.subscriptions.push(subscription);
  }
}

/** Reads the coin of a filter; null without a filter, undefined for one that finds nothing. */
function readCoin(filters: unknown): string | null | undefined {
  if (filters === undefined || filters === '') return null;
  const symbol = typeof filters === 'string' ? readObject(filters)?.symbol : undefined;
  if (typeof symbol !== 'string') return undefined;
  return REFERENCE_COINS.find(({ id }) => `${id}/usd` === symbol.toLowerCase())?.id;
}

function sendSnapshot(view: RelayView, { ws }: Connection, { topic, coin, listener }: Subscription): void {
  const points = listSnapshot(view, topic.source, coin!, listener, SNAPSHOT_SECONDS);
  const isSpot = topic.window === null;
  const data = points.map(({ t, value }) => ({
    ...(isSpot ? {} : { full_accuracy_value: String(value) }),
    timestamp: t,
    value: Number(toDecimal(value)),
  }));
  const payload = { data, symbol: `${coin}/usd`, ...(isSpot ? {} : { window_s: topic.window }) };
  const frame = {
    payload,
    timestamp: view.now(),
    topic: isSpot ? OTHER_TOPIC : topic.name,
    type: 'subscribe',
  };
  sendText(ws, JSON.stringify(frame));
}

function speak(
  view: RelayView,
  { ws, id }: Connection,
  { topic, coin, listener }: Subscription,
  span: readonly [from: number, to: number],
): void {
  const coins = coin === null ? REFERENCE_COINS.map((one) => one.id) : [coin];
  for (const one of coins) {
    for (const emission of listHeard(view, topic.source, one, listener, span))
      sendText(ws, JSON.stringify({ connection_id: id, ...buildUpdate(topic, one, emission) }));
  }
}

function buildUpdate({ name, window }: Topic, coin: string, { at, t, value, isMislabelled }: Emission) {
  return {
    payload: {
      full_accuracy_value: String(value),
      symbol: `${coin}/usd`,
      timestamp: t,
      value: Number(toDecimal(value)),
      ...(window === null ? {} : { window_s: window }),
    },
    timestamp: at,
    topic: isMislabelled ? OTHER_TOPIC : name,
    type: 'update',
  };
}
