import type { WebSocket } from 'ws';
import { buildPolymarketAsset } from '../../src/domain/index.ts';
import type { Listener } from '../faults.ts';
import { FrameOrder } from '../frame-order.ts';
import { isTurn, readObject, type SimulatedStream, sendText, toTexts } from '../venue-stream.ts';
import type { VenueView } from '../venue-view.ts';
import { countRefreshes, type Listing, quoteAt, yesWon } from '../world/listing.ts';
import type { SentFrame } from '../world/sent-books.ts';
import { isOpen } from '../world/world.ts';
import * as shapes from './shapes.ts';
import { getTokens, listNames, showBook, type Token } from './tokens.ts';

interface Connection {
  /** Listener of the whole connection. Each token has its own, since it was subscribed at its own moment. */
  readonly listener: Listener;
  readonly ws: WebSocket;
  readonly books: Map<string, StreamedBook>;
  readonly order: FrameOrder;
  isExtended: boolean;
  until: number;
}

interface StreamedBook {
  readonly listener: Listener;
  /** The levels that were sent last; null before the first book. */
  levels: Levels | null;
  /** Touch and refresh of that book: while they stay the same, so does the book. */
  stamp: string;
  /** Trades up to this time were sent. */
  until: number;
}

type Levels = ReadonlyMap<string, string>;

/** Prints of a market between two ticks. */
const MAX_PRINTS = 50;
/** Number of assets above which the venue never sends the initial books. */
const MAX_WITH_BOOKS = 750;

export function servePolymarketStream(view: VenueView): SimulatedStream {
  const connections = new Set<Connection>();
  let opened = 0;
  let ticks = 0;
  return {
    accept: (ws) => {
      const connection: Connection = {
        listener: {
          connection: opened++,
          openedAt: view.faults.newestId,
          subscribedAt: view.faults.newestId,
        },
        ws,
        books: new Map(),
        order: new FrameOrder(view.faults, 'polymarket'),
        isExtended: false,
        until: view.priceTime(),
      };
      connections.add(connection);
      ws.on('message', (data) => receive(view, connection, String(data)));
      ws.on('error', () => ws.terminate());
      ws.on('close', () => connections.delete(connection));
    },
    tick: () => {
      ticks++;
      for (const connection of connections) speak(view, connection, ticks);
    },
  };
}

function receive(view: VenueView, connection: Connection, text: string): unknown {
  const { ws, books } = connection;
  if (text === 'PING') return sendText(ws, 'PONG');
  const message = readObject(text);
  if (message === null) return sendText(ws, 'INVALID MESSAGE');
  if (message.custom_feature_enabled === true) connection.isExtended = true;
  const tokens = toTexts(message.assets_ids);
  if (message.operation === 'unsubscribe') {
    for (const token of tokens) books.delete(token);
    return null;
  }
  const fresh = tokens.filter((token) => !books.has(token));
  if (fresh.length === 0) return sendText(ws, 'NO NEW ASSETS');
  const listener = { ...connection.listener, subscribedAt: view.faults.newestId };
  const until = view.priceTime();
  for (const token of fresh) books.set(token, { listener, levels: null, stamp: '', until });
  if (books.size > MAX_WITH_BOOKS) return null;
  const initial = fresh.flatMap((token) => {
    const book = view.faults.isSilent('polymarket', token, listener) ? null : findBook(view, token);
    if (book === null) return [];
    books.set(token, { listener, levels: indexLevels(book), stamp: '', until });
    noteBook(view, token, Number(book.timestamp));
    return [toBookEvent(book)];
  });
  return initial.length === 0 ? null : sendText(ws, JSON.stringify(initial));
}

function toBookEvent(book: ReturnType<typeof showBook>) {
  const { min_order_size: _size, neg_risk: _risk, ...event } = book;
  return { ...event, event_type: 'book' };
}

function findBook(view: VenueView, token: string) {
  const found = getTokens(view).get(token);
  if (found === undefined || !isOpen(found.listing, view.priceTime())) return null;
  return showBook(view, found);
}

