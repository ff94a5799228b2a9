import type { FastifyRequest } from 'fastify';
import type { AdminAction } from '../../accounts/admin-actions.ts';
import { type KeyRecord, mayRead } from '../../accounts/keys/keys.ts';
import type { VenueId } from '../../domain/index.ts';
import { ApiError } from '../responses/errors.ts';

/** The key of the caller, on a route that only holders of a key reach. */
export function requireKey({ requestContext }: FastifyRequest): KeyRecord {
  const { principal } = requestContext;
  if (principal.kind !== 'key') throw new Error('the route stands before the gate');
  return principal.key;
}

/** Checks venues named in a body, since the gate reads only the path. @throws {ApiError} 403 `venue_not_entitled`. */
export function requireVenues(key: KeyRecord, venues: readonly VenueId[]): void {
  const refused = venues.find((venue) => !mayRead(key, venue));
  if (refused === undefined) return;
  throw new ApiError('venue_not_entitled', `the key is not entitled to ${refused}`);
}

/** Record of an admin action, without its time. */
export function describeAction(
  { ip }: FastifyRequest,
  action: string,
  target: string | null,
  detail: string | null = null,
): Omit<AdminAction, 'at'> {
  return { address: ip, action, target, detail };
}
