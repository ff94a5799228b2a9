import type { FastifyRequest } from 'fastify';

/** The other server of the service: the bot's for the main server, and the reverse. */
export interface OtherServer {
  /** Address of the other server behind a proxy; null: the host of this server with the other port. */
  readonly publicUrl: string | null;
  /** Returns the port of the other server; null: it does not listen yet. */
  readonly port: () => number | null;
}

/** Characters of a host that may be put into a header field and a page. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])$/i;

/** Finds the origin of the other server as the browser behind a request reaches it; null: it cannot be determined. */
export function findOtherOrigin(
  request: Pick<FastifyRequest, 'protocol' | 'hostname'>,
  other: OtherServer,
): string | null {
  if (other.publicUrl !== null) return new URL(other.publicUrl).origin;
  const port = other.port();
  if (port === null || !HOST.test(request.hostname)) return null;
  return `${request.protocol}://${request.hostname}:${port}`;
}

/** Finds the origin at which the caller reached this server; null: its host must not be put into a page. */
export function findOwnOrigin(
  request: Pick<FastifyRequest, 'protocol' | 'host' | 'hostname'>,
): string | null {
  if (!HOST.test(request.hostname)) return null;
  const port = /:(\d{1,5})$/.exec(request.host)?.[0] ?? '';
  return `${request.protocol}://${request.hostname}${port}`;
}
