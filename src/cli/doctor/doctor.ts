import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { Command } from 'commander';
import { getHistoryFile, openHistoryReader, openReadOnlyHistory } from '../../app/stores/engines.ts';
import { type Config, ConfigError, changeConfig, readConfig, SETTINGS_LIST } from '../../config/config.ts';
import { describeMissingAdminToken } from '../../config/local-operator.ts';
import { isApart, isPart } from '../../config/roles.ts';
import { readSecrets, type Secrets } from '../../config/secrets.ts';
import { describeUnknownSettings } from '../../config/unknown-settings.ts';
import { findHttpTime, wallClock } from '../../domain/index.ts';
import { probeUpstream } from '../../health/upstream-probe.ts';
import { getValueAt } from '../../settings/setting.ts';
import { DataDirLockedError } from '../../storage/service-database.ts';
import { createAdapters } from '../../venues/registry.ts';
import type { UpstreamProbe } from '../../venues/venue-adapter.ts';
import { USER_AGENT } from '../../version.ts';
import { getSimulatedDataDir, readMark } from '../data-kind.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { createIntegerParser, type PlaceOptions, toPlaceOverrides, withPlaceOptions } from '../options.ts';
import { checkChains } from './chains.ts';
import { checkDatabase } from './database.ts';
import { checkDisk } from './disk.ts';
import { checkRedis, checkRole } from './roles.ts';
import { checkVenues } from './venues.ts';
import { checkWebhooks } from './webhooks.ts';

interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly detail: string;
}

const MIN_NODE_MAJOR = 24;
/** Difference of clocks in ms from which records have wrong times. */
const CLOCK_WARNING_MS = 2_000;

/** Creates `crosstape doctor`, which checks settings, stores and, with `--venues`, the venues. */
export function createDoctorCommand(): Command {
  const command = new Command('doctor')
    .description(
      'check runtime, configuration, role, data directory, servers, ports, venues, chains and clock',
    )
    .option('--settings', 'also list every setting with its value')
    .option('--simulate', 'check for serve --simulate: no venue is asked')
    .option('--venues', 'instead: call each public endpoint of the venues and listen to their streams')
    .option('--seconds <n>', 'with --venues: how long streams are listened to', createIntegerParser(1, 3_600))
    .option(
      '--hours <n>',
      'with --venues: the same for hours, with calls twice an hour',
      createIntegerParser(1, 168),
    )
    .option('--report <directory>', 'with --venues: write report.json and report.html there');
  return withPlaceOptions(command).action(doctor);
}

interface DoctorOptions extends PlaceOptions {
  readonly settings?: boolean;
  readonly simulate?: boolean;
  readonly venues?: boolean;
  readonly seconds?: number;
  readonly hours?: number;
  readonly report?: string;
}

async function doctor(options: DoctorOptions): Promise<void> {
  const ofVenues = (['seconds', 'hours', 'report'] as const).find((name) => options[name] !== undefined);
  if (ofVenues !== undefined && options.venues !== true) {
    throw new CommandError(`--${ofVenues} needs --venues`, EXIT.wrongUse);
  }
  if (options.venues === true) {
    await checkVenues(readConfig(process.env), readSecrets(process.env), options);
    return;
  }
  const findings: Finding[] = [checkRuntime()];
  const report = (...found: Finding[]) => findings.push(...found);

  const settings = readSettings(options);
  if (settings.problems.length > 0) {
    report(
      ...settings.problems.map((detail): Finding => ({ what: 'configuration', state: 'problem', detail })),
    );
  }
  if (settings.config !== null && settings.secrets !== null) {
    const { config, secrets } = settings;
    report({ what: 'configuration', state: 'ok', detail: `${SETTINGS_LIST.length} settings read` });
    const unknown = describeUnknownSettings(process.env);
    const warnings = [...unknown, ...secrets.warnings];
    report(...warnings.map((detail): Finding => ({ what: 'configuration', state: 'warning', detail })));
    report(
      ...checkRole(config, secrets),
      ...checkSecrets(config, secrets),
      ...checkWebhooks(config, secrets),
    );
    report(await checkDataDir(config.dataDir), ...(await checkDisk(config)));
    const database = await checkDatabase(secrets.databaseUrl, config);
    report(...database.findings, ...(await checkRedis(config, secrets, database.tag)));
    if (secrets.historyUrl !== null) report(await checkHistoryServer(config, secrets));
    for (const [host, port] of listPorts(config)) report(await checkPort(host, port));
    if (isPart(config.role, 'feed')) report(...(await checkReachability(config, secrets, options)));
    if (isPart(config.role, 'api')) report(...(await checkChains(config, secrets)));
    if (options.settings === true) printSettings(config);
  }

  for (const { what, state, detail } of findings) process.stdout.write(`${mark(state)} ${what}: ${detail}\n`);
  const problems = findings.filter(({ state }) => state === 'problem').length;
  if (problems > 0) throw new CommandError(`${problems} problems found`, EXIT.doctorFoundProblems);
}

