import type { FastifyRequest } from 'fastify';

/** Address of the other server: the bot's for the main one, and the reverse. */
export interface OtherServer {
  /** Address of the other server behind a proxy; null: the host of this one, at its own port. */
  readonly publicUrl: string | null;
  /** Port of the server once it listens; null before. */
  readonly port: () => number | null;
}

/** Characters of a host that may be put into a header field and a page. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])$/i;

/** The origin of the other server as the browser behind a request reaches it; null when that cannot be said. */
export function findOtherOrigin(
  request: Pick<FastifyRequest, 'protocol' | 'hostname'>,
  other: OtherServer,
): string | null {
  if (other.publicUrl !== null) return new URL(other.publicUrl).origin;
  const port = other.port();
  if (port === null || !HOST.test(request.hostname)) return null;
  return `${request.protocol}://${request.hostname}:${port}`;
}

/** The origin at which the caller reached this server; null when its host may not be put into a page. */
export function findOwnOrigin(
  request: Pick<FastifyRequest, 'protocol' | 'host' | 'hostname'>,
): string | null {
  if (!HOST.test(request.hostname)) return null;
  const port = /:(\d{1,5})$/.exec(request.host)?.[0] ?? '';
  return `${request.protocol}://${request.hostname}${port}`;
}
