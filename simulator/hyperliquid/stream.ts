import { deflateRawSync } from 'node:zlib';
import type { WebSocket } from 'ws';
import type { Listener } from '../faults.ts';
import { FrameOrder } from '../frame-order.ts';
import { readObject, type SimulatedStream, sendText } from '../venue-stream.ts';
import type { VenueView } from '../venue-view.ts';
import { DEXES } from '../world/perps.ts';
import { isSettled } from '../world/world.ts';
import { buildCandle, INTERVALS } from './candles.ts';
import { findGrouping, groupedBook } from './grouping.ts';
import * as outcomes from './outcomes.ts';
import { answerInfo, buildMids } from './public-api.ts';
import * as shapes from './shapes.ts';

type Subscription = Readonly<Record<string, unknown>> & { readonly type: string };

interface OpenSubscription {
  readonly subscription: Subscription;
  readonly listener: Listener;
  /** The last frame, so that an unchanged one is not sent again. */
  last: string;
  sentAt: number;
  /** Trades and settlements up to this time were sent. */
  until: number;
}

interface Connection {
  readonly number: number;
  readonly openedAt: number;
  readonly ws: WebSocket;
  readonly subscriptions: Map<string, OpenSubscription>;
  readonly order: FrameOrder;
}

const MAX_SUBSCRIPTIONS = 1_000;
const CHANNELS = [
  'allMids',
  'trades',
  'l2Book',
  'bbo',
  'candle',
  'activeAssetCtx',
  'assetCtxs',
  'allDexsAssetCtxs',
  'fastAssetCtxs',
  'outcomeMetaUpdates',
];
const NEEDS_COIN = ['trades', 'l2Book', 'bbo', 'candle', 'activeAssetCtx'];
/** Shortest time between two messages of a channel, in ms. Channels not listed send on every tick that has news. */
const PACE: Readonly<Record<string, number>> = {
  allMids: 1_000,
  allDexsAssetCtxs: 1_000,
  assetCtxs: 1_000,
  fastAssetCtxs: 1_000,
  l2Book: 500,
  activeAssetCtx: 1_000,
  candle: 1_000,
};

export function serveHyperliquidStream(view: VenueView): SimulatedStream {
  const connections = new Set<Connection>();
  let opened = 0;

  const receive = (connection: Connection, text: string) => {
    const { ws, subscriptions } = connection;
    const message = readObject(text);
    const fail = (data: string) => sendText(ws, JSON.stringify({ channel: 'error', data }));
    if (message === null) return fail(`Error parsing JSON into valid websocket request: ${text}`);
    if (message.method === 'ping') return sendText(ws, '{"channel":"pong"}');
    if (message.method === 'post') return post(view, ws, message);
    const subscription = message.subscription as Subscription | undefined;
    if (typeof subscription !== 'object' || subscription === null)
      return fail(`Error parsing JSON into valid websocket request: ${text}`);
    const shown = JSON.stringify(subscription);
    const key = toKey(subscription);
    if (message.method === 'unsubscribe') {
      if (!subscriptions.delete(key)) return fail(`Already unsubscribed: ${shown}`);
    } else {
      if (subscriptions.has(key)) return fail(`Already subscribed: ${shown}`);
      const isUnknown =
        NEEDS_COIN.includes(subscription.type) && shapes.findCoin(view, String(subscription.coin)) === null;
      const isMalformed = subscription.type === 'l2Book' && findGrouping(subscription) === undefined;
      if (!CHANNELS.includes(subscription.type) || isUnknown || isMalformed)
        return fail(`Invalid subscription ${shown}`);
      if (subscriptions.size >= MAX_SUBSCRIPTIONS) return fail(`Too many subscriptions ${shown}`);
      subscriptions.set(key, {
        subscription,
        listener: {
          connection: connection.number,
          openedAt: connection.openedAt,
          subscribedAt: view.faults.newestId,
        },
        last: '',
        sentAt: Number.NEGATIVE_INFINITY,
        until: view.priceTime() - 60_000,
      });
    }
    sendText(
      ws,
      JSON.stringify({ channel: 'subscriptionResponse', data: { method: message.method, subscription } }),
    );
  };

  return {
    accept: (ws) => {
      const connection: Connection = {
        number: opened++,
        openedAt: view.faults.newestId,
        ws,
        subscriptions: new Map(),
        order: new FrameOrder(view.faults, 'hyperliquid'),
      };
      connections.add(connection);
      ws.on('message', (data) => receive(connection, String(data)));
      ws.on('error', () => ws.terminate());
      ws.on('close', () => connections.delete(connection));
      sendText(ws, 'Websocket connection established.');
    },
    tick: () => {
      if (connections.size === 0) return;
      const t = view.priceTime();
      const now = performance.now();
      // Many connections ask for the same frame; it is made once.
      const frames = new Map<string, string | null>();
      for (const { ws, subscriptions, order } of connections) {
        for (const [key, entry] of subscriptions) {
          const { subscription } = entry;
          if (now - entry.sentAt < (PACE[subscription.type] ?? 0) - 50) continue;
          const asset = typeof subscription.coin === 'string' ? subscription.coin : subscription.type;
          if (view.faults.isSilent('hyperliquid', asset, entry.listener)) continue;
          const isOwn = subscription.type === 'trades' || subscription.type === 'outcomeMetaUpdates';
          let frame = isOwn ? undefined : frames.get(key);
          if (frame === undefined) {
            frame = buildFrame(view, subscription, entry.until, t, entry.last === '');
            if (!isOwn) frames.set(key, frame);
          }
          entry.until = t;
          const isTrades = subscription.type === 'trades';
          if (isTrades && view.faults.strikesTape('cut', 'hyperliquid', [asset])) {
            ws.terminate();
            break;
          }
          if (frame === null || comparable(frame) === entry.last) continue;
          entry.last = comparable(frame);
          entry.sentAt = now;
          const text = frame;
          if (isTrades) order.send([asset], () => sendText(ws, text));
          else sendText(ws, text);
        }
      }
    },
  };
}

