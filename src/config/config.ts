import path from 'node:path';
import { choice, text } from '../settings/parsers.ts';
import { listSettings, type Overrides, setting, type ValuesOf } from '../settings/setting.ts';
import { ACCOUNT_SETTINGS } from './groups/accounts.ts';
import { ALERT_SETTINGS } from './groups/alerts.ts';
import { BOT_SETTINGS } from './groups/bot.ts';
import { DEPOSIT_SETTINGS } from './groups/deposits.ts';
import { FEED_SETTINGS } from './groups/feed.ts';
import { LINK_SETTINGS } from './groups/links.ts';
import { REFERENCE_SETTINGS } from './groups/references.ts';
import { SERVER_SETTINGS } from './groups/server.ts';
import { chooseProviders, type Providers } from './providers.ts';
import { readTree, withOverrides } from './read-tree.ts';
import { type Role, roles } from './roles.ts';
import { findUnsafeUpstreams, listUpstreamUrls } from './upstreams.ts';

/** All settings except the secrets (see `secrets.ts`), with their defaults. */
export const SETTINGS = {
  role: setting(
    'ROLE',
    roles,
    'all' as Role,
    'role of this process: all, or a part of several processes (docs/scaling.md)',
  ),
  dataDir: setting('DATA_DIR', text, './data', 'data directory; one writing process at a time'),
  logLevel: setting(
    'LOG_LEVEL',
    choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'JSON lines on stderr; readable lines on a terminal',
  ),
  server: SERVER_SETTINGS,
  accounts: ACCOUNT_SETTINGS,
  deposits: DEPOSIT_SETTINGS,
  bot: BOT_SETTINGS,
  links: LINK_SETTINGS,
  feed: FEED_SETTINGS,
  references: REFERENCE_SETTINGS,
  alerts: ALERT_SETTINGS,
};

/** Settings in the order in which documents list them. */
export const SETTINGS_LIST = listSettings(SETTINGS);

/** Values of the settings of this run, from the environment or the command line. */
export type ConfigValues = ValuesOf<typeof SETTINGS> & { readonly production: boolean };

/** The checked settings and the values derived from them, frozen. */
export type Config = ConfigValues & Providers;

/** Settings that take precedence over the environment, in their groups. */
export type ConfigOverrides = Overrides<ConfigValues>;

/** Error: one or more settings are wrong. The message has one line for each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`the configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads all settings. Called once.
 *
 * @param overrides Values from the command line, which take precedence over the environment.
 * @throws {ConfigError} that names every wrong setting, its value and the allowed values.
 */
export function readConfig(env: NodeJS.ProcessEnv, overrides: ConfigOverrides = {}): Config {
  const problems: string[] = [];
  const values: ConfigValues = {
    ...readTree(SETTINGS, env, problems),
    production: env.NODE_ENV === 'production',
  };
  const config = changeConfig({ ...values, ...chooseProviders(values) }, overrides);
  if (problems.length === 0 && config.production) {
    const upstreams = listUpstreamUrls(SETTINGS, config);
    problems.push(...findUnsafeUpstreams(upstreams, { allowPrivate: config.feed.allowPrivateUpstreams }));
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Returns a configuration with some values replaced. Derived values are computed again. */
export function changeConfig(config: Config, overrides: ConfigOverrides): Config {
  const changed = withOverrides<ConfigValues>(config, overrides);
  const values = { ...changed, dataDir: path.resolve(changed.dataDir) };
  return Object.freeze({ ...values, ...chooseProviders(values) });
}
