import type { FastifyRequest } from 'fastify';
import { findOtherOrigin, type OtherServer } from './origins.ts';

/**
 * Finds the origin of the calling page, if it is a page of this service's other address. The terminal is served on both
 * addresses and calls each from the other, so only such a page may read the data of a key holder.
 *
 * @returns null for pages of all other origins, and for callers that are not pages.
 */
export function findOtherPage(
  request: Pick<FastifyRequest, 'protocol' | 'hostname' | 'headers'>,
  other: OtherServer | null,
): string | null {
  const { origin } = request.headers;
  if (other === null || origin === undefined) return null;
  const expected = findOtherOrigin(request, other);
  // Browsers leave out the default port of a scheme.
  return expected !== null && origin === new URL(expected).origin ? origin : null;
}
