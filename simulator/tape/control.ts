import type { FastifyInstance, FastifyReply } from 'fastify';
import { type AssetRef, findAssetRef } from '../../src/domain/index.ts';
import type { VenueView } from '../venue-view.ts';
import type { SimulatedVenue } from '../world/venues.ts';
import { listTrueTrades } from './trade-truth.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** Routes that tell what happened: trades of an asset, and its book as it was sent. */
export function tapeControl(app: FastifyInstance, views: Readonly<Record<SimulatedVenue, VenueView>>): void {
  app.get<{ Querystring: Query }>('/simulator/trades', ({ query }, reply) => {
    const found = findMarket(views, query);
    const [from, to] = [Number(query.fromMs), Number(query.toMs)];
    if (found === null || !Number.isFinite(from) || !Number.isFinite(to)) return sendRefusal(reply);
    const trades = listTrueTrades(found.view, found.ref, from, to);
    return trades === null ? reply.code(404).send({ error: 'no trades of this asset' }) : { trades };
  });
  app.get<{ Querystring: Query }>('/simulator/book', ({ query }, reply) => {
    const found = findMarket(views, query);
    const t = Number(query.t);
    if (found === null || query.t === undefined || !Number.isFinite(t)) return sendRefusal(reply);
    return { t, ...found.view.sent.find(found.ref.asset, t) };
  });
}

function findMarket(
  views: Readonly<Record<SimulatedVenue, VenueView>>,
  { venue = '', asset = '' }: Query,
): { readonly view: VenueView; readonly ref: AssetRef } | null {
  const ref = findAssetRef(asset);
  const view = Object.values(views).find((one) => one.venue === venue);
  return ref === null || view === undefined || ref.venue !== view.venue ? null : { view, ref };
}

function sendRefusal(reply: FastifyReply): FastifyReply {
  return reply.code(400).send({ error: 'venue, asset, and fromMs with toMs or t are required' });
}
