/**
 * Latency that limits in Redis add to an answer with a key. Requests alternate between a server with limits in
 * process and one with limits in Redis, one at a time.
 *
 * Usage: node bin/with-node24 bench/accounts/shared-limits.ts [requests]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import path from 'node:path';
import { Client } from 'undici';
import { findRedis, RedisServer } from '../../test/servers/redis-server.ts';

const REQUESTS = Number(process.argv[2] ?? 3_000);

const programs = findRedis();
if (programs.length === 0) throw new Error('no Redis or Valkey is installed here');
console.log(
  `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores; ${REQUESTS} requests of each.\n`,
);
console.log('| Limits in | Answer | In process: p50, p99 ms | Shared: p50, p99 ms | Added at p50, ms |');
console.log('|---|---|---:|---:|---:|');
for (const program of programs) {
  const server = await RedisServer.start(program);
  try {
    await measure(server);
  } finally {
    await server.stop();
  }
}

async function measure(server: RedisServer): Promise<void> {
  const child = fork(path.join(import.meta.dirname, 'shared-limits-server.ts'), [server.url], {
    stdio: 'inherit',
  });
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  const { inProcess, shared, rawKey, asset } = message as {
    inProcess: number;
    shared: number;
    rawKey: string;
    asset: string;
  };
  const [here, there] = [inProcess, shared].map((port) => new Client(`http://127.0.0.1:${port}`)) as [
    Client,
    Client,
  ];
  const ask = async (client: Client, address: string): Promise<number> => {
    const from = performance.now();
    const { statusCode, body } = await client.request({
      method: 'GET',
      path: address,
      headers: { 'x-api-key': rawKey },
    });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${address} answered ${statusCode}`);
    return performance.now() - from;
  };
  for (const [what, address] of [
    ['cached bundle', `/api/m2m/${asset}/bundle`],
    ['newest records', `/api/history/hyperliquid/${asset}?limit=10`],
  ] as const) {
    const times: [number[], number[]] = [[], []];
    for (let i = -200; i < REQUESTS; i++) {
      const pair = [await ask(here, address), await ask(there, address)];
      if (i < 0) continue;
      times[0].push(pair[0]!);
      times[1].push(pair[1]!);
    }
    const [alone, over] = times.map((list) => list.toSorted((a, b) => a - b)) as [number[], number[]];
    const at = (list: readonly number[], share: number) => list[Math.floor(list.length * share)]!;
    const cells = [
      ...[alone, over].map((list) => `${at(list, 0.5).toFixed(2)}, ${at(list, 0.99).toFixed(2)}`),
      (at(over, 0.5) - at(alone, 0.5)).toFixed(2),
    ];
    console.log(`| ${server.name} | ${what} | ${cells.join(' | ')} |`);
  }
  await Promise.all([here.close(), there.close()]);
  child.disconnect();
  await once(child, 'exit');
}
