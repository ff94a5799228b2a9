import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { Command } from 'commander';
import { type App, startApp } from '../../app/assemble.ts';
import { withRoom } from '../../app/backups/files.ts';
import { findDrainMs } from '../../app/servers/readiness.ts';
import { ConfigError, type ConfigOverrides, changeConfig, readConfig } from '../../config/config.ts';
import { findRoleProblems } from '../../config/role-needs.ts';
import { isApart, isPart, type Role } from '../../config/roles.ts';
import { forgetSecrets, readSecrets } from '../../config/secrets.ts';
import { describeSettings } from '../../config/settings-table.ts';
import { describeUnknownSettings } from '../../config/unknown-settings.ts';
import { createLog } from '../../log.ts';
import { requireDataDir } from '../data-dir.ts';
import { type DataKind, getSimulatedDataDir, requireDataKind } from '../data-kind.ts';
import { type PlaceOptions, parseRole, toPlaceOverrides, withPlaceOptions } from '../options.ts';
import {
  listSimulated,
  makeSimulatedSecrets,
  type SimulatorProcess,
  startSimulatorThread,
  toSimulatedVenues,
} from './simulator-thread.ts';
import { showStart } from './start-notice.ts';
import { noticeUnreachable } from './unreachable-notice.ts';

interface ServeOptions extends PlaceOptions {
  readonly role?: Role;
  readonly simulate?: boolean;
}

/** Time after which a process that has not stopped is ended, in ms. */
const HARD_STOP_MS = 10_000;

/**
 * Time after the start at which compiled code is written to the cache. By then the first answers and polls are done.
 */
const FLUSH_CACHE_AFTER_MS = 10_000;

/** Creates `crosstape serve`, which records the venues and serves the API. */
export function serveCommand(): Command {
  const command = new Command('serve')
    .description('record the venues and serve the API')
    .option('--role <role>', 'role of this process: all, api, feed, or feed,bot', parseRole)
    .option('--simulate', 'use the built-in venue simulator: no network is needed');
  return withPlaceOptions(command)
    .addHelpText('after', () => `\nSettings, from the environment:\n\n${describeSettings()}`)
    .action(serve);
}

async function serve(options: ServeOptions): Promise<void> {
  let config = readConfig(process.env, toOverrides(options));
  let secrets = readSecrets(process.env);
  forgetSecrets(process.env);
  const problems = findRoleProblems(config, secrets);
  if (options.simulate === true && !isPart(config.role, 'feed')) {
    problems.push(`--simulate: role ${config.role} asks no venue; give it to the feed`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  const log = createLog(config.logLevel);
  for (const warning of [...describeUnknownSettings(process.env), ...secrets.warnings]) log.warn(warning);

  const kind: DataKind = options.simulate === true ? 'simulated' : 'real';
  let unmarked: DataKind = 'real';
  let simulator: SimulatorProcess | null = null;
  if (options.simulate === true) {
    simulator = await startSimulatorThread({ port: 0 });
    // Simulated prices must never be mixed with recorded ones.
    const named = options.dataDir ?? process.env.CROSSTAPE_DATA_DIR;
    // Only the simulator has ever written to this default directory.
    if (named === undefined) unmarked = 'simulated';
    const dataDir = path.resolve(named ?? getSimulatedDataDir(config));
    const venues = listSimulated(config.feed.venues, simulator.urls);
    config = changeConfig(config, { ...toSimulatedVenues(simulator.urls), dataDir });
    config = changeConfig(config, { feed: { venues } });
    secrets = await makeSimulatedSecrets(secrets);
    log.info(
      { dataDir: config.dataDir, simulator: simulator.urls.hyperliquid },
      'venues are simulated: docs/simulator.md says how to open accounts and set faults',
    );
  }

  const { dataDir } = config;
  const app = await withRoom(dataDir, async () => {
    await requireDataDir(dataDir);
    // The feed decides the kind of data in a directory. Other processes use the data that exist.
    if (isPart(config.role, 'feed')) await requireDataKind(dataDir, kind, { unmarked });
    return startApp({ config, secrets, log, startNotice: showStart(config.server) });
  }).catch(async (error) => {
    // The simulator's thread would keep a process alive that has no work left.
    await simulator?.close();
    throw error;
  });
  const stopLooking = noticeUnreachable(app.feed, (line) => process.stderr.write(`${line}\n`));

  let isStopping = false;
  const stop = async (signal: string) => {
    // A terminal signals the whole process group and the launcher forwards its own, so the second signal must not
    // interrupt the stop.
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), HARD_STOP_MS + findDrainMs(config)).unref();
    stopLooking();
    await app.stop();
    await simulator?.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  // The store survives a kill, and a process in an unknown state must not continue.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      log.fatal({ err: error }, event);
      process.exit(1);
    });
  }
  // Printed after the handlers are set, because a process that waits for this line may send a signal immediately.
  process.stdout.write(`crosstape ready: ${describeServers(config.role, app)}\n`);
  // Without this the cache is written at a proper end only, and a service that was killed would start as slowly the
  // next time.
  setTimeout(flushCompileCache, FLUSH_CACHE_AFTER_MS).unref();
}

/** Describes the servers of a process, with its role when the installation has several processes. */
function describeServers(role: Role, { apiUrl, botUrl }: App): string {
  const bot = botUrl === null ? '' : ` bot ${botUrl}`;
  if (!isApart(role)) return `api ${apiUrl}${bot}`;
  return `role ${role} ${isPart(role, 'api') ? 'api' : 'feed'} ${apiUrl}${bot}`;
}

function toOverrides({ role, ...place }: ServeOptions): ConfigOverrides {
  return { ...(role === undefined ? {} : { role }), ...toPlaceOverrides(place) };
}
