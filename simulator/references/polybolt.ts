import type { WebSocket } from 'ws';
import type { Listener } from '../faults.ts';
import { readObject, type SimulatedStream, sendText } from '../venue-stream.ts';
import type { Emission } from '../world/references/publication.ts';
import { REFERENCE_COINS, type ReferenceSource, toDecimal } from '../world/references/reference-prices.ts';
import { POLYBOLT_CREDENTIALS } from './credentials.ts';
import { createListener, findRefusal, listHeard, listSnapshot, type RelayView } from './relay-view.ts';

const CHANNELS = ['price.crypto', 'price.crypto.twap'];
const PROVIDERS = ['chainlink', 'pyth'];
const SNAPSHOT_SECONDS = 119;
const PING_MS = 25_000;
const MAX_SUBSCRIPTIONS = 64;
const MAX_AUTHS = 8;
const POLICY = 4008;

interface Subscription {
  readonly channel: string;
  readonly symbol: string;
  readonly provider: string;
  readonly window: number | null;
  /** null: acknowledged, and silent for ever. */
  readonly series: { readonly source: ReferenceSource; readonly coin: string } | null;
  readonly listener: Listener;
}

interface Connection {
  readonly number: number;
  readonly openedAt: number;
  readonly ws: WebSocket;
  readonly seq: Map<string, number>;
  subscriptions: Subscription[];
  auths: number;
  isAuthed: boolean;
}

/** Polymarket's socket of prices that needs credentials. */
export function servePolybolt(view: RelayView): SimulatedStream {
  const connections = new Set<Connection>();
  let opened = 0;
  let until = view.now();
  let pingedAt = performance.now();
  return {
    refusal: (request) => findRefusal(view, request),
    accept: (ws) => {
      const connection: Connection = {
        number: opened++,
        openedAt: view.faults.newestId,
        ws,
        seq: new Map(),
        subscriptions: [],
        auths: 0,
        isAuthed: false,
      };
      connections.add(connection);
      ws.on('message', (data) => receive(view, connection, String(data)));
      ws.on('error', () => ws.terminate());
      ws.on('close', () => connections.delete(connection));
    },
    tick: () => {
      const span = [until, view.now()] as const;
      until = span[1];
      const beats = performance.now() - pingedAt >= PING_MS;
      if (beats) pingedAt = performance.now();
      for (const connection of connections) {
        if (beats) connection.ws.ping();
        for (const subscription of connection.subscriptions) speak(view, connection, subscription, span);
      }
    },
  };
}

function receive(view: RelayView, connection: Connection, text: string): void {
  const { ws } = connection;
  const message = readObject(text);
  const rid = typeof message?.rid === 'string' ? { rid: message.rid } : {};
  const send = (frame: object) => sendText(ws, JSON.stringify({ ...frame, ...rid }));
  switch (message?.op) {
    case 'ping':
      send({ op: 'pong' });
      return;
    case 'auth':
      connection.auths++;
      if (connection.auths > MAX_AUTHS) {
        send({ op: 'error', code: 'auth_attempts' });
        ws.close(POLICY, 'policy');
        return;
      }
      connection.isAuthed = isRight(message.auth);
      send(connection.isAuthed ? { op: 'authed' } : { op: 'error', code: 'auth_invalid' });
      return;
    case 'subscribe':
    case 'unsubscribe': {
      if (!connection.isAuthed) {
        send({ op: 'error', code: 'auth_required' });
        return;
      }
      const entries = Array.isArray(message.subscriptions) ? message.subscriptions : [];
      if (entries.length === 0) send({ op: 'error', code: 'bad_op' });
      for (const entry of entries) change(view, connection, message.op, entry, send);
      return;
    }
    default:
      send({ op: 'error', code: 'bad_op' });
  }
}

function isRight(auth: unknown): boolean {
  const given = typeof auth === 'object' && auth !== null ? (auth as Record<string, unknown>) : {};
  return Object.entries(POLYBOLT_CREDENTIALS).every(([name, value]) => given[name] === value);
}

