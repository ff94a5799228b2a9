import type { FastifyRequest } from 'fastify';
import { findOtherOrigin, type OtherServer } from '../pages/terminal/origins.ts';

/**
 * The origin of the page that asks, when it is a page of this service's other address. Only such a page may read what
 * belongs to the holder of a key: the terminal is served on both addresses and calls the one from the other.
 *
 * @returns null for pages of all other origins, and for callers that are no pages.
 */
export function findOtherPage(
  request: Pick<FastifyRequest, 'protocol' | 'hostname' | 'headers'>,
  other: OtherServer | null,
): string | null {
  const { origin } = request.headers;
  if (other === null || origin === undefined) return null;
  const expected = findOtherOrigin(request, other);
  // A browser leaves out the port that a scheme has anyway.
  return expected !== null && origin === new URL(expected).origin ? origin : null;
}