function readSettings({ simulate, ...place }: DoctorOptions): {
  config: Config | null;
  secrets: Secrets | null;
  problems: readonly string[];
} {
  try {
    const config = readConfig(process.env, toPlaceOverrides(place));
    const dataDir =
      simulate === true && (place.dataDir ?? process.env.CROSSTAPE_DATA_DIR) === undefined
        ? getSimulatedDataDir(config)
        : config.dataDir;
    return { config: changeConfig(config, { dataDir }), secrets: readSecrets(process.env), problems: [] };
  } catch (error) {
    if (error instanceof ConfigError) return { config: null, secrets: null, problems: error.problems };
    throw error;
  }
}

/** Checks for settings without their secret and for weak secrets. Never prints a secret. */
function checkSecrets(config: Config, { adminToken }: Secrets): Finding[] {
  const what = 'secrets';
  const findings: Finding[] = [];
  if (adminToken === null && config.role !== 'feed') {
    findings.push({ what, state: 'warning', detail: describeMissingAdminToken(config) });
  }
  if (adminToken !== null && adminToken.length < 32) {
    findings.push({ what, state: 'warning', detail: 'CROSSTAPE_ADMIN_TOKEN has fewer than 32 characters' });
  }
  if (config.accounts.prepaidBilling && !config.accounts.paidGating) {
    const detail = 'CROSSTAPE_PREPAID_BILLING is on and CROSSTAPE_PAID_GATING off: nothing is charged';
    findings.push({ what: 'accounts', state: 'warning', detail });
  }
  return findings.length > 0 ? findings : [{ what, state: 'ok', detail: 'nothing is missing' }];
}

function checkRuntime(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  const detail = `Node ${process.version} on ${process.platform}-${process.arch}`;
  return { what: 'runtime', state: major >= MIN_NODE_MAJOR ? 'ok' : 'problem', detail };
}

async function checkDataDir(dataDir: string): Promise<Finding> {
  const what = `data directory ${dataDir}`;
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK);
    if (!existsSync(getHistoryFile(dataDir))) return { what, state: 'ok', detail: 'nothing is recorded yet' };
    const history = await openReadOnlyHistory({ dataDir });
    const stats = await history.readStats();
    await history.close();
    const corrupt = stats.corruptBlocks.length;
    return {
      what,
      state: corrupt === 0 ? 'ok' : 'warning',
      detail: `${stats.observations} observations of ${stats.series} series${corrupt === 0 ? '' : `, ${corrupt} corrupt blocks`}`,
    };
  } catch (error) {
    // A service of an older version locks the file itself.
    const inUse = error instanceof DataDirLockedError;
    return { what, state: inUse ? 'warning' : 'problem', detail: (error as Error).message };
  }
}

/** Checks a history server on which a service has created its tables. */
async function checkHistoryServer({ dataDir }: Config, secrets: Secrets): Promise<Finding> {
  const what = 'history on ClickHouse';
  try {
    const history = await openHistoryReader({ ...secrets, dataDir });
    const { observations, series } = await history.readStats().finally(() => history.close());
    return { what, state: 'ok', detail: `${observations} observations of ${series} series` };
  } catch (error) {
    return { what, state: 'problem', detail: (error as Error).message };
  }
}

