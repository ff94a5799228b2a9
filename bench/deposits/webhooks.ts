/**
 * Webhooks at a fixed rate: how long after its time each was answered, its commit included.
 *
 * Usage: node bin/with-node24 bench/deposits/webhooks.ts [per second] [seconds]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  coinbaseCall,
  ownDeposit,
  type ProviderCall,
  paidCheckout,
  paidSession,
  standardCall,
  stripeCall,
} from '../../test/support/provider-events.ts';

const PER_SECOND = Number(process.argv[2] ?? 500);
const SECONDS = Number(process.argv[3] ?? 10);
const WARM_UP_S = 2;

const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-bench-'));
const main = path.join(import.meta.dirname, '../../test/simulation/webhook-server.ts');
const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, dataDir], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = await once(server.stdout, 'data');
const port = Number(String(line));
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

// Owners enough that no limit of a day is reached: what is measured are credits.
const calls: ProviderCall[] = Array.from({ length: PER_SECOND * (SECONDS + WARM_UP_S) }, (_, i) => {
  const metadata = { crosstape_owner: `owner_${i % 500}` };
  const at = Date.now();
  if (i % 3 === 0) return stripeCall(paidSession(String(i), { metadata }), at);
  if (i % 3 === 1) return coinbaseCall(paidCheckout(`co_${i}`, { metadata }), `evt_${i}`, at);
  return standardCall(ownDeposit(`own_${i}`, { metadata }), at);
});

const waits: number[] = [];
const start = performance.now();
const answers: Promise<void>[] = [];
for (const [i, call] of calls.entries()) {
  const due = start + (i * 1_000) / PER_SECOND;
  const early = due - performance.now();
  if (early > 0) await sleep(early);
  answers.push(
    send(call).then(() => {
      if (i >= PER_SECOND * WARM_UP_S) waits.push(performance.now() - due);
    }),
  );
}
await Promise.all(answers);
const cpuMs = readCpuMs(server.pid as number);
agent.destroy();
server.kill('SIGKILL');
await once(server, 'close');
rmSync(dataDir, { recursive: true, force: true });

waits.sort((a, b) => a - b);
const at = (share: number) => waits[Math.floor(share * (waits.length - 1))]!.toFixed(1);
console.log(`Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores.`);
console.log(
  `${waits.length} webhooks of three providers at ${PER_SECOND}/s, each credited and committed before its answer:`,
);
console.log(`p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms after its time.`);

if (cpuMs !== null) {
  console.log(
    `The server used ${(cpuMs / calls.length).toFixed(2)} ms of processor time for each, its start included.`,
  );
}

/** Reads the processor time of a process, all its threads; null where the system does not say. */
function readCpuMs(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    // User and system time in hundredths of a second.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    // The system has no /proc.
    return null;
  }
}

/** Sends a call. @throws when the answer is no credit. */
function send({ provider, headers, body }: ProviderCall): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { port, host: '127.0.0.1', path: `/api/account/webhook/${provider}`, method: 'POST', headers, agent },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += String(chunk);
        });
        response.on('end', () => {
          if (response.statusCode === 200 && text.includes('"applied":true')) resolve();
          else reject(new Error(`${response.statusCode} ${text}`));
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
