import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessClass, RouteFacts } from '../routing/route-config.ts';

/**
 * Decides whether a request may use a route, before anything else is done for it.
 *
 * It may set header fields on the reply; they are sent with cached answers too.
 *
 * @throws {ApiError} with a status of 401, 402, 403 or 429 when it may not.
 */
export type AccessCheck = (request: FastifyRequest, reply: FastifyReply, facts: RouteFacts) => Promise<void>;

const ALWAYS_CHECKED: readonly AccessClass[] = ['key', 'admin'];
const CHECKED_WHEN_GATED: readonly AccessClass[] = ['pro', 'enterprise'];

/** Whether a route is behind the access check. */
export function isGuarded(facts: RouteFacts, paidGating: boolean): boolean {
  if (ALWAYS_CHECKED.includes(facts.access)) return true;
  return paidGating && CHECKED_WHEN_GATED.includes(facts.access);
}
