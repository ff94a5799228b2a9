import type { FaultSpec } from '../../simulator/index.ts';
import type { SimulatedVenue } from '../../simulator/world/venues.ts';

/** Faults of the request of an order, or of its answer. Most pass. */
export const ORDER_FAULTS: readonly (FaultSpec | null)[] = [
  null,
  null,
  { kind: 'reset', times: 1 },
  { kind: 'reset', when: 'after', times: 1 },
  { kind: 'status', status: 503, times: 1 },
  { kind: 'status', status: 500, when: 'after', times: 1 },
  { kind: 'malformed', times: 1 },
  { kind: 'duplicate', times: 1 },
];

/** Path at which each venue takes orders. */
export const ORDER_PATH: Readonly<Record<SimulatedVenue, string>> = {
  hyperliquid: '/exchange',
  polymarket: '/order',
  kalshi: '/portfolio/events/orders',
  limitless: '/orders',
};
