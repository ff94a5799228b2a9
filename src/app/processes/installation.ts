import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { generateBase62 } from '../../accounts/random.ts';
import { REVIEW_KINDS } from '../../billing/review/review-item.ts';
import type { ReviewSummaries } from '../../billing/review/review-page.ts';
import type { Bot } from '../../bot/bot.ts';
import { isApart } from '../../config/roles.ts';
import { cryptoRandom, MINUTE_MS } from '../../domain/index.ts';
import type { MoneyFindings } from '../../health/anomalies/money-anomalies.ts';
import type { WaitingMatters } from '../../health/anomalies/review-anomalies.ts';
import type { TradingFindings } from '../../health/anomalies/trading-anomalies.ts';
import { type DiskSpace, readDiskSpace } from '../../health/disk-space.ts';
import { InstallationStatus, type StatusPart } from '../../health/processes/installation-status.ts';
import type { ProcessStatus } from '../../health/processes/process-status.ts';
import { VERSION } from '../../version.ts';
import type { RunningBot } from '../bot/bot.ts';
import type { Foundation } from '../foundation.ts';
import { nameProcess } from '../process-name.ts';
import type { WorkChooser } from './leased-work.ts';

type Parts = Pick<Foundation, 'config' | 'secrets' | 'database' | 'redis' | 'now' | 'log'>;

const FAILED_WRITES_MS = 5 * MINUTE_MS;
const MAX_HOLDS_COUNTED = 1_000;

const START_LENGTH = 12;

/**
 * Builds the identity of one start of this process: its name and, after a space, a unique part. Machines may share a
 * host name, and a restarted process must differ from its predecessor.
 */
export function identifyProcess(config: Parts['config']): string {
  return `${nameProcess(config)} ${generateBase62(START_LENGTH, cryptoRandom)}`;
}

/**
 * Opens the status of all processes: of this one at present, of others as they last reported. A process that is the
 * whole installation reports itself only.
 */
export async function openInstallationStatus({
  config,
  secrets,
  database,
  redis,
  now,
  log,
}: Parts): Promise<InstallationStatus> {
  const { role } = config;
  const id = identifyProcess(config);
  const url = isApart(role) ? secrets.databaseUrl : null;
  const table =
    url === null
      ? null
      : (await import('../../health/postgres/role-status.ts')).createRoleStatusTable({
          url,
          id,
          role,
          version: VERSION,
        });
  const installationStatus = new InstallationStatus({
    table,
    id,
    now,
    onError: (error) => log.warn({ err: error }, 'what other processes say could not be read'),
  });
  installationStatus.add(async () => ({
    ...countFailedWrites(database, now()),
    disk: await readDisk(config.dataDir),
    isRedisUp: redis?.isUp ?? null,
  }));
  // The digest is needed only where processes are compared.
  if (table !== null)
    installationStatus.add(async () => ({ linksDigest: await digestLinks(config.dataDir) }));
  return installationStatus;
}

/** Describes the bot in the status of its process. */
export function describeBotStatus(bot: RunningBot): StatusPart {
  return async () => ({ bot: { ...describeBot(bot), ...(await bot.readFindings()) } });
}

/** Sources of answers about the whole installation: parts of this process, and reports of the others. */
export interface Installation {
  readonly installationStatus: InstallationStatus;
  /** Bot of this process; null: another process trades. */
  readonly bot: RunningBot | null;
  readonly chooser: WorkChooser;
}

const NO_FINDINGS: TradingFindings = {
  blockedVenues: [],
  refusedRows: [],
  refusedCredentials: [],
  unsettledMarkets: [],
  unconfirmedOrders: [],
  unpricedPositions: [],
  mismatchedPositions: [],
};

/** Reads the findings about trading from the trading process; empty when no process trades. */
export async function readTrading({ bot, installationStatus }: Installation): Promise<TradingFindings> {
  if (bot !== null) return bot.readFindings();
  return findOther(installationStatus, 'bot') ?? NO_FINDINGS;
}