/** Removes the time, since a frame that differs only in it is no news. */
function comparable(frame: string): string {
  return frame.replace(/"time":\d+,?/, '');
}

function toKey(subscription: Subscription): string {
  return JSON.stringify(
    Object.entries(subscription)
      .filter(([, value]) => value !== null && value !== undefined)
      .sort(),
  );
}

function post(view: VenueView, ws: WebSocket, message: Readonly<Record<string, unknown>>): void {
  const request = message.request as { type?: unknown; payload?: { type?: unknown } } | undefined;
  const data = request?.type === 'info' ? answerInfo(view, request.payload) : undefined;
  const response =
    data === undefined
      ? { type: 'error', payload: '422: Failed to deserialize the JSON body into the target type' }
      : { type: 'info', payload: { type: request?.payload?.type, data } };
  sendText(ws, JSON.stringify({ channel: 'post', data: { id: message.id, response } }));
}

/** The newest frame of a channel, or null when there is nothing to say. */
function buildFrame(
  view: VenueView,
  subscription: Subscription,
  since: number,
  t: number,
  isFirst: boolean,
): string | null {
  const dex = typeof subscription.dex === 'string' ? subscription.dex : '';
  const contexts = (name: string) =>
    view.perTick(`stream ${name}`, (tick) =>
      shapes.listPerps(view, name).map((perp) => shapes.buildContext(perp, tick)),
    );
  const frame = (channel: string, data: unknown) => JSON.stringify({ channel, data });
  switch (subscription.type) {
    case 'allMids':
      return frame('allMids', { mids: buildMids(view, dex), ...(dex === '' ? {} : { dex }) });
    case 'allDexsAssetCtxs':
      return frame('allDexsAssetCtxs', {
        ctxs: ['', ...DEXES.map(({ name }) => name)].map((name) => [name, contexts(name)]),
      });
    case 'assetCtxs':
      return frame('assetCtxs', { dex, ctxs: contexts(dex) });
    case 'fastAssetCtxs': {
      const rows = shapes.listPerps(view, '').map((perp) => {
        const { markPx, midPx } = shapes.buildContext(perp, t);
        return [perp.coin, { markPx, midPx }];
      });
      return frame(
        'fastAssetCtxs',
        deflateRawSync(JSON.stringify(Object.fromEntries(rows))).toString('base64'),
      );
    }
    case 'outcomeMetaUpdates': {
      const updates = metaUpdates(view, isFirst ? t : since, t);
      return updates.length === 0 ? null : frame('outcomeMetaUpdates', updates);
    }
  }
  const coin = shapes.findCoin(view, String(subscription.coin));
  if (coin === null) return null;
  switch (subscription.type) {
    case 'trades': {
      const rows = shapes.listTrades(coin, since, t, 200).reverse();
      return rows.length === 0 ? null : frame('trades', rows);
    }
    case 'bbo': {
      const [bids, asks] = shapes.buildLevels(coin, t, 1);
      return frame('bbo', { coin: coin.coin, time: view.now(), bbo: [bids[0] ?? null, asks[0] ?? null] });
    }
    case 'l2Book': {
      const isFast = subscription.fast === true;
      const grouping = findGrouping(subscription) ?? null;
      if (grouping !== null) return frame('l2Book', groupedBook(coin, t, view.now(), grouping));
      return frame('l2Book', {
        ...shapes.buildBook(coin, t, view.now(), isFast ? 5 : 20),
        ...(isFast ? { fast: true } : {}),
      });
    }
    case 'candle': {
      const width = INTERVALS[String(subscription.interval)] ?? 3_600_000;
      return frame(
        'candle',
        buildCandle(coin, String(subscription.interval), Math.floor(t / width) * width, t),
      );
    }
    case 'activeAssetCtx':
      return coin.kind === 'perp'
        ? frame('activeAssetCtx', { coin: coin.coin, ctx: shapes.buildContext(coin.perp, t) })
        : frame('activeSpotAssetCtx', { coin: coin.coin, ctx: shapes.outcomeContext(coin, t) });
    default:
      return null;
  }
}

function metaUpdates(view: VenueView, since: number, t: number): object[] {
  const updates: object[] = [];
  for (const listing of view.universe().byVenue.hyperliquid) {
    const { openAt, settleAt } = listing.event;
    if (openAt > since && openAt <= t) updates.push({ outcomeCreated: outcomes.outcomeObject(listing) });
    if (settleAt > since && isSettled(listing, t)) updates.push({ outcomeSettled: listing.id });
  }
  return updates;
}
