import type { FastifyInstance } from 'fastify';
import type { VenueView } from '../venue-view.ts';
import { quoteAt } from '../world/listing.ts';
import { isOpen } from '../world/world.ts';
import { clobMarketRoutes } from './clob-markets.ts';
import { type Query, sendProblem } from './query.ts';
import * as shapes from './shapes.ts';
import { getTokens, showBook, type Token } from './tokens.ts';

const NO_BOOK = 'No orderbook exists for the requested token id';

/** The order book service. */
export function clobRoutes(app: FastifyInstance, view: VenueView): void {
  /** A token whose market trades; resolved ones have no book. */
  const live = (token: unknown): Token | null => {
    const found = getTokens(view).get(String(token));
    return found !== undefined && isOpen(found.listing, view.priceTime()) ? found : null;
  };
  const book = (token: Token) => showBook(view, token);
  const touch = ({ listing, side }: Token) => {
    const { bid, ask } = quoteAt(listing, view.priceTime());
    const mirror = (price: number | null) => (price === null ? null : Number((1 - price).toFixed(6)));
    return side === 0 ? { bid, ask } : { bid: mirror(ask), ask: mirror(bid) };
  };
  const midText = (token: Token) => {
    const { bid, ask } = touch(token);
    return String(Number((((bid ?? 0) + (ask ?? 1)) / 2).toFixed(6)));
  };
  const spreadText = (token: Token) => {
    const { bid, ask } = touch(token);
    return String(Number(((ask ?? 1) - (bid ?? 0)).toFixed(6)));
  };
  const priceText = (token: Token, side: unknown) => {
    const { bid, ask } = touch(token);
    return String(side === 'SELL' ? (ask ?? 1) : (bid ?? 0));
  };
  const forToken = (path: string, answer: (token: Token, query: Query) => object) =>
    app.get<{ Querystring: Query }>(path, ({ query }, reply) => {
      if (typeof query.token_id !== 'string') return sendProblem(reply, 400, 'Invalid token id');
      const token = live(query.token_id);
      return token === null ? sendProblem(reply, 404, NO_BOOK) : answer(token, query);
    });
  const forTokens = (
    path: string,
    answer: (token: Token, asked: Readonly<Record<string, unknown>>) => unknown,
  ) =>
    app.post<{ Body: unknown }>(path, ({ body }, reply) => {
      if (!Array.isArray(body) || body.length > 500) return sendProblem(reply, 400, 'Invalid payload');
      const found: [string, Record<string, unknown>, Token][] = [];
      for (const asked of body as Record<string, unknown>[]) {
        const token = live(asked?.token_id);
        if (token !== null) found.push([String(asked.token_id), asked, token]);
      }
      if (path === '/books') return found.map(([, , token]) => book(token));
      const answers: Record<string, unknown> = {};
      for (const [id, asked, token] of found) {
        const value = answer(token, asked);
        answers[id] =
          path === '/prices'
            ? { ...(answers[id] as object | undefined), [String(asked.side)]: value }
            : value;
      }
      return answers;
    });

  app.get('/', () => 'OK');
  app.get('/ok', () => 'OK');
  app.get('/time', (_request, reply) =>
    reply.type('application/json').send(String(Math.floor(view.now() / 1_000))),
  );
  app.get('/version', () => ({ version: 2 }));
  forToken('/book', book);
  forToken('/midpoint', (token) => ({ mid: midText(token) }));
  forToken('/spread', (token) => ({ spread: spreadText(token) }));
  forToken('/price', (token, { side }) => ({ price: priceText(token, side) }));
  forToken('/last-trade-price', ({ listing, side }) => ({
    price: String(shapes.displayPrice(listing, side, view.priceTime()) ?? 0.5),
    side: 'BUY',
  }));
  forToken('/tick-size', ({ listing }) => ({ minimum_tick_size: listing.tick }));
  forToken('/neg-risk', ({ listing }) => ({ neg_risk: listing.event.kind === 'exclusive' }));
  forToken('/fee-rate', () => ({ base_fee: 1000 }));
  forTokens('/books', book);
  forTokens('/midpoints', midText);
  forTokens('/spreads', spreadText);
  forTokens('/prices', (token, { side }) => priceText(token, side));
  clobMarketRoutes(app, view);
}
