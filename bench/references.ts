/**
 * Bytes and processor time of recorded reference prices: one value a second of 24 series, one commit a second, with the marks of
 * whole minutes. Prices have eighteen decimals, as those of Chainlink's averages.
 *
 *     node bin/with-node24 bench/references.ts [--hours 6] [--series 24]
 *     node bin/with-node24 bench/references.ts --sockets 60
 *
 * Bars: 6.5 bytes a value with its marks; storing takes well below 1 % of a core. A last line says how long an hour of a
 * series takes to be read with its marks. With `--sockets` the values come from a simulator of its own process, over the
 * three sockets, for so many seconds: 24 series a second, of which 16 come twice. Bar: reading, decoding and storing take 1 %
 * of a core.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  DEFAULT_REFERENCE_COINS,
  epochMs,
  HOUR_MS,
  MINUTE_MS,
  REFERENCES,
  wallClock,
} from '../src/domain/index.ts';
import type { ReferenceMark } from '../src/history/contract/reference-marks.ts';
import { ReferenceRecord } from '../src/history/references/reference-record.ts';
import { openSqliteHistory } from '../src/history/sqlite/index.ts';
import { References } from '../src/references/recording/references.ts';
import { seededRandom } from '../test/support/random.ts';
import { RELAY_SECRETS } from '../test/support/reference-stand.ts';

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '6' },
    series: { type: 'string', default: '24' },
    sockets: { type: 'string' },
  },
});
const START = epochMs(Date.UTC(2026, 9, 26));
const EIGHTEEN = 18;
const WARM_UP_MS = 3_000;
const random = seededRandom(24);
const hours = Number(values.hours);
const seconds = Math.round((hours * HOUR_MS) / 1000);
const keys = Array.from({ length: Number(values.series) }, (_, i) => `twap60-c${i}`);
const prices = keys.map((_, i) => 80_000 / 2 ** i);
const dataDir = mkdtempSync(join(tmpdir(), 'bench-references-'));
try {
  if (values.sockets === undefined) await measureStore();
  else await measureSockets(Number(values.sockets));
} finally {
  rmSync(dataDir, { recursive: true });
}

async function measureStore(): Promise<void> {
  const store = await openSqliteHistory({ dataDir });
  const before = process.cpuUsage();
  for (let second = 0; second < seconds; second++) {
    const t = epochMs(START + second * 1000);
    const receivedAt = epochMs(t + 1_300 + Math.floor(random() * 200));
    const texts = keys.map((_, i) => {
      prices[i]! *= 1 + (random() - 0.5) * 4e-6;
      return drawText(prices[i]!);
    });
    const batch = keys.map((storeKey, i) => {
      const asset = `ref-${storeKey}`;
      return {
        venue: REFERENCES,
        storeKey,
        asset,
        t,
        p: Number(texts[i]),
        v: null,
        s: 'poll',
      } as const;
    });
    const marks =
      t % MINUTE_MS === 0
        ? keys.map((key, i): ReferenceMark => {
            return { key, t, place: 0, text: texts[i]!, receivedAt, relay: 'rtds', count: null };
          })
        : [];
    await store.append(batch, { venue: REFERENCES, at: receivedAt, changed: [], marks });
  }
  const { user, system } = process.cpuUsage(before);
  const readFrom = performance.now();
  const read = await new ReferenceRecord(store).valuesOfHour(keys[0]!, START);
  const readMs = performance.now() - readFrom;
  await store.close();

  const count = seconds * keys.length;
  const perValue = (bytes: number) => (bytes / count).toFixed(2);
  const file = join(dataDir, 'history.sqlite');
  const db = new DatabaseSync(file);
  const marksBytes = Number(
    db.prepare("SELECT sum(pgsize) AS bytes FROM dbstat WHERE name = 'reference_mark'").get()?.bytes,
  );
  db.close();
  console.log(
    `${count} values of ${keys.length} series: ${perValue(statSync(file).size)} B a value, of which marks ${perValue(marksBytes)}`,
  );
  const share = ((user + system) / 1e6 / seconds) * 100;
  console.log(`storing a second took ${share.toFixed(3)} % of a core`);
  console.log(`an hour of a series with its marks: ${read.length} values in ${readMs.toFixed(1)} ms`);
}

async function measureSockets(lastsS: number): Promise<void> {
  const main = join(import.meta.dirname, '../src/main.js');
  const simulator = spawn(process.execPath, [main, 'simulate', '--port', '0', '--markets', '100'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const history = await openSqliteHistory({ dataDir });
  const references = new References({
    settings: {
      relays: 'auto',
      sources: ['chainlink', 'twap60', 'rti', 'rti60'],
      coins: DEFAULT_REFERENCE_COINS,
      pythTickers: [],
    },
    urls: await readAddresses(simulator),
    secrets: RELAY_SECRETS,
    warned: [],
    userAgent: 'bench',
    random: Math.random,
    history,
    clock: wallClock,
    onWarning: console.log,
    onAnomaly: ({ message }) => console.log(message),
    onError: (what, error) => console.log(what, error),
  });
  try {
    await references.start();
    // Connections, and what is compiled at the first frames, are no part of it.
    await sleep(WARM_UP_MS);
    const countStored = async () =>
      (await references.read()).series.reduce((sum, { last24h }) => sum + last24h.seconds, 0);
    const stored = await countStored();
    const before = process.cpuUsage();
    await sleep(lastsS * 1_000);
    const { user, system } = process.cpuUsage(before);
    const count = (await countStored()) - stored;
    const share = (user + system) / 1e4 / lastsS;
    console.log(`${(count / lastsS).toFixed(1)} values a second stored, from three sockets`);
    console.log(`reading, decoding and storing took ${share.toFixed(2)} % of a core`);
  } finally {
    await references.stop();
    await history.close();
    simulator.kill();
  }
}

/** Addresses of the sockets, as the command `simulate` prints them. */
async function readAddresses(simulator: ChildProcess) {
  const addresses = new Map<string, string>();
  for await (const line of createInterface({ input: simulator.stdout! })) {
    if (line === '# simulator ready') break;
    const [name = '', url = ''] = line.replace('export ', '').split('=');
    addresses.set(name, url);
  }
  const find = (name: string) => addresses.get(`CROSSTAPE_${name}_WS_URL`) ?? '';
  return { rtds: find('POLYMARKET_RTDS'), polybolt: find('POLYBOLT'), kalshi: find('KALSHI') };
}

/** Draws the decimal text of a price with eighteen decimals, of which a double knows the first ones alone. */
function drawText(price: number): string {
  const [whole, fraction = ''] = String(price).split('.');
  const known = fraction.slice(0, EIGHTEEN - 6);
  const rest = Array.from({ length: EIGHTEEN - known.length }, () => Math.floor(random() * 10)).join('');
  return `${whole}.${known}${rest}`;
}
