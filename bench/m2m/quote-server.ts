import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOT, record, startService } from './service.ts';

/**
 * A child process: the production server, and beside it a bare `node:http` server that writes the same bytes and
 * headers. Sends its parent both ports.
 */
const service = await startService({ streams: 20 });
await record(service.history, HOT, 100_000);
await service.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = service.app.server.address() as AddressInfo;

const copies = new Map<string, { readonly headers: string[]; readonly body: Buffer }>();
for (const path of [`/api/m2m/${HOT.asset}/quote`, `/api/m2m/${HOT.asset}/bundle`]) {
  copies.set(path, await fetchCopy(path));
}
const bare = createServer((request, response) => {
  const copy = copies.get(request.url ?? '');
  if (copy === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, copy.headers);
  response.end(copy.body);
});
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
process.send?.({ port, barePort: (bare.address() as AddressInfo).port, paths: [...copies.keys()] });
process.on('disconnect', async () => {
  bare.close();
  bare.closeAllConnections();
  await service.close();
});

/** Fetches an answer of the service, without the fields that Node adds on its own. */
function fetchCopy(path: string): Promise<{ headers: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const headers: string[] = [];
        for (let i = 0; i < response.rawHeaders.length; i += 2) {
          const name = response.rawHeaders[i]!;
          if (!/^(date|connection|keep-alive)$/i.test(name)) headers.push(name, response.rawHeaders[i + 1]!);
        }
        resolve({ headers, body: Buffer.concat(chunks) });
      });
      response.on('error', reject);
    }).on('error', reject);
  });
}
