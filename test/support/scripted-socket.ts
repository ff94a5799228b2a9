import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { type WebSocket, WebSocketServer } from 'ws';

export interface ScriptedSocket {
  readonly url: string;
  /** Connections so far, the newest last. */
  readonly connections: readonly WebSocket[];
  /** Requests that opened the connections. */
  readonly requests: readonly IncomingMessage[];
  /** Texts that arrived, of all connections. */
  readonly heard: readonly string[];
  /** Sends a frame over the newest connection. */
  say(frame: object | string): void;
  /** Waits for a text that a test looks for, which has not been waited for before. */
  hear(isWanted?: (text: string) => boolean): Promise<string>;
  /** Waits for another connection than those before. */
  connected(): Promise<WebSocket>;
}

/** Starts a WebSocket server that sends what a test tells it. */
export async function startScriptedSocket(t: TestContext): Promise<ScriptedSocket> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const connections: WebSocket[] = [];
  const requests: IncomingMessage[] = [];
  const heard: string[] = [];
  const waiting: (() => void)[] = [];
  let read = 0;
  let met = 0;
  const wake = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  const next = () => new Promise<void>((resolve) => waiting.push(resolve));
  server.on('connection', (socket, request) => {
    connections.push(socket);
    requests.push(request);
    socket.on('message', (data) => {
      heard.push(String(data));
      wake();
    });
    wake();
  });
  t.after(() => {
    for (const socket of connections) socket.terminate();
    server.close();
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/socket`,
    connections,
    requests,
    heard,
    say: (frame) => connections.at(-1)!.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    hear: async (isWanted = () => true) => {
      for (;;) {
        while (read < heard.length) {
          const text = heard[read++]!;
          if (isWanted(text)) return text;
        }
        await next();
      }
    },
    connected: async () => {
      while (connections.length <= met) await next();
      return connections[met++]!;
    },
  };
}
