import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { NODE_FLAGS } from '../bin/runtime.js';
import { openFoundation } from '../src/app/foundation.ts';
import { openRoles } from '../src/app/roles.ts';
import { changeConfig, readConfig } from '../src/config/config.ts';
import { readSecrets } from '../src/config/secrets.ts';
import {
  buildKalshiAsset,
  DAY_MS,
  type EpochMs,
  epochMs,
  type MarketState,
  MINUTE_MS,
  type Resolution,
  SECOND_MS,
  VENUES,
  type VenuePoll,
} from '../src/domain/index.ts';
import { FakeAdapter } from '../test/support/fake-adapter.ts';
import { binaryState, perpState } from '../test/support/markets.ts';
import { randomNumbers } from './store/generated.ts';

/**
 * `week.ts [--days 7] [--markets 200] [--poll-seconds 60] [--without-list]`: the whole service, its venues replaced by one whose markets
 * live for a quarter of an hour, this many at a time, and by another of twenty perpetuals. Its clock continues by
 * `poll-seconds` with every poll; the service's own timers run as always, and a reader asks for what grows first. Prints
 * a line a day: what stays level does not grow with markets that have ended. "Alive" and "Other" (what is outside of
 * the heap) are after a collection of garbage. The list of all series grows with them, and so does what its thread and the
 * cache of answers hold of it: `--without-list` leaves it out.
 */
const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '7' },
    markets: { type: 'string', default: '200' },
    'poll-seconds': { type: 'string', default: '60' },
    'without-list': { type: 'boolean', default: false },
    child: { type: 'boolean', default: false },
  },
});
const LIFE_MS = 15 * MINUTE_MS;
const START = Date.UTC(2026, 0, 5);
const POLL_MS = 40;
const days = Number(values.days);
const stepMs = Number(values['poll-seconds']) * SECOND_MS;
const atOnce = Number(values.markets);

/** Markets of the quarter of an hour, one of each ten of them without a price at times. */
class RollingVenue extends FakeAdapter {
  readonly #random = randomNumbers();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    super('kalshi');
    this.#clock = clock;
  }

  override async poll(): Promise<VenuePoll> {
    this.calls.poll++;
    const now = this.#clock.advance();
    const quarter = Math.floor(now / LIFE_MS);
    const markets: MarketState[] = [];
    for (let i = 0; i < atOnce; i++) {
      const name = `KXBTC15M-${quarter}-T${95_000 + i * 25}`;
      const price = i % 10 === 0 && this.#random() < 0.3 ? null : Math.round(this.#random() * 98 + 1) / 100;
      markets.push(binaryState(name, price, { ref: buildKalshiAsset(name) }));
    }
    return { venue: this.venue, receivedAt: now, markets, emptyBooks: 0 };
  }

  override async readResolution(ref: { readonly asset: string }): Promise<Resolution | null> {
    this.calls.resolution++;
    const settledAt = this.#clock.read();
    return {
      asset: ref.asset,
      outcome: 'no',
      payout: 0,
      settledAt,
      source: 'kalshi:/markets/{ticker}',
      disputed: null,
    };
  }
}

/** Perpetuals that live on. */
class LastingVenue extends FakeAdapter {
  readonly #random = randomNumbers();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    super('hyperliquid');
    this.#clock = clock;
  }

  override async poll(): Promise<VenuePoll> {
    const markets = Array.from({ length: 20 }, (_, i) =>
      perpState(`C${i}`, Math.round(100_000 + this.#random() * 1_000) / 100),
    );
    return { venue: this.venue, receivedAt: this.#clock.read(), markets, emptyBooks: 0 };
  }
}

class Clock {
  #now = START;

  readonly read = (): EpochMs => epochMs(this.#now);

  advance(): EpochMs {
    this.#now += stepMs;
    return this.read();
  }
}

async function run(dataDir: string): Promise<void> {
  const clock = new Clock();
  const config = changeConfig(readConfig({}), {
    dataDir,
    server: { port: 0, botPort: 0 },
    feed: { adapters: Object.fromEntries(VENUES.map((venue) => [venue, { pollMs: POLL_MS }])) },
  });
  await using lifecycle = new AsyncDisposableStack();
  const log = pino({ level: 'silent' });
  const options = { config, secrets: readSecrets({}), clock: clock.read, log };
  const foundation = await openFoundation(options, lifecycle);
  const rolling = new RollingVenue(clock);
  const adapters = new Map(VENUES.map((venue) => [venue, new FakeAdapter(venue)] as const));
  adapters.set('kalshi', rolling).set('hyperliquid', new LastingVenue(clock));
  const { apiUrl } = await openRoles({ ...foundation, adapters }, lifecycle);

  console.log(
    '| Day | Polls | Series | Records | File | RSS | V8 takes | Alive | Other | Movers | Links | Catalogue, first page / all |',
  );
  console.log('|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
  for (let day = 1; day <= days; day++) {
    while (clock.read() < START + day * DAY_MS) await sleep(250);
    const [movers] = await asked(`${apiUrl}/api/movers`);
    const [links] = await asked(`${apiUrl}/api/links`);
    const [page] = await asked(`${apiUrl}/api/history/assets?limit=100`);
    const [all, bytes] = values['without-list'] ? ['-', 0] : await asked(`${apiUrl}/api/history/assets`);
    const { series, observations, totalBytes } = await foundation.history.readStats();
    const { rss, heapTotal } = process.memoryUsage();
    collect();
    const { heapUsed, external } = process.memoryUsage();
    const cells = [
      day,
      rolling.calls.poll,
      series,
      observations,
      `${mib(totalBytes)} MiB`,
      `${mib(rss)} MiB`,
      `${mib(heapTotal)} MiB`,
      `${mib(heapUsed)} MiB`,
      `${mib(external)} MiB`,
      `${movers} ms`,
      `${links} ms`,
      `${page} / ${all} ms (${mib(bytes)} MiB)`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

/** Collects garbage, which V8 keeps until it needs the room, so that the live memory is known. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

async function asked(url: string): Promise<[ms: string, bytes: number]> {
  const before = performance.now();
  const response = await fetch(url);
  const body = await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${new TextDecoder().decode(body)}`);
  return [(performance.now() - before).toFixed(0), body.byteLength];
}

function mib(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}

const directory = mkdtempSync(path.join(tmpdir(), 'crosstape-week-'));
try {
  if (values.child) await run(directory);
  else {
    // Run as the service is: memory depends on it.
    const args = [...NODE_FLAGS, import.meta.filename, '--child', ...process.argv.slice(2)];
    execFileSync(process.execPath, args, { stdio: 'inherit' });
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
