import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOT, record, startService } from './service.ts';

/**
 * A child process that serves streams: the production server (`here`) or a bare `node:http` one (`bare`). Its parent
 * asks it for its memory, and says when to pulse. Started with --expose-gc.
 */
export type StreamServerCommand = 'memory' | 'pulse' | 'stop';

const [kind = 'here', readers = '10000'] = process.argv.slice(2);
const server = kind === 'here' ? await startHere(Number(readers)) : await startBare();
process.send?.({ port: server.port, path: server.path });

process.on('message', async (command: StreamServerCommand) => {
  if (command === 'pulse') server.pulse();
  if (command === 'memory') {
    await new Promise((resolve) => setTimeout(resolve, 500));
    globalThis.gc?.();
    globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    process.send?.({ rss, heapUsed, external });
  }
  if (command === 'stop') {
    await server.close();
    process.disconnect();
  }
});

interface StreamServer {
  readonly port: number;
  readonly path: string;
  pulse(): void;
  close(): Promise<void>;
}

async function startHere(streams: number): Promise<StreamServer> {
  const service = await startService({ streams });
  await record(service.history, HOT, 20_000);
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  let price = 87_000;
  return {
    port: (service.app.server.address() as AddressInfo).port,
    path: `/api/asset/${HOT.asset}/stream`,
    pulse: () => service.say(++price),
    close: () => service.close(),
  };
}

async function startBare(): Promise<StreamServer> {
  const open = new Set<ServerResponse>();
  const bare = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': connected\n\n');
    open.add(response);
    response.on('close', () => open.delete(response));
  });
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
  let price = 87_000;
  return {
    port: (bare.address() as AddressInfo).port,
    path: '/',
    pulse: () => {
      const now = Date.now();
      const data = { asset: 'hl-BTC', kind: 'hl-perp', price: ++price, receivedAt: now, sentAt: now };
      const frame = Buffer.from(`id: bare-${price}\ndata: ${JSON.stringify(data)}\n\n`);
      for (const response of open) response.write(frame);
    },
    close: async () => {
      bare.close();
      bare.closeAllConnections();
    },
  };
}
