import type { FastifyInstance } from 'fastify';
import type { VenueView } from '../venue-view.ts';
import { type Listing, yesWon } from '../world/listing.ts';
import { isOpen, isSettled } from '../world/world.ts';
import { type Query, sendProblem } from './query.ts';
import * as shapes from './shapes.ts';
import { buildPoints, getTokens, listListed, MAX_WINDOW_S, PRESETS } from './tokens.ts';

const MIN_MINUTES: Readonly<Record<string, number>> = { '1m': 10, '1w': 5 };

/** Markets of the order book service, and the past prices of their tokens. */
export function clobMarketRoutes(app: FastifyInstance, view: VenueView): void {
  app.get<{ Querystring: Query }>('/prices-history', ({ query }, reply) => {
    const interval = query.interval as string | undefined;
    const fidelity = Number(query.fidelity ?? (interval === 'max' ? 720 : 60));
    const fewest = MIN_MINUTES[interval ?? ''];
    if (fewest !== undefined && fidelity < fewest)
      return sendProblem(reply, 400, `minimum 'fidelity' for '${interval}' range is ${fewest}`);
    const now = Math.floor(view.priceTime() / 1_000);
    const end = query.endTs === undefined ? now : Math.min(now, Number(query.endTs));
    const start =
      interval === undefined ? Number(query.startTs ?? now - 86_400) : now - (PRESETS[interval] ?? 86_400);
    if (query.endTs !== undefined && end - start > MAX_WINDOW_S)
      return sendProblem(reply, 400, "'startTs' and 'endTs' interval is too long");
    const token = getTokens(view).get(String(query.market));
    if (token === undefined) return { history: [] };
    return {
      history: buildPoints(token, start, end, Math.max(1, fidelity) * 60).map(({ t, p }) => ({ t, p })),
    };
  });
  app.get<{ Querystring: Query }>('/markets', ({ query }) => {
    const from =
      query.next_cursor === undefined || query.next_cursor === ''
        ? 0
        : Number(Buffer.from(String(query.next_cursor), 'base64').toString());
    const rows = [...listListed(view)].sort((a, b) => a.event.openAt - b.event.openAt);
    const data = rows.slice(from, from + 500).map((listing) => clobMarket(listing, view));
    const next = from + 500 < rows.length ? Buffer.from(String(from + 500)).toString('base64') : 'LTE=';
    return { data, next_cursor: next, limit: 500, count: data.length };
  });
  app.get<{ Params: { id: string } }>('/markets/:id', ({ params }, reply) => {
    const found = listListed(view).find((listing) => shapes.getIds(listing).clobConditionId === params.id);
    return found === undefined ? sendProblem(reply, 404, 'market not found') : clobMarket(found, view);
  });
}

/** A market as the order book service states it. */
function clobMarket(listing: Listing, view: VenueView) {
  const { clobConditionId, questionId, tokens } = shapes.getIds(listing);
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
    condition_id: clobConditionId,
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
}
