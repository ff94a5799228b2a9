import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Answer, closeAll, sendToAll, startAnswering } from './answering-server.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', '..', 'src', 'venues', 'hyperliquid', 'fixtures');

export interface LoopbackVenue {
  readonly url: string;
  readonly wsUrl: string;
  /** The queries so far, in order. */
  readonly asked: readonly Readonly<Record<string, unknown>>[];
  /** The frames that clients sent over the stream. */
  readonly frames: readonly string[];
  /** Sends a frame to every open connection. */
  push(frame: unknown): void;
  dropConnections(): void;
  close(): Promise<void>;
}

/** Starts a stand-in for the venue on loopback: answers by the `type` of the query. */
export async function startLoopbackVenue(
  answer: (query: Readonly<Record<string, unknown>>) => Answer,
): Promise<LoopbackVenue> {
  const asked: Record<string, unknown>[] = [];
  const frames: string[] = [];
  const { server, host } = await startAnswering(async (request) => {
    const query = (await json(request)) as Record<string, unknown>;
    asked.push(query);
    return answer(query);
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket: WebSocket) => {
    socket.send('Websocket connection established.');
    socket.on('message', (data) => frames.push(String(data)));
  });
  return {
    url: `http://${host}`,
    wsUrl: `ws://${host}/ws`,
    asked,
    frames,
    push: (frame) => sendToAll(sockets, frame),
    dropConnections: () => {
      for (const socket of sockets.clients) socket.terminate();
    },
    close: () => closeAll(server, sockets),
  };
}

/** Reads a fixture of the venue. */
export function fixture(name: string): unknown {
  return JSON.parse(readFileSync(join(FIXTURES, `${name}.json`), 'utf8'));
}

/** Waits until a condition holds, for what arrives over loopback. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  for (let turn = 0; turn < 500; turn++) {
    if (condition()) return;
    await new Promise((next) => setTimeout(next, 5));
  }
  throw new Error(`did not happen: ${what}`);
}
