import type { FastifyInstance } from 'fastify';
import type { VenueView } from '../venue-view.ts';
import { type Listing, quoteAt, yesWon } from '../world/listing.ts';
import { isOpen, isSettled } from '../world/world.ts';
import { problem, type Query } from './query.ts';
import * as shapes from './shapes.ts';
import { getTokens, listed, MAX_WINDOW_S, PRESETS, points, type Token } from './tokens.ts';

const NO_BOOK = 'No orderbook exists for the requested token id';
const MIN_MINUTES: Readonly<Record<string, number>> = { '1m': 10, '1w': 5 };

/** The order book service. */
export function clobRoutes(app: FastifyInstance, view: VenueView): void {
  /** A token whose market trades; resolved ones have no book. */
  const live = (token: unknown): Token | null => {
    const found = getTokens(view).get(String(token));
    return found !== undefined && isOpen(found.listing, view.priceTime()) ? found : null;
  };
  const book = ({ listing, side }: Token) => shapes.bookObject(listing, side, view.priceTime(), view.now());
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
      if (typeof query.token_id !== 'string') return problem(reply, 400, 'Invalid token id');
      const token = live(query.token_id);
      return token === null ? problem(reply, 404, NO_BOOK) : answer(token, query);
    });
  const forTokens = (
    path: string,
    answer: (token: Token, asked: Readonly<Record<string, unknown>>) => unknown,
  ) =>
    app.post<{ Body: unknown }>(path, ({ body }, reply) => {
      if (!Array.isArray(body) || body.length > 500) return problem(reply, 400, 'Invalid payload');
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
  app.get<{ Querystring: Query }>('/prices-history', ({ query }, reply) => {
    const interval = query.interval as string | undefined;
    const fidelity = Number(query.fidelity ?? (interval === 'max' ? 720 : 60));
    const fewest = MIN_MINUTES[interval ?? ''];
    if (fewest !== undefined && fidelity < fewest)
      return problem(reply, 400, `minimum 'fidelity' for '${interval}' range is ${fewest}`);
    const now = Math.floor(view.priceTime() / 1_000);
    const end = query.endTs === undefined ? now : Math.min(now, Number(query.endTs));
    const start =
      interval === undefined ? Number(query.startTs ?? now - 86_400) : now - (PRESETS[interval] ?? 86_400);
    if (query.endTs !== undefined && end - start > MAX_WINDOW_S)
      return problem(reply, 400, "'startTs' and 'endTs' interval is too long");
    const token = getTokens(view).get(String(query.market));
    if (token === undefined) return { history: [] };
    return { history: points(token, start, end, Math.max(1, fidelity) * 60).map(({ t, p }) => ({ t, p })) };
  });
  const clobMarket = (listing: Listing) => {
    const { conditionId, questionId, tokens } = shapes.getIds(listing);
    const t = view.priceTime();
    const closed = isSettled(listing, t);
    const isWinner = (side: 0 | 1) => closed && yesWon(listing) === (side === 0);
    return {
      enable_order_book: !closed,
      active: true,
      closed,
      archived: false,
      accepting_orders: isOpen(listing, t),
      accepting_order_timestamp: new Date(listing.event.openAt).toISOString(),
      minimum_order_size: 5,
      minimum_tick_size: listing.tick,
      condition_id: conditionId,
      question_id: questionId,
      question: shapes.getQuestion(listing),
      description: '',
      market_slug: listing.name,
      end_date_iso: new Date(listing.event.closeAt).toISOString(),
      game_start_time: null,
      seconds_delay: 0,
      fpmm: '',
      maker_base_fee: 0,
      taker_base_fee: 0,
      notifications_enabled: true,
      neg_risk: listing.event.kind === 'exclusive',
      neg_risk_market_id: '',
      neg_risk_request_id: '',
      icon: '',
      image: '',
      rewards: { rates: null, min_size: 0, max_spread: 0 },
      is_50_50_outcome: false,
      tokens: shapes.inListedOrder(listing, [0, 1] as const).map((side) => ({
        token_id: tokens[side],
        outcome: shapes.getOutcomes(listing)[side],
        price: closed ? (isWinner(side) ? 1 : 0) : (shapes.displayPrice(listing, side, t) ?? 0.5),
        winner: isWinner(side),
      })),
      tags: ['All', listing.event.subject.category],
    };
  };
  app.get<{ Querystring: Query }>('/markets', ({ query }) => {
    const from =
      query.next_cursor === undefined || query.next_cursor === ''
        ? 0
        : Number(Buffer.from(String(query.next_cursor), 'base64').toString());
    const rows = [...listed(view)].sort((a, b) => a.event.openAt - b.event.openAt);
    const data = rows.slice(from, from + 500).map(clobMarket);
    const next = from + 500 < rows.length ? Buffer.from(String(from + 500)).toString('base64') : 'LTE=';
    return { data, next_cursor: next, limit: 500, count: data.length };
  });
  app.get<{ Params: { id: string } }>('/markets/:id', ({ params }, reply) => {
    const found = listed(view).find((listing) => shapes.getIds(listing).conditionId === params.id);
    return found === undefined ? problem(reply, 404, 'market not found') : clobMarket(found);
  });
}
