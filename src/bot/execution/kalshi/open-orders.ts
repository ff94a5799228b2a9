import { findTextMember } from '../../../domain/index.ts';
import type { ListedOrder } from '../account-readings.ts';
import { readAccountRows } from '../live/account-rows.ts';
import { VenueReadError } from '../live/venue-read.ts';
import type { ReadPath } from './holdings.ts';
import { orderRow, ordersPage } from './wire.ts';

/**
 * Number of pages of newest orders that are searched: the list has orders of every state, and the venue documents no
 * filter for resting ones.
 */
const MAX_PAGES = 5;
const ROWS = 200;

/** Reads the resting orders among the account's newest. @throws {VenueReadError} */
export async function readOpenOrders(
  read: ReadPath,
  http: Parameters<typeof readAccountRows>[0],
): Promise<ListedOrder[]> {
  const open: ListedOrder[] = [];
  let cursor = '';
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = new URLSearchParams({ limit: String(ROWS), ...(cursor === '' ? {} : { cursor }) });
    const answer = await read(`/portfolio/orders?${query}`, ordersPage);
    const { rows } = readAccountRows(http, answer.orders, orderRow, (row) => findTextMember(row, 'order_id'));
    if (rows.length < answer.orders.length)
      throw new VenueReadError('venue_unavailable', 'an order cannot be read');
    for (const { order_id, client_order_id, status } of rows) {
      if (status === 'resting') open.push({ venueOrderId: order_id, venueClientId: client_order_id ?? null });
    }
    cursor = answer.cursor ?? '';
    if (cursor === '') break;
  }
  return open;
}
