import type { FastifyRequest } from 'fastify';
import type { AdminAction } from '../../accounts/admin-actions.ts';
import type { KeyRecord } from '../../accounts/keys.ts';

/** The key of the caller, on a route that only holders of a key reach. */
export function requireKey({ requestContext }: FastifyRequest): KeyRecord {
  const { principal } = requestContext;
  if (principal.kind !== 'key') throw new Error('the route stands before the gate');
  return principal.key;
}

/** What is kept of an admin action beside its time. */
export function actionOf(
  { ip }: FastifyRequest,
  action: string,
  target: string | null,
  detail: string | null = null,
): Omit<AdminAction, 'at'> {
  return { address: ip, action, target, detail };
}
