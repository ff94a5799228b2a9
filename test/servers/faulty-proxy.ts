import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a server, and can come between them. */
export interface FaultyProxy {
  readonly url: string;
  /** Delays every answer from now on; the server still receives all requests. */
  delayAnswers(ms: number): void;
  /** Delays the first answer on each new connection from now on. */
  delayConnections(ms: number): void;
  /** Breaks the connection after the next commit has reached the server, before its answer. */
  loseNextCommit(): void;
  /** Stops all traffic in both directions without closing a connection. */
  freeze(): void;
  close(): void;
}

export async function openFaultyProxy(target: URL): Promise<FaultyProxy> {
  const sockets = new Set<Socket>();
  let delayMs = 0;
  let delayFirstMs = 0;
  let isFrozen = false;
  let losesCommit = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let isLost = false;
    let firstMs = delayFirstMs;
    client.on('data', (chunk) => {
      if (isFrozen) return;
      if (losesCommit && chunk.includes('COMMIT\0')) {
        losesCommit = false;
        isLost = true;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (isLost) client.destroy();
      else if (!isFrozen) setTimeout(() => client.destroyed || client.write(chunk), delayMs + firstMs);
      firstMs = 0;
    });
    const end = () => {
      if (isFrozen) return;
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('close', end);
      socket.on('error', end);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    delayAnswers: (ms) => {
      delayMs = ms;
    },
    delayConnections: (ms) => {
      delayFirstMs = ms;
    },
    loseNextCommit: () => {
      losesCommit = true;
    },
    freeze: () => {
      isFrozen = true;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
