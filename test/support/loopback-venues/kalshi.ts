import type { IncomingHttpHeaders } from 'node:http';
import { WebSocketServer } from 'ws';
import { type Answer, closeAll, sendToAll, startAnswering } from './answering-server.ts';

export interface LoopbackVenue {
  /** Ends in `/trade-api/v2`. */
  readonly url: string;
  readonly wsUrl: string;
  /** Path and query of the calls so far, without the base. */
  readonly asked: readonly string[];
  /** Headers of these calls. */
  readonly headers: readonly IncomingHttpHeaders[];
  readonly frames: readonly string[];
  /** Headers of each stream handshake. */
  readonly handshakes: readonly IncomingHttpHeaders[];
  push(frame: unknown): void;
  close(): Promise<void>;
}

const BASE = '/trade-api/v2';

/** Starts a stand-in for Kalshi on loopback. */
export async function startLoopbackVenue(answer: (path: URL) => Answer): Promise<LoopbackVenue> {
  const asked: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const frames: string[] = [];
  const handshakes: IncomingHttpHeaders[] = [];
  const { server, host } = await startAnswering(({ url = '', headers: sent }) => {
    headers.push(sent);
    const path = url.slice(BASE.length);
    asked.push(path);
    return answer(new URL(path, 'http://venue'));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) => {
    handshakes.push(request.headers);
    socket.on('message', (data) => frames.push(String(data)));
  });
  return {
    url: `http://${host}${BASE}`,
    wsUrl: `ws://${host}/trade-api/ws/v2`,
    asked,
    headers,
    frames,
    handshakes,
    push: (frame) => sendToAll(sockets, frame),
    close: () => closeAll(server, sockets),
  };
}
