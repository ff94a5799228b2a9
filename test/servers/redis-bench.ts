import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import type { Redis } from '../../src/storage/redis/redis.ts';

/** Resolves once the connection is as wanted. */
export async function becomes(redis: Redis, isUp: boolean): Promise<void> {
  while (redis.isUp !== isUp) {
    await new Promise<void>((resolve) => {
      const stop = redis.onChange(() => {
        stop();
        resolve();
      });
    });
  }
}

/** Resolves once all processes can be expected to use the server after a loss. */
export async function settles(redis: Redis): Promise<void> {
  await becomes(redis, true);
  if (redis.isSteady) return;
  await new Promise<void>((resolve) => {
    const stop = redis.onSteady(() => {
      stop();
      resolve();
    });
  });
}

/** Passes connections on, and what the server says later than it does. */
export async function startSlowProxy(t: TestContext, port: number) {
  let delayMs = 0;
  const sockets = new Set<Socket>();
  const proxy = createServer((from) => {
    const to = new (from.constructor as typeof Socket)().connect(port, '127.0.0.1');
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    from.pipe(to);
    to.on('data', (chunk) => setTimeout(() => from.write(chunk), delayMs));
    from.on('close', () => to.destroy());
    to.on('close', () => from.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port: ownPort } = proxy.address() as { port: number };
  return {
    url: `redis://127.0.0.1:${ownPort}`,
    delay: (ms: number) => {
      delayMs = ms;
    },
  };
}
