import type { FastifyRequest } from 'fastify';
import type { AdminAction } from '../../accounts/admin-actions.ts';
import { type KeyRecord, mayRead } from '../../accounts/keys/keys.ts';
import type { VenueId } from '../../domain/index.ts';
import { ApiError, refuseParameter } from '../responses/errors.ts';
import { createMissingKeyError } from './key-lookup.ts';

/** Returns the caller's key, on a route that only holders of a key can reach. */
export function requireKey({ requestContext }: FastifyRequest): KeyRecord {
  const { principal } = requestContext;
  if (principal.kind !== 'key') throw new Error('the route has no gate, so its request has no key');
  return principal.key;
}

/**
 * Returns the owner that a call concerns, on a route for holders of keys and the operator: the owner of the key, or the
 * one that the operator names.
 *
 * @param named Value of the member or parameter `owner`.
 * @throws {ApiError} 400 `validation_failed`; 401 `missing_api_key` without any credential.
 */
export function requireAccount(request: FastifyRequest, named: string | undefined): string {
  const { principal } = request.requestContext;
  if (principal.kind === 'operator') {
    if (named !== undefined) return named;
    // Without an admin token, a local program counts as the operator, but it may just have forgotten its key.
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

/**
 * Requires that a key covers the venues that a body names. The gate only reads the path. @throws {ApiError} 403
 * `venue_not_entitled`.
 */
export function requireVenues(key: KeyRecord, venues: readonly VenueId[]): void {
  const refused = venues.find((venue) => !mayRead(key, venue));
  if (refused === undefined) return;
  throw new ApiError('venue_not_entitled', `the key is not entitled to ${refused}`);
}

/** Creates the record of an operator's action, without its time. */
export function describeAction(
  { ip }: FastifyRequest,
  action: string,
  target: string | null,
  detail: string | null = null,
): Omit<AdminAction, 'at'> {
  return { address: ip, action, target, detail };
}