function indexLevels({ bids, asks }: ReturnType<typeof shapes.bookObject>): Levels {
  return new Map([
    ...bids.map(({ price, size }) => [`BUY ${price}`, size] as const),
    ...asks.map(({ price, size }) => [`SELL ${price}`, size] as const),
  ]);
}

/** Notes that a frame of the book of Yes leaves. Frames of No tokens say the same. */
function noteSent(view: VenueView, token: string, frame: SentFrame): void {
  const found = getTokens(view).get(token);
  if (found === undefined || found.side !== 0) return;
  const { asset } = buildPolymarketAsset(found.listing.name);
  view.sent.add(asset, found.listing, frame);
}

/** Notes that the whole book of a token leaves, as it is now. */
function noteBook(view: VenueView, token: string, venueTime: number): void {
  const found = getTokens(view).get(token);
  const isCrossed = found !== undefined && view.faults.isCrossed('polymarket', listNames(found.listing));
  noteSent(view, token, { venueTime, t: view.priceTime(), isCrossed });
}

function speak(view: VenueView, connection: Connection, tick: number): void {
  const { ws, books } = connection;
  const t = view.priceTime();
  const known = getTokens(view);
  for (const [token, streamed] of books) {
    const found = known.get(token);
    if (found === undefined || view.faults.isSilent('polymarket', token, streamed.listener)) continue;
    const { listing } = found;
    if (!isTurn(listing.key, tick, books.size)) continue;
    if (view.faults.strikesTape('cut', 'polymarket', listNames(listing))) {
      ws.terminate();
      return;
    }
    speakOfBook(view, connection, token, found);
    const hasTraded = speakOfTrades(view, connection, token, found);
    if (hasTraded) repeatBook(view, connection, token);
    streamed.until = t;
  }
  if (connection.isExtended) announce(view, connection, t, String(view.now()));
  connection.until = t;
}

/** Sends the changes of a book since the frame before. One frame states both tokens, and is sent for the Yes where both are asked for. */
function speakOfBook(view: VenueView, connection: Connection, token: string, { listing, side }: Token): void {
  const { ws, books, order } = connection;
  const streamed = books.get(token);
  const before = streamed?.levels;
  if (streamed === undefined || before == null) return;
  const names = listNames(listing);
  const isCrossed = view.faults.isCrossed('polymarket', names);
  const stamp = `${toStamp(listing, view.priceTime())} ${isCrossed}`;
  const book = stamp === streamed.stamp ? null : findBook(view, token);
  streamed.stamp = stamp;
  if (book === null) return;
  const levels = indexLevels(book);
  const changed = [...new Set([...before.keys(), ...levels.keys()])].filter(
    (key) => before.get(key) !== levels.get(key),
  );
  streamed.levels = levels;
  const { tokens, clobConditionId: market } = shapes.getIds(listing);
  if (changed.length === 0 || (side === 1 && books.has(tokens[0]))) return;
  const movesTouch = findTouch(before) !== findTouch(levels);
  if (view.faults.strikesTape('gap', 'polymarket', names, movesTouch)) return;

  const isWrong = view.faults.strikesTape('wrong_touch', 'polymarket', names);
  const best = Number(book.bids.at(-1)?.price ?? 0) + (isWrong ? listing.tick : 0);
  const touch = { best_bid: toText(best), best_ask: book.asks.at(-1)?.price ?? '1' };
  const mirrored = { best_bid: toText(1 - Number(touch.best_ask)), best_ask: toText(1 - best) };
  const rows = changed.map((key) => {
    const [direction = '', price = ''] = key.split(' ');
    const size = levels.get(key) ?? '0';
    return { asset_id: token, price, size, side: direction, hash: book.hash, ...touch };
  });
  const ofOther = rows.map((row) => ({
    ...row,
    asset_id: tokens[1 - side],
    price: toText(1 - Number(row.price)),
    side: row.side === 'BUY' ? 'SELL' : 'BUY',
    ...mirrored,
  }));
  const timestamp = book.timestamp;
  const frame = { market, price_changes: [...rows, ...ofOther], timestamp, event_type: 'price_change' };
  const text = JSON.stringify(frame);
  const t = view.priceTime();
  order.send(
    names,
    () => sendText(ws, text),
    () => noteSent(view, side === 0 ? token : tokens[0], { venueTime: Number(timestamp), t, isCrossed }),
  );
  if (!connection.isExtended || isWrong) return;
  const spread = toText(Number(touch.best_ask) - best);
  sendText(
    ws,
    JSON.stringify({ market, asset_id: token, ...touch, spread, timestamp, event_type: 'best_bid_ask' }),
  );
}