/** Lists the addresses at which a process of the role listens. */
function listPorts({ role, server }: Config): (readonly [host: string, port: number])[] {
  const { host, port, botPort, internalHost, internalPort } = server;
  return [
    [host, port],
    ...(isPart(role, 'bot') ? [[host, botPort] as const] : []),
    ...(isApart(role) && isPart(role, 'feed') && internalPort !== null
      ? [[internalHost, internalPort] as const]
      : []),
  ];
}

function checkPort(host: string, port: number): Promise<Finding> {
  const what = `port ${port}`;
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const detail = error.code === 'EADDRINUSE' ? 'in use, perhaps by a running service' : error.message;
      resolve({ what, state: error.code === 'EADDRINUSE' ? 'warning' : 'problem', detail });
    });
    server.listen(port, host, () => server.close(() => resolve({ what, state: 'ok', detail: 'free' })));
  });
}

/**
 * Checks whether venues can be reached. A directory marked by `serve --simulate` belongs to a service that reads no
 * venue.
 */
async function checkReachability(
  config: Config,
  secrets: Secrets,
  { simulate }: DoctorOptions,
): Promise<Finding[]> {
  const kind = simulate === true ? 'simulated' : await readMark(config.dataDir);
  if (kind !== 'simulated') return checkUpstreams(config, secrets);
  const detail = 'simulated in this data directory: none was asked, and the clock was not compared';
  return [{ what: 'venues', state: 'ok', detail }];
}

/** Probes every venue once, and compares our clock with the `Date` header of the answers. */
async function checkUpstreams(config: Config, secrets: Secrets): Promise<Finding[]> {
  const adapters = createAdapters({
    config,
    secrets,
    clock: wallClock,
    random: Math.random,
    userAgent: USER_AGENT,
  });
  const probes = [...adapters.values()].flatMap((adapter) => adapter.probes);
  const findings: Finding[] = [];
  const skews: number[] = [];
  await Promise.all(
    probes.map(async (probe) => {
      const result = await probeUpstream(probe, wallClock);
      if (result.statusCode !== null) skews.push(...(await readClockSkew(probe)));
      const ok = result.status === 'healthy';
      const detail = ok
        ? `answered in ${Math.round(result.latencyMs ?? 0)} ms`
        : (result.error ?? result.reason ?? '');
      findings.push({ what: `upstream ${probe.upstream}`, state: ok ? 'ok' : 'problem', detail });
    }),
  );
  await Promise.all([...adapters.values()].map((adapter) => adapter.close()));
  return [...findings, findClockFinding(skews)];
}

/**
 * Reads the difference between this machine's clock and the venue's in ms, positive when this machine's is ahead; empty
 * when the answer has no date.
 */
async function readClockSkew({ url, method, headers, body }: UpstreamProbe): Promise<number[]> {
  try {
    const signal = AbortSignal.timeout(5_000);
    const response = await fetch(url, { method, headers, body, redirect: 'error', signal });
    await response.body?.cancel();
    const theirs = findHttpTime(response.headers.get('date'));
    return theirs !== null ? [wallClock() - theirs] : [];
  } catch {
    // An address that does not answer tells nothing about the clock; its own check reports it.
    return [];
  }
}

/**
 * Builds the finding about the clock. The smallest difference counts, because `Date` headers have whole seconds and
 * answers take time.
 */
function findClockFinding(skews: readonly number[]): Finding {
  if (skews.length === 0)
    return { what: 'clock', state: 'warning', detail: 'no venue answered, not checked' };
  const skewMs = skews.reduce((best, skew) => (Math.abs(skew) < Math.abs(best) ? skew : best));
  const state = Math.abs(skewMs) <= CLOCK_WARNING_MS ? 'ok' : 'warning';
  return { what: 'clock', state, detail: `differs from the venues by about ${Math.round(skewMs / 1000)} s` };
}

function printSettings(config: Config): void {
  for (const { path, setting } of SETTINGS_LIST) {
    process.stdout.write(`  ${setting.variable}=${String(getValueAt(config, path))}  (${setting.meaning})\n`);
  }
}

function mark(state: Finding['state']): string {
  const signs = {
    ok: '\x1b[32mok     \x1b[0m',
    warning: '\x1b[33mwarning\x1b[0m',
    problem: '\x1b[31mproblem\x1b[0m',
  };
  return process.stdout.isTTY ? signs[state] : state.padEnd(7);
}
