import type { ListedOrder } from '../account-readings.ts';
import type { VenueHttp } from '../calls/venue-http.ts';
import { readAccountRows } from '../live/account-rows.ts';
import { VenueReadError } from '../live/venue-read.ts';
import type { PrivateApi } from './private-api.ts';
import { foundOrder, ordersPage } from './wire.ts';

const MAX_PAGES = 10;
/** Cursor after the last page. */
const END = 'LTE=';

/** Reads all resting orders of the account. An order's id is its hash, which we know. @throws {VenueReadError} */
export async function readOpenOrders(
  api: Pick<PrivateApi, 'read'>,
  http: Pick<VenueHttp, 'noteRefusedRow'>,
  signal: AbortSignal,
): Promise<ListedOrder[]> {
  const open: ListedOrder[] = [];
  let query = '';
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await api.read(`/data/orders${query}`, ordersPage, signal);
    const { rows } = readAccountRows(http, answer.data, foundOrder, () => null);
    if (rows.length < answer.data.length)
      throw new VenueReadError('venue_unavailable', 'an order cannot be read');
    open.push(...rows.map(({ id }) => ({ venueOrderId: id, venueClientId: id })));
    const next = answer.next_cursor ?? END;
    if (next === END || next === '') return open;
    query = `?${new URLSearchParams({ next_cursor: next })}`;
  }
  throw new VenueReadError('venue_unavailable', 'more orders rest than are read');
}