/**
 * Sends the prints of a token since the tick before, each under the token of its taker alone.
 *
 * @returns Whether either token of the market was traded.
 */
function speakOfTrades(
  view: VenueView,
  { ws, books, order }: Connection,
  token: string,
  { listing, side }: Token,
): boolean {
  const until = books.get(token)?.until ?? view.priceTime();
  const prints = shapes.listPrints(listing, until, view.priceTime(), MAX_PRINTS);
  for (const print of prints.filter((one) => one.side === side).reverse()) {
    const text = JSON.stringify({
      market: shapes.getIds(listing).clobConditionId,
      asset_id: token,
      price: String(print.price),
      size: String(print.size),
      fee_rate_bps: '0',
      side: print.taker,
      timestamp: String(print.time),
      event_type: 'last_trade_price',
      transaction_hash: print.hash,
    });
    order.send(listNames(listing), () => sendText(ws, text));
  }
  return prints.length > 0;
}

/** After a trade the venue sends the whole book again. */
function repeatBook(view: VenueView, { ws, books }: Connection, token: string): void {
  const streamed = books.get(token);
  const book = streamed?.levels == null ? null : findBook(view, token);
  if (streamed === undefined || book === null) return;
  streamed.levels = indexLevels(book);
  noteBook(view, token, Number(book.timestamp));
  const { tick_size: _tick, last_trade_price: _last, ...event } = toBookEvent(book);
  sendText(ws, JSON.stringify(event));
}

function findTouch(levels: Levels): string {
  const prices = (side: string) =>
    [...levels.keys()].filter((key) => key.startsWith(side)).map((key) => Number(key.slice(side.length)));
  return `${Math.max(...prices('BUY '))} ${Math.min(...prices('SELL '))}`;
}

function toText(price: number): string {
  return String(Number(price.toFixed(6)));
}

/** Everything that the book of a listing depends on. */
function toStamp(listing: Listing, t: number): string {
  const { bid, ask } = quoteAt(listing, t);
  return `${bid} ${ask} ${countRefreshes(listing, t)}`;
}

/** Sends new and resolved markets to a connection that subscribed to them. */
function announce(view: VenueView, { ws, until, listener }: Connection, t: number, timestamp: string): void {
  if (view.faults.isSilent('polymarket', '', listener)) return;
  for (const listing of view.universe().byVenue.polymarket) {
    const { openAt, settleAt } = listing.event;
    const { clobConditionId: conditionId, tokens } = shapes.getIds(listing);
    if (openAt > until && openAt <= t) {
      const { id, slug, title, ticker, description } = shapes.eventSummary(listing);
      sendText(
        ws,
        JSON.stringify({
          event_type: 'new_market',
          id: shapes.gammaId(listing),
          question: shapes.getQuestion(listing),
          market: conditionId,
          slug: listing.name,
          description,
          assets_ids: shapes.inListedOrder(listing, tokens),
          outcomes: shapes.inListedOrder(listing, shapes.getOutcomes(listing)),
          event_message: { id, ticker, slug, title, description },
          tags: [],
          condition_id: conditionId,
          active: true,
          clob_token_ids: shapes.inListedOrder(listing, tokens),
          order_price_min_tick_size: String(listing.tick),
          group_item_title: listing.leg.label,
          timestamp,
        }),
      );
    }
    if (settleAt > until && settleAt <= t) {
      const winner = yesWon(listing) ? 0 : 1;
      sendText(
        ws,
        JSON.stringify({
          event_type: 'market_resolved',
          id: shapes.gammaId(listing),
          market: conditionId,
          assets_ids: shapes.inListedOrder(listing, tokens),
          winning_asset_id: tokens[winner],
          winning_outcome: shapes.getOutcomes(listing)[winner],
          timestamp,
          tags: [],
        }),
      );
    }
  }
}
