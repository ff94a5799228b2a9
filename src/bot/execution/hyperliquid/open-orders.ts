import type { AssetRef } from '../../../domain/index.ts';
import type { ListedOrder } from '../account-readings.ts';
import type { VenueHttp } from '../calls/venue-http.ts';
import { VenueReadError } from '../live/venue-read.ts';
import { listDexes } from './holdings.ts';
import { queryInfo } from './info-query.ts';
import { openOrderRow, openOrdersAnswer } from './wire.ts';

/** Reads the resting orders of the account, by one query for each dex in which its bots trade. @throws {VenueReadError} */
export async function readOpenOrders(
  refs: readonly AssetRef[],
  { http, user, signal }: { readonly http: VenueHttp; readonly user: string; readonly signal: AbortSignal },
): Promise<ListedOrder[]> {
  const open: ListedOrder[] = [];
  for (const dex of listDexes(refs)) {
    const query = { type: 'openOrders', user, ...(dex === '' ? {} : { dex }) };
    const rows = await queryInfo(
      http,
      { purpose: 'account', account: user },
      query,
      openOrdersAnswer,
      signal,
    );
    for (const row of rows) {
      if (!openOrderRow.accepts(row)) {
        http.noteRefusedRow(openOrderRow.describeRefusal(row, null));
        throw new VenueReadError('venue_unavailable', 'an open order cannot be read');
      }
      open.push({ venueOrderId: String(row.oid), venueClientId: row.cloid ?? null });
    }
  }
  return open;
}
