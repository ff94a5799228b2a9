import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { epochMs } from '../../src/domain/index.ts';
import { decodeSource } from '../../src/history/contract/source-codes.ts';
import { HOT, record, startService } from '../m2m/service.ts';

/**
 * A child process: the production server over a store of 100,000 records, and beside it a bare `node:http` server
 * that writes stored bytes (`/copy`), or reads the same store and writes `JSON.stringify` of row objects (`/rows`).
 */
const service = await startService({ streams: 20 });
await record(service.history, HOT, 100_000);
await service.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = service.app.server.address() as AddressInfo;

const path = `/api/history/${HOT.venue}/${HOT.storeKey}?limit=1000`;
const copy = await fetchCopy(path);

const bare = createServer(async (request, response) => {
  if (request.url === '/copy') {
    response.writeHead(200, copy.headers);
    response.end(copy.body);
    return;
  }
  const toMs = Number(new URL(request.url ?? '/', 'http://bench').searchParams.get('toMs'));
  const body = JSON.stringify(await rowsUpTo(toMs));
  const headers = copy.headers.map((value, i) =>
    copy.headers[i - 1]?.toLowerCase() === 'content-length' ? String(Buffer.byteLength(body)) : value,
  );
  response.writeHead(200, headers);
  response.end(body);
});
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));

process.send?.({ port, barePort: (bare.address() as AddressInfo).port, path, now: Date.now() });
process.on('disconnect', async () => {
  bare.close();
  bare.closeAllConnections();
  await service.close();
});

/** Builds the same answer from row objects, as most services would. */
async function rowsUpTo(toMs: number): Promise<object> {
  const window = { toMs: epochMs(toMs) };
  const { columns, truncated, nextCursor } = await service.history.read(HOT, { ...window, limit: 1_000 });
  const gaps = await service.history.listGaps(HOT.venue, window, HOT.storeKey);
  const records = [];
  for (let i = 0; i < columns.length; i++) {
    const v = columns.v[i]!;
    const s = decodeSource(columns.s[i]!);
    records.push({
      t: columns.t[i]!,
      p: columns.p[i]!,
      ...(Number.isNaN(v) ? {} : { v }),
      ...(s === null ? {} : { s }),
    });
  }
  const { venue, storeKey, asset } = HOT;
  return {
    ok: true,
    venue,
    asset: storeKey,
    assetId: asset,
    count: records.length,
    records,
    gaps,
    truncated,
    nextCursor,
  };
}

/** Fetches an answer of the service, without the fields that Node adds on its own. */
function fetchCopy(address: string): Promise<{ headers: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: address }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const headers: string[] = [];
        for (let i = 0; i < response.rawHeaders.length; i += 2) {
          const name = response.rawHeaders[i]!;
          if (/^(date|connection|keep-alive)$/i.test(name)) continue;
          headers.push(name, response.rawHeaders[i + 1]!);
        }
        resolve({ headers, body: Buffer.concat(chunks) });
      });
      response.on('error', reject);
    }).on('error', reject);
  });
}
