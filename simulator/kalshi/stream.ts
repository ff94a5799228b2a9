import type { WebSocket } from 'ws';
import type { Listener } from '../faults.ts';
import { FrameOrder } from '../frame-order.ts';
import { isTurn, readObject, type SimulatedStream, sendText, toTexts } from '../venue-stream.ts';
import type { VenueView } from '../venue-view.ts';
import type { Listing } from '../world/listing.ts';
import { isOpen } from '../world/world.ts';
import {
  changeIndexSubscription,
  INDEX_CHANNELS,
  type IndexSubscription,
  openIndexSubscription,
  speakIndex,
} from './index-channels.ts';
import * as shapes from './shapes.ts';
import { buildLifecycle, buildTicker, getMarketId } from './stream-messages.ts';

interface Subscription {
  readonly sid: number;
  readonly channel: string;
  readonly listener: Listener;
  /** Listeners by ticker, from the time at which the ticker was added; null: every market. */
  tickers: Map<string, Listener> | null;
  seq: number;
  readonly last: Map<string, string>;
  readonly books: Map<string, Map<string, number>>;
  until: number;
}

interface Connection {
  readonly number: number;
  readonly openedAt: number;
  readonly ws: WebSocket;
  readonly subscriptions: Map<number, Subscription>;
  readonly indices: Map<number, IndexSubscription>;
  readonly order: FrameOrder;
  nextSid: number;
}

const CHANNELS = ['orderbook_delta', 'ticker', 'trade', 'market_lifecycle_v2'];
const HEARTBEAT_MS = 10_000;

/** Serves the stream, which takes only handshakes that carry the three signing headers. */
export function serveKalshiStream(view: VenueView): SimulatedStream {
  const connections = new Set<Connection>();
  let opened = 0;
  let pingedAt = 0;
  let ticks = 0;
  let until = view.now();
  return {
    refusal: ({ headers }) => {
      const isSigned = ['kalshi-access-key', 'kalshi-access-timestamp', 'kalshi-access-signature'].every(
        (name) => headers[name] !== undefined,
      );
      return isSigned ? null : '401 Unauthorized';
    },
    accept: (ws) => {
      const connection: Connection = {
        number: opened++,
        openedAt: view.faults.newestId,
        ws,
        subscriptions: new Map(),
        indices: new Map(),
        order: new FrameOrder(view.faults, 'kalshi'),
        nextSid: 1,
      };
      connections.add(connection);
      ws.on('message', (data) => receive(view, connection, String(data)));
      ws.on('error', () => ws.terminate());
      ws.on('close', () => connections.delete(connection));
    },
    tick: () => {
      const span = [until, view.now()] as const;
      until = span[1];
      if (connections.size === 0) return;
      ticks++;
      const beats = performance.now() - pingedAt >= HEARTBEAT_MS;
      if (beats) pingedAt = performance.now();
      for (const connection of connections) {
        if (beats) connection.ws.ping('heartbeat');
        for (const subscription of connection.subscriptions.values())
          speak(view, connection, subscription, ticks);
        for (const subscription of connection.indices.values())
          speakIndex(view, connection.ws, subscription, span);
      }
    },
  };
}

