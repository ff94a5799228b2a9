import type { IncomingHttpHeaders } from 'node:http';

/**
 * The credential of a request. `none`: it has none. `conflict`: it has two different ones.
 *
 * Node keeps the first of two `Authorization` fields and joins two `X-API-Key` fields with a comma, which no key
 * contains. A key in the address is none: addresses end up in logs.
 */
export type Credential =
  | { readonly kind: 'none' }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'secret'; readonly secret: string };

const NONE: Credential = { kind: 'none' };
const BEARER = /^bearer +([^\s]+) *$/i;

/** An API key: `Authorization: Bearer` or `X-API-Key`; both may be there when they are equal. */
export function findKeyCredential(headers: IncomingHttpHeaders): Credential {
  const bearer = findBearer(headers);
  const field = headers['x-api-key'];
  const key = typeof field === 'string' && field.trim() !== '' ? field.trim() : null;
  if (bearer !== null && key !== null && bearer !== key) return { kind: 'conflict' };
  const secret = bearer ?? key;
  return secret === null ? NONE : { kind: 'secret', secret };
}

/** The admin token: `Authorization: Bearer` alone. */
export function findAdminCredential(headers: IncomingHttpHeaders): Credential {
  const secret = findBearer(headers);
  return secret === null ? NONE : { kind: 'secret', secret };
}

/** Finds a bearer token; an `Authorization` of another scheme is ignored. */
function findBearer({ authorization }: IncomingHttpHeaders): string | null {
  return authorization === undefined ? null : (BEARER.exec(authorization)?.[1] ?? null);
}
