import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** Stands between a client and a server, and counts how often the client waited for an answer before it spoke again. */
export async function openCountingProxy(target: URL): Promise<{
  readonly url: string;
  /** Takes the number of round trips since the last call. */
  takeRoundTrips(): number;
  close(): void;
}> {
  let roundTrips = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let isAnswered = true;
    client.on('data', (chunk) => {
      if (isAnswered) roundTrips += 1;
      isAnswered = false;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      isAnswered = true;
      client.write(chunk);
    });
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
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
    takeRoundTrips: () => {
      const taken = roundTrips;
      roundTrips = 0;
      return taken;
    },
    close: () => server.close(),
  };
}
