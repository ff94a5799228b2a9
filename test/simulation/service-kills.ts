import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../../simulator/index.ts';
import { WEBHOOK_SECRETS } from '../support/provider-events.ts';
import { launchService, oneVenueSettings, type ServiceProcess } from '../support/service-process.ts';
import { type KilledPlace, NO_SERVER } from './killed-database.ts';
import type { Random } from './ledger-world.ts';
import { readAuditedBooks, requireKept } from './service-books.ts';
import {
  ADMIN_TOKEN,
  type Customer,
  callUntilGone,
  ServiceCalls,
  VOUCHER_MICRO_USD,
} from './service-callers.ts';
import { Diary } from './service-diary.ts';

export interface ServiceKillReport {
  readonly rounds: number;
  /** Number of these kills before the service was ready. */
  readonly killedAtStart: number;
  readonly acknowledged: number;
  /** Sent without an answer. */
  readonly unknown: number;
}

/** No round takes fewer or more answers than this before its kill. */
const MIN_ANSWERS = 10;
const MAX_ANSWERS = 400;
const OWNERS = ['ann', 'ben', 'cat', 'dan'];
const CODES_A_ROUND = 40;
/** Maximum time for which the service lives on without its database, ms. */
const MAX_ALONE_MS = 200;
/** Maximum length of a start that is broken off, ms. */
const MAX_BROKEN_START_MS = 1_500;

/**
 * Kills the whole service again and again under mixed load over HTTP: credits, deposits by webhook, redemptions,
 * paid streams, trades, keys that are issued, rotated and revoked, and reads that are counted. After each restart every answer that was
 * given must be true, everything without an answer is there once or not at all, and the audit is clean.
 *
 * @param place Of the service database; absent: the data directory.
 * @throws {assert.AssertionError} that names the round.
 */
export async function runServiceKills(
  dataDir: string,
  rounds: number,
  random: Random,
  place: KilledPlace | null = null,
): Promise<ServiceKillReport> {
  const simulator = await startSimulator({ port: 0, seed: 3, markets: 8 });
  const cache = path.join(dataDir, 'compile-cache');
  mkdirSync(cache, { recursive: true });
  const env = {
    ...oneVenueSettings(simulator.urls, dataDir),
    ...LIMITS,
    NODE_COMPILE_CACHE: cache,
    ...(place === null ? {} : { CROSSTAPE_DATABASE_URL: place.url }),
  };
  const server = place?.server ?? NO_SERVER;
  const read = () => readAuditedBooks(dataDir, place?.url ?? null);
  const report = { rounds, killedAtStart: 0, acknowledged: 0, unknown: 0 };
  let ids = 0;
  const nextId = () => `n-${ids++}`;
  let service = launchService(env);
  try {
    let calls = new ServiceCalls(await service.ready);
    const customers = await openCustomers(calls);
    const codes: string[] = [];
    let books = await read();
    // Only an orderly end writes what Node compiled: the starts after it are faster.
    assert.equal(await service.end('SIGTERM'), 0, service.said());

    let diary = new Diary();
    for (let round = 0; ; round++) {
      if (random() < 0.15) {
        service = launchService(env);
        await sleep(random() * MAX_BROKEN_START_MS);
        await service.end('SIGKILL');
        report.killedAtStart++;
      }
      service = launchService(env);
      calls = new ServiceCalls(await service.ready);
      const kept = { calls, diary, customers, before: books, read };
      books = await inRound(round, () => requireKept(kept));
      assert.equal(service.said(), '', `round ${round}`);
      if (round === rounds) break;

      if (codes.length < CODES_A_ROUND) codes.push(...(await issueCodes(calls)));
      const life = new Diary();
      const answers = MIN_ANSWERS + random() ** 2 * (MAX_ANSWERS - MIN_ANSWERS);
      const aloneMs = random() * MAX_ALONE_MS;
      let isServerDown = false;
      const kill = async () => {
        isServerDown = server.kill(round);
        if (isServerDown) {
          calls.isDatabaseGone = true;
          await sleep(aloneMs);
        }
        service.child.kill('SIGKILL');
      };
      await killUnder(service, life, answers, kill, () =>
        callUntilGone({ calls, diary: life, customers, codes, random, nextId }),
      );
      if (isServerDown) await server.restart();
      report.acknowledged += life.acknowledged;
      report.unknown += life.unknown;
      diary = life;
    }
    return report;
  } finally {
    await service.end('SIGKILL');
    await simulator.close();
  }
}

/** Everything a caller may do in a round is within the limits: what is refused would prove nothing. */
const LIMITS: Readonly<Record<string, string>> = {
  CROSSTAPE_PAID_GATING: 'on',
  CROSSTAPE_PREPAID_BILLING: 'on',
  CROSSTAPE_KEY_ENV: 'test',
  CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN,
  CROSSTAPE_TIER_ENTERPRISE_RATE_PER_MIN: '1000000',
  CROSSTAPE_ACCOUNT_RATE_PER_MIN: '1000000',
  CROSSTAPE_BOT_RATE_PER_MIN: '1000000',
  CROSSTAPE_AUTH_FAILURES_PER_MIN: '1000000',
  CROSSTAPE_WEBHOOK_RATE_PER_MIN: '1000000',
  CROSSTAPE_HMAC_WEBHOOK_SECRET: WEBHOOK_SECRETS.hmac[0]!,
  CROSSTAPE_REDEEM_FAILURES_PER_OWNER: '1000000',
  CROSSTAPE_REDEEM_FAILURES_PER_ADDRESS: '1000000',
};

async function openCustomers(calls: ServiceCalls): Promise<Customer[]> {
  const customers: Customer[] = [];
  for (const owner of OWNERS) {
    const { status, body } = await calls.admin('POST', '/api/account/keys', { owner, tier: 'enterprise' });
    assert.equal(status, 200, JSON.stringify(body));
    customers.push({ owner, rawKey: body.rawKey });
  }
  return customers;
}

async function issueCodes(calls: ServiceCalls): Promise<string[]> {
  const order = { microUsd: VOUCHER_MICRO_USD, count: CODES_A_ROUND };
  const { status, body } = await calls.admin('POST', '/api/account/vouchers', order);
  assert.equal(status, 200, JSON.stringify(body));
  return body.codes;
}

/** Lets the load run until this many answers were given, and kills the service without a word. */
async function killUnder(
  service: ServiceProcess,
  diary: Diary,
  answers: number,
  kill: () => Promise<void>,
  load: () => Promise<void>,
): Promise<void> {
  let killing: Promise<void> | null = null;
  diary.onAcknowledged = () => {
    if (diary.acknowledged >= answers) killing ??= kill();
  };
  await load();
  await killing;
  await service.end('SIGKILL');
  assert.equal(service.child.signalCode, 'SIGKILL', `the service ended on its own: ${service.said()}`);
}

async function inRound<T>(round: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error) error.message = `round ${round}: ${error.message}`;
    throw error;
  }
}
