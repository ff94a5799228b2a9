import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Newest response of each connection. Responses are sent in order, so it is the last one in progress. */
const newest = new WeakMap<Socket, ServerResponse>();

/**
 * Makes a server close its connections without cutting a response.
 *
 * Node considers a connection idle as soon as its response was passed to the socket, and destroys it although bytes are
 * still waiting for a slow reader. With this function, a connection is idle only after its last byte was sent.
 * `closeAllConnections` still cuts all connections.
 */
export function closeWithoutCutting(server: Server): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    newest.set(socket, response);
  });
  server.closeIdleConnections = () => {
    for (const socket of sockets) {
      const response = newest.get(socket);
      if (response === undefined || response.writableFinished) socket.destroySoon();
    }
  };
  server.closeAllConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
}

/** `httpAllowHalfOpen` is read by Node at each end of a client's side. It is not documented. */
type HalfOpenServer = Server & { httpAllowHalfOpen: boolean };

/**
 * Responds to clients that close their side after the request, as HTTP allows, even if the response takes a while: the
 * result of a write must reach its caller. A read is aborted when its caller closes.
 */
export function answerHalfClosed(server: Server): void {
  (server as HalfOpenServer).httpAllowHalfOpen = true;
  server.on('connection', (socket: Socket) => {
    socket.once('end', () => {
      const { method = 'GET' } = newest.get(socket)?.req ?? {};
      if (method === 'GET' || method === 'HEAD') socket.end();
    });
  });
}

/**
 * Whether a parser error may be answered on a connection. It must not be written into another response, nor as a second
 * response to a request with an incomplete body.
 */
export function mayAnswerOutOfTurn(socket: Socket): boolean {
  const response = newest.get(socket);
  if (response === undefined || !response.headersSent) return true;
  return response.writableFinished && response.req.complete;
}
