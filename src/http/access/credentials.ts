import type { IncomingHttpHeaders } from 'node:http';

/**
 * Credential of a request. `none`: the request has none. `conflict`: it has two different ones.
 *
 * Node keeps the first of two `Authorization` fields and joins two `X-API-Key` fields with a comma, which no key
 * contains. A key in the URL is not accepted, because URLs end up in logs.
 */
export type Credential =
  | { readonly kind: 'none' }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'secret'; readonly secret: string };

const NONE: Credential = { kind: 'none' };
const BEARER = /^bearer +([^\s]+) *$/i;

/** Finds an API key in `Authorization: Bearer` or `X-API-Key`. A request may have both if they are equal. */
export function findKeyCredential(headers: IncomingHttpHeaders): Credential {
  const bearer = findBearer(headers);
  const field = headers['x-api-key'];
  const key = typeof field === 'string' && field.trim() !== '' ? field.trim() : null;
  if (bearer !== null && key !== null && bearer !== key) return { kind: 'conflict' };
  const secret = bearer ?? key;
  return secret === null ? NONE : { kind: 'secret', secret };
}

/** Finds the admin token, which is accepted in `Authorization: Bearer` only. */
export function findAdminCredential(headers: IncomingHttpHeaders): Credential {
  const secret = findBearer(headers);
  return secret === null ? NONE : { kind: 'secret', secret };
}

/** Finds a bearer token. `Authorization` with another scheme is ignored. */
function findBearer({ authorization }: IncomingHttpHeaders): string | null {
  return authorization === undefined ? null : (BEARER.exec(authorization)?.[1] ?? null);
}