/** Reads the status that only the trading process knows. */
export function readBotFlags({ bot, installationStatus }: Installation): BotFlags {
  if (bot !== null) return describeBot(bot);
  return findOther(installationStatus, 'bot') ?? { vaultEnabled: false, engineLoop: false };
}

/** Collects the findings about the ledger from all processes. */
export async function readMoney(
  { accounts, database, clock, now }: Pick<Foundation, 'accounts' | 'database' | 'clock' | 'now'>,
  { installationStatus, chooser }: Installation,
): Promise<MoneyFindings> {
  const { ledger, review, chains } = accounts;
  const own = countFailedWrites(database, now());
  const others = installationStatus.others();
  const lockHolders = [own, ...others].map(({ lockHolder }) => lockHolder).filter((one) => one !== null);
  return {
    failedWrites: others.reduce((sum, { failedWrites }) => sum + failedWrites, own.failedWrites),
    lockHolder: lockHolders[0] ?? null,
    closedBecause: await ledger.findClosure(),
    overdueHolds: (await ledger.listOverdueHolds(clock(), MAX_HOLDS_COUNTED)).length,
    waiting: listWaiting(await review.summarize()),
    nowMs: clock(),
    stalledWatchers: chooser.has('deposits')
      ? chains.stalled()
      : (findOther(installationStatus, 'deposits')?.stalledWatchers ?? []),
  };
}

function listWaiting(summaries: ReviewSummaries): readonly WaitingMatters[] {
  return REVIEW_KINDS.map((kind) => ({ kind, ...summaries[kind] }));
}

/** Finds the smallest fraction of free disk space among all processes; null: no file system states it. */
export async function readScarcestDisk(
  dataDir: string,
  installationStatus: InstallationStatus,
): Promise<DiskSpace | null> {
  const disks = [await readDisk(dataDir), ...installationStatus.others().map(({ disk }) => disk)];
  const known = disks.filter((disk) => disk !== null);
  return known.toSorted((a, b) => freeFrac(a) - freeFrac(b))[0] ?? null;
}

function findOther<Name extends 'bot' | 'deposits'>(
  installationStatus: InstallationStatus,
  name: Name,
): ProcessStatus[Name] {
  return installationStatus.others().find((one) => one[name] !== null)?.[name] ?? null;
}

type BotFlags = Pick<NonNullable<ProcessStatus['bot']>, 'vaultEnabled' | 'engineLoop'>;

function describeBot(bot: Bot): BotFlags {
  return { vaultEnabled: bot.vault.closedBecause === null, engineLoop: bot.engine !== null };
}

function countFailedWrites({ failures }: Pick<Foundation['database'], 'failures'>, now: number) {
  const failed = failures.filter(({ at }) => at >= now - FAILED_WRITES_MS);
  return { failedWrites: failed.length, lockHolder: failed[0]?.lockHolder ?? null };
}

function readDisk(dataDir: string): Promise<DiskSpace | null> {
  return readDiskSpace(dataDir).catch(() => null);
}

function freeFrac({ freeBytes, totalBytes }: DiskSpace): number {
  return totalBytes > 0 ? freeBytes / totalBytes : 1;
}

/** Computes a digest of the files that configure links; null: there are none. */
async function digestLinks(dataDir: string): Promise<string | null> {
  const folder = path.join(dataDir, 'vocabulary');
  const names = await readdir(folder).catch(() => []);
  const files = [path.join(dataDir, 'links.json'), ...names.sort().map((name) => path.join(folder, name))];
  const hash = createHash('sha256');
  let found = 0;
  for (const file of files) {
    const content = await readFile(file).catch(() => null);
    if (content === null) continue;
    found++;
    hash.update(`${path.relative(dataDir, file)} ${content.length}\n`).update(content);
  }
  return found === 0 ? null : hash.digest('hex');
}