function receive(view: VenueView, connection: Connection, text: string): unknown {
  const { ws, subscriptions, indices } = connection;
  const message = readObject(text);
  const id = message?.id;
  const fail = (code: number, msg: string) =>
    sendText(ws, JSON.stringify({ id, type: 'error', msg: { code, msg } }));
  if (message === null) return fail(1, 'Unable to process message');
  const params = message.params as Readonly<Record<string, unknown>> | undefined;
  const tickers = [
    ...toTexts(params?.market_tickers),
    ...(typeof params?.market_ticker === 'string' ? [params.market_ticker] : []),
  ];
  const listener: Listener = {
    connection: connection.number,
    openedAt: connection.openedAt,
    subscribedAt: view.faults.newestId,
  };
  switch (message.cmd) {
    case 'subscribe': {
      if (params === undefined) return fail(2, 'Params required');
      const channels = toTexts(params.channels);
      if (channels.length === 0) return fail(3, 'Channels required');
      for (const channel of channels) {
        const isIndex = INDEX_CHANNELS.includes(channel);
        if (!isIndex && !CHANNELS.includes(channel)) return fail(8, 'Unknown channel name');
        if (channel === 'orderbook_delta' && tickers.length === 0) return fail(14, 'Market ticker required');
        const open = [...subscriptions.values(), ...indices.values()];
        if (open.some((one) => one.channel === channel)) return fail(6, 'Already subscribed');
        const sid = connection.nextSid++;
        if (isIndex) indices.set(sid, openIndexSubscription(sid, channel, params, listener));
        else
          subscriptions.set(sid, {
            sid,
            channel,
            listener,
            tickers: tickers.length === 0 ? null : new Map(tickers.map((ticker) => [ticker, listener])),
            seq: 0,
            last: new Map(),
            books: new Map(),
            until: view.priceTime(),
          });
        sendText(ws, JSON.stringify({ id, type: 'subscribed', msg: { channel, sid } }));
      }
      return null;
    }
    case 'unsubscribe': {
      const sids = Array.isArray(params?.sids) ? params.sids : [];
      if (sids.length === 0) return fail(4, 'Subscription IDs required');
      for (const sid of sids) {
        const found = subscriptions.get(Number(sid)) ?? indices.get(Number(sid));
        if (found === undefined) return fail(7, 'Unknown subscription ID');
        subscriptions.delete(found.sid);
        indices.delete(found.sid);
        sendText(ws, JSON.stringify({ id, sid: found.sid, seq: ++found.seq, type: 'unsubscribed' }));
      }
      return null;
    }
    case 'update_subscription': {
      const sids = Array.isArray(params?.sids) ? params.sids : [params?.sid];
      if (sids.length !== 1) return fail(12, 'Exactly one subscription ID is required');
      const index = indices.get(Number(sids[0]));
      if (index !== undefined) {
        const answer = changeIndexSubscription(index, id, params ?? {}, listener);
        return answer === null ? fail(13, 'Unsupported action') : sendText(ws, JSON.stringify(answer));
      }
      const found = subscriptions.get(Number(sids[0]));
      if (found === undefined) return fail(7, 'Unknown subscription ID');
      found.tickers ??= new Map();
      for (const ticker of tickers) {
        if (params?.action === 'delete_markets') found.tickers.delete(ticker);
        else if (params?.action === 'add_markets') found.tickers.set(ticker, listener);
        else if (params?.action !== 'get_snapshot') return fail(13, 'Unsupported action');
        if (params?.action !== 'add_markets') found.books.delete(ticker);
      }
      sendText(
        ws,
        JSON.stringify({
          id,
          type: 'ok',
          sid: found.sid,
          seq: ++found.seq,
          msg: { market_tickers: [...found.tickers.keys()] },
        }),
      );
      return null;
    }
    case 'list_subscriptions':
      sendText(
        ws,
        JSON.stringify({
          id,
          type: 'ok',
          subscriptions: [...subscriptions.values(), ...indices.values()].map(({ channel, sid }) => ({
            channel,
            sid,
          })),
        }),
      );
      return null;
    default:
      return fail(5, 'Unknown command');
  }
}

