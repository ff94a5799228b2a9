import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Range of ports below those that systems give to connections, so that no connection takes a port before its server
 * listens.
 */
const RANGE = { from: 12_000, to: 32_000 };
const TRIES = 100;

/** Finds a port on loopback that is free now. */
export async function findFreePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = RANGE.from + Math.floor(Math.random() * (RANGE.to - RANGE.from));
    if (await isFree(port)) return port;
  }
  throw new Error(`none of ${TRIES} ports is free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
