import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';

/** What the loopback venue answers: a body for status 200, or a status with a raw text. */
export type Answer =
  | { readonly json: unknown }
  | { readonly status: number; readonly text: string }
  | 'reset';

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

/** A stand-in for the venue on loopback, for tests: answers by the `type` of the query. */
export async function startLoopbackVenue(
  answer: (query: Readonly<Record<string, unknown>>) => Answer,
): Promise<LoopbackVenue> {
  const asked: Record<string, unknown>[] = [];
  const frames: string[] = [];
  const server = createServer(async (request, response) => {
    const query = JSON.parse(await readText(request)) as Record<string, unknown>;
    asked.push(query);
    const reply = answer(query);
    if (reply === 'reset') {
      request.socket.destroy();
      return;
    }
    const [status, text] = 'json' in reply ? [200, JSON.stringify(reply.json)] : [reply.status, reply.text];
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket: WebSocket) => {
    socket.send('Websocket connection established.');
    socket.on('message', (data) => frames.push(String(data)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}/ws`,
    asked,
    frames,
    push: (frame) => {
      for (const socket of sockets.clients)
        socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
    },
    dropConnections: () => {
      for (const socket of sockets.clients) socket.terminate();
    },
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Reads a fixture of this folder. */
export function fixture(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8'));
}

/** Waits until a condition holds, for what arrives over loopback. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  for (let turn = 0; turn < 500; turn++) {
    if (condition()) return;
    await new Promise((next) => setTimeout(next, 5));
  }
  throw new Error(`did not happen: ${what}`);
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
