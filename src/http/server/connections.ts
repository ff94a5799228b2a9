import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The newest answer of each connection. Answers leave in order, so it is the last one in progress. */
const newest = new WeakMap<Socket, ServerResponse>();

/**
 * Makes a server close its connections without cutting an answer.
 *
 * Node counts a connection as idle as soon as its answer was handed to the socket, and destroys it although
 * bytes still wait there for a slow reader. Here a connection is idle when its last byte has left;
 * `closeAllConnections` remains the way to cut all of them.
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

/** Node reads it at each end of a caller's side, and does not document it. */
type HalfOpenServer = Server & { httpAllowHalfOpen: boolean };

/**
 * Answers callers who close their side after the request, as HTTP allows, also when the answer takes a while: the result
 * of a write must reach its caller. A read ends when its caller closes.
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
 * Whether a failure that the parser reports may be written to the connection as an answer: not in the middle of
 * another one, nor as a second answer to a request whose body never came completely.
 */
export function mayAnswerOutOfTurn(socket: Socket): boolean {
  const response = newest.get(socket);
  if (response === undefined || !response.headersSent) return true;
  return response.writableFinished && response.req.complete;
}
