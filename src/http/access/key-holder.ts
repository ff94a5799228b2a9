import type { FastifyRequest } from 'fastify';
import type { AdminAction } from '../../accounts/admin-actions.ts';
import { type KeyRecord, mayRead } from '../../accounts/keys/keys.ts';
import type { VenueId } from '../../domain/index.ts';
import { ApiError, refuseParameter } from '../responses/errors.ts';
import { createMissingKeyError } from './key-check.ts';

/** The key of the caller, on a route that only holders of a key reach. */
export function requireKey({ requestContext }: FastifyRequest): KeyRecord {
  const { principal } = requestContext;
  if (principal.kind !== 'key') throw new Error('the route has no gate, so its request has no key');
  return principal.key;
}

/**
 * The account that a call is about, on a route that holders of keys and the operator reach: a key's own, or the one that
 * the operator names.
 *
 * @param named The member or parameter `owner`.
 * @throws {ApiError} 400 `validation_failed`; 401 `missing_api_key` without any credential.
 */
export function requireAccount(request: FastifyRequest, named: string | undefined): string {
  const { principal } = request.requestContext;
  if (principal.kind === 'operator') {
    if (named !== undefined) return named;
    // A program on the same machine needs no token while none is set, and may have forgotten its key.
    if (request.headers.authorization === undefined) throw createMissingKeyError();
    throw refuseParameter('owner', 'owner is required: name the owner of the account');
  }
  const { owner } = requireKey(request);
  if (named === undefined || named === owner) return owner;
  throw refuseParameter(
    'owner',
    'owner is for the operator alone: leave it out, since a key reads its own account',
  );
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
