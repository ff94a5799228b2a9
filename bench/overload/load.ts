import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Call } from './calls.ts';

/** Fires calls all at once and says how they ended. Runs as a process of its own: its work is not the service's. */
const [url, pauseMs] = [process.argv[2]!, Number(process.argv[3])];
const agent = new Agent({ keepAlive: false });

process.on('message', async (calls: readonly Call[]) => {
  const startedAt = performance.now();
  const ended = await Promise.all(calls.map(one));
  const counts: Record<string, number> = {};
  for (const { outcome } of ended) counts[outcome] = (counts[outcome] ?? 0) + 1;
  const bytes = ended.reduce((sum, { bytes: taken }) => sum + taken, 0);
  process.send?.({ counts, bytes, ms: performance.now() - startedAt });
});

function one({ path, encoding }: Call): Promise<{ outcome: string; bytes: number }> {
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve({ outcome: `broken: ${error.message}`, bytes: 0 });
    get(url + path, { agent, headers: { 'accept-encoding': encoding } }, (response) => {
      take(response).then((bytes) => resolve({ outcome: String(response.statusCode), bytes }), fail);
    }).on('error', fail);
  });
}

async function take(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (pauseMs > 0) await delay(pauseMs);
  }
  if (!response.complete) throw new Error('cut');
  return bytes;
}
