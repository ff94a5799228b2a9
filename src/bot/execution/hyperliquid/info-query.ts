import type { Static, TSchema } from 'typebox';
import type { WireSchema } from '../../../upstream/client.ts';
import type { CallPurpose } from '../calls/call-budget.ts';
import type { VenueHttp } from '../calls/venue-http.ts';
import { readJson } from '../live/venue-read.ts';
import { toQueryCall } from './limits.ts';

/** Sends one query to `/info`, counted under a purpose and an account. @throws {ReadFailure} */
export function queryInfo<Schema extends TSchema>(
  http: VenueHttp,
  { purpose, account }: { readonly purpose: CallPurpose; readonly account: string | null },
  query: Readonly<{ type: string; [member: string]: unknown }>,
  wire: WireSchema<Schema>,
  signal: AbortSignal,
): Promise<Static<Schema>> {
  const call = toQueryCall(purpose, account, query.type);
  return readJson(http, { method: 'POST', path: '/info', body: JSON.stringify(query), call, signal }, wire);
}