function speak(view: VenueView, connection: Connection, subscription: Subscription, tick: number): void {
  const t = view.priceTime();
  const { ws, order } = connection;
  const { sid, channel } = subscription;
  const { kalshi } = view.universe().byVenue;
  const assets = subscription.tickers?.size ?? kalshi.length;
  const isState = channel === 'ticker' || channel === 'orderbook_delta';
  for (const listing of kalshi) {
    if (isState && !isTurn(listing.key, tick, assets)) continue;
    const listener =
      subscription.tickers === null ? subscription.listener : subscription.tickers.get(listing.name);
    if (listener === undefined || view.faults.isSilent('kalshi', listing.name, listener)) continue;
    if (channel === 'market_lifecycle_v2') {
      for (const msg of buildLifecycle(listing, subscription.until, t))
        sendText(ws, JSON.stringify({ type: channel, sid, msg }));
      continue;
    }
    if (!isOpen(listing, t)) continue;
    if (view.faults.strikesTape('cut', 'kalshi', [listing.name])) {
      ws.terminate();
      return;
    }
    if (channel === 'ticker') {
      const msg = buildTicker(listing, t);
      const text = JSON.stringify(msg);
      if (subscription.last.get(listing.name) === text) continue;
      subscription.last.set(listing.name, text);
      const now = view.now();
      const time = { ts: Math.floor(now / 1_000), ts_ms: now, time: new Date(now).toISOString() };
      sendText(ws, JSON.stringify({ type: 'ticker', sid, msg: { ...msg, ...time } }));
    } else if (channel === 'trade') {
      for (const { time, trade } of shapes.tradeObjects(listing, subscription.until, t, 100).reverse()) {
        const { ticker, created_time: _created, is_block_trade: _block, ...rest } = trade;
        const msg = { ...rest, market_ticker: ticker, ts: Math.floor(time / 1_000), ts_ms: time };
        const text = JSON.stringify({ type: 'trade', sid, seq: ++subscription.seq, msg });
        order.send([listing.name], () => sendText(ws, text));
      }
    } else speakBook(view, connection, subscription, listing, t);
  }
  subscription.until = t;
}

/** Sends the whole book first, then changes. Numbers of changes that a fault takes away are missing. */
function speakBook(
  view: VenueView,
  { ws, order }: Connection,
  subscription: Subscription,
  listing: Listing,
  t: number,
): void {
  const { faults } = view;
  const { yes, no } = shapes.bookSides(listing, t, 0, faults.isCrossed('kalshi', [listing.name]));
  const market = { market_ticker: listing.name, market_id: getMarketId(listing) };
  const levels = new Map<string, number>();
  for (const [price, size] of yes) levels.set(`yes ${price}`, Number(size));
  for (const [price, size] of no) levels.set(`no ${price}`, Number(size));
  const before = subscription.books.get(listing.name);
  subscription.books.set(listing.name, levels);
  if (before === undefined) {
    const msg = {
      ...market,
      ...(yes.length === 0 ? {} : { yes_dollars_fp: yes }),
      ...(no.length === 0 ? {} : { no_dollars_fp: no }),
    };
    sendText(
      ws,
      JSON.stringify({ type: 'orderbook_snapshot', sid: subscription.sid, seq: ++subscription.seq, msg }),
    );
    return;
  }
  const now = view.now();
  const touches = new Set([...listTouch(before), ...listTouch(levels)]);
  for (const key of new Set([...before.keys(), ...levels.keys()])) {
    const delta = (levels.get(key) ?? 0) - (before.get(key) ?? 0);
    if (delta === 0) continue;
    const [side, price] = key.split(' ');
    const msg = {
      ...market,
      price_dollars: price,
      delta_fp: shapes.count(delta),
      side,
      ts: new Date(now).toISOString(),
      ts_ms: now,
    };
    const text = JSON.stringify({
      type: 'orderbook_delta',
      sid: subscription.sid,
      seq: ++subscription.seq,
      msg,
    });
    if (!faults.strikesTape('gap', 'kalshi', [listing.name], touches.has(key)))
      order.send([listing.name], () => sendText(ws, text));
  }
}

/** Keys of the best level of each side: both sides are bids. */
function listTouch(levels: ReadonlyMap<string, number>): string[] {
  return ['yes', 'no'].flatMap((side) => {
    const prices = [...levels.keys()]
      .filter((key) => key.startsWith(`${side} `))
      .map((key) => key.slice(side.length + 1));
    return prices.length === 0 ? [] : [`${side} ${prices.sort((a, b) => Number(b) - Number(a))[0]}`];
  });
}
