import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const acceptable = /^[A-Za-z0-9._-]{8,64}$/;
const prefix = randomBytes(6).toString('base64url');
let counter = 0;

/**
 * Returns the caller's `X-Request-Id` if it is short and plain, so that it cannot forge log lines; otherwise a new id.
 */
export function getRequestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && acceptable.test(given)) return given;
  counter = (counter + 1) % Number.MAX_SAFE_INTEGER;
  return `${prefix}-${counter.toString(36)}`;
}