function change(
  view: RelayView,
  connection: Connection,
  op: 'subscribe' | 'unsubscribe',
  entry: Readonly<Record<string, unknown>> | null,
  send: (frame: object) => void,
): void {
  const channel = typeof entry?.channel === 'string' ? entry.channel : '';
  const listener = createListener(view, connection.number, connection.openedAt);
  const subscription = CHANNELS.includes(channel) ? readFilter(channel, entry?.filter, listener) : null;
  if (subscription === null) {
    send({ op: 'error', channel, code: 'bad_filter' });
    return;
  }
  const { symbol, window } = subscription;
  connection.subscriptions = connection.subscriptions.filter(
    (one) => one.channel !== channel || one.symbol !== symbol || one.window !== window,
  );
  if (op === 'unsubscribe') {
    send({ op: 'unsubscribed', channel });
    return;
  }
  if (connection.subscriptions.length >= MAX_SUBSCRIPTIONS) {
    send({ op: 'error', channel, code: 'too_many_subscriptions' });
    return;
  }
  send({ op: 'subscribed', channel });
  connection.subscriptions.push(subscription);
  const points =
    subscription.series === null
      ? []
      : listSnapshot(
          view,
          subscription.series.source,
          subscription.series.coin,
          subscription.listener,
          SNAPSHOT_SECONDS,
        );
  const data = points.map(({ t, value }) => toPoint(t, value));
  sendFrame(connection, subscription, view.now(), { snapshot: true }, { data });
}

/** Reads a filter; null for one that is refused. Symbols that do not exist are taken, and stay silent. */
function readFilter(channel: string, filter: unknown, listener: Listener): Subscription | null {
  if (typeof filter !== 'object' || filter === null) return null;
  const { symbol, window_seconds: seconds, provider = 'chainlink' } = filter as Record<string, unknown>;
  if (typeof symbol !== 'string' || !/^[a-z0-9]+usdt?$/.test(symbol)) return null;
  if (typeof provider !== 'string' || !PROVIDERS.includes(provider)) return null;
  const coin = REFERENCE_COINS.find(({ id }) => `${id}usd` === symbol)?.id;
  if (channel === 'price.crypto') {
    const source = provider === 'pyth' ? 'pyth' : 'chainlink';
    const series = coin === undefined ? null : ({ source, coin } as const);
    return { channel, symbol, provider, window: null, series, listener };
  }
  if (typeof seconds !== 'number') return null;
  const series = coin === undefined || seconds !== 60 ? null : ({ source: 'twap60', coin } as const);
  return { channel, symbol, provider: 'chainlink', window: seconds, series, listener };
}

function speak(
  view: RelayView,
  connection: Connection,
  subscription: Subscription,
  span: readonly [from: number, to: number],
): void {
  const { series, listener, provider } = subscription;
  if (series === null) return;
  for (const { at, t, value, isMislabelled } of listHeard(view, series.source, series.coin, listener, span)) {
    const other = provider === 'pyth' ? 'chainlink' : 'pyth';
    const source = isMislabelled ? { source: other } : {};
    sendFrame(connection, subscription, at, {}, { ...toPoint(t, value), ...source });
  }
}

/** Sends a frame; `seq` counts the frames of a channel over all its symbols. */
function sendFrame(
  { ws, seq }: Connection,
  { channel, symbol, provider, window }: Subscription,
  ts: number,
  members: object,
  payload: object,
): void {
  const next = (seq.get(channel) ?? 0) + 1;
  seq.set(channel, next);
  const length = window === null ? {} : { window_seconds: window };
  const full = { symbol, source: provider, ...length, ...payload };
  sendText(ws, JSON.stringify({ v: 1, channel, seq: next, ts, ...members, payload: full }));
}

function toPoint(t: Emission['t'], value: bigint) {
  const text = toDecimal(value);
  return { full_accuracy_value: text, timestamp: t, value: Number(text) };
}
