import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebSocketServer } from 'ws';

/** Answer of a loopback venue: a body for status 200, a status with a raw text, or a cut line. */
export type Answer =
  | { readonly json: unknown }
  | { readonly status: number; readonly text: string }
  | 'reset';

/** Starts a server on loopback that answers each request as the test says. Streams are attached to `server`. */
export async function startAnswering(
  answer: (request: IncomingMessage) => Answer | Promise<Answer>,
): Promise<{ readonly server: Server; readonly host: string }> {
  const server = createServer(async (request, response) => {
    const reply = await answer(request);
    if (reply === 'reset') {
      request.socket.destroy();
      return;
    }
    const [status, text] = 'json' in reply ? [200, JSON.stringify(reply.json)] : [reply.status, reply.text];
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Sends one frame to every connection; text goes as it is. */
export function sendToAll(sockets: WebSocketServer, frame: unknown): void {
  const text = typeof frame === 'string' ? frame : JSON.stringify(frame);
  for (const socket of sockets.clients) socket.send(text);
}

/** Cuts every stream and every connection, and stops listening. */
export async function closeAll(server: Server, sockets: WebSocketServer): Promise<void> {
  for (const socket of sockets.clients) socket.terminate();
  sockets.close();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}
