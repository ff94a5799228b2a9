import type { Static, TSchema } from 'typebox';
import type { WireSchema } from '../../../upstream/client.ts';
import type { VenueHttp } from '../common/venue-http.ts';
import { readJson } from '../common/venue-read.ts';

/** One question to the query address. @throws {ReadFailure} */
export function ask<Schema extends TSchema>(
  http: VenueHttp,
  query: Readonly<Record<string, unknown>>,
  wire: WireSchema<Schema>,
  signal: AbortSignal,
): Promise<Static<Schema>> {
  return readJson(http, { method: 'POST', path: '/info', body: JSON.stringify(query), signal }, wire);
}
