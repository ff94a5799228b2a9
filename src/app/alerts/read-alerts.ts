import { statSync } from 'node:fs';
import path from 'node:path';
import { ALERTS_FILE, AlertFileError, readAlertFile } from '../../alerts/file/alert-file.ts';
import { type AlertConfig, NO_ALERTS } from '../../alerts/rule.ts';
import { type Config, ConfigError } from '../../config/config.ts';
import { isPart } from '../../config/roles.ts';

/** Reads the operator's alerts. @throws {AlertFileError} */
export function readAlerts({ dataDir, feed, alerts }: Config): AlertConfig {
  return readAlertFile(toPath(dataDir), {
    intervalMs: (venue) => feed.adapters[venue].pollMs,
    allowsPrivate: alerts.allowPrivateWebhooks,
  });
}

/** Finds the time of the last change of the operator's file, a rename included, epoch ms; 0 without a file. */
export function findChangeTime({ dataDir }: Config): number {
  return statSync(toPath(dataDir), { throwIfNoEntry: false })?.ctimeMs ?? 0;
}

const toPath = (dataDir: string) => path.join(dataDir, ALERTS_FILE);

/**
 * Reads the operator's alerts at the start of a process that serves the main API; none for other processes.
 *
 * @throws {ConfigError} with the line that is wrong.
 */
export function requireAlerts(config: Config): AlertConfig {
  if (config.alerts.allowPrivateWebhooks && config.accounts.paidGating) {
    throw new ConfigError([
      'CROSSTAPE_WEBHOOK_ALLOW_PRIVATE=on: not together with CROSSTAPE_PAID_GATING=on; switch one of them off',
    ]);
  }
  if (!isPart(config.role, 'api')) return NO_ALERTS;
  try {
    return readAlerts(config);
  } catch (error) {
    if (error instanceof AlertFileError) throw new ConfigError([error.message]);
    throw error;
  }
}
