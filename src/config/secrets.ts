import { readFileSync } from 'node:fs';
import { ConfigError } from './config.ts';

/** Kept apart from the settings, so that no log or answer can print them by accident. */
export interface Secrets {
  readonly adminToken: string | null;
  readonly snapshotToken: string | null;
  /** Encrypt venue credentials: base64 of 32 bytes each, by comma. null: none are kept. */
  readonly vaultKeys: string | null;
  /** Opens Kalshi's streams; without it Kalshi is polled. */
  readonly kalshiKey: { readonly id: string; readonly privateKeyPem: string } | null;
}

/** Every secret, by the variable that holds it; each may be given as a file instead (`<NAME>_FILE`). */
export const SECRET_VARIABLES = [
  'CROSSTAPE_ADMIN_TOKEN',
  'CROSSTAPE_SNAPSHOT_TOKEN',
  'CROSSTAPE_KALSHI_KEY_ID',
  'CROSSTAPE_KALSHI_PRIVATE_KEY',
  'CROSSTAPE_VAULT_KEK',
] as const;

const MIN_ADMIN_TOKEN = 32;

/**
 * Reads {@link SECRET_VARIABLES}.
 *
 * @throws {ConfigError} that names the variable and never its value.
 */
export function readSecrets(env: NodeJS.ProcessEnv): Secrets {
  const problems: string[] = [];
  const secret = (name: (typeof SECRET_VARIABLES)[number]): string | null => {
    const file = env[`${name}_FILE`];
    if (!file) return env[name] || null;
    try {
      return readFileSync(file, 'utf8').trim() || null;
    } catch (error) {
      problems.push(`${name}_FILE: cannot be read (${(error as NodeJS.ErrnoException).code})`);
      return null;
    }
  };

  const adminToken = secret('CROSSTAPE_ADMIN_TOKEN');
  if (env.NODE_ENV === 'production' && adminToken !== null && adminToken.length < MIN_ADMIN_TOKEN) {
    problems.push(`CROSSTAPE_ADMIN_TOKEN: must have at least ${MIN_ADMIN_TOKEN} characters in production`);
  }
  const keyId = secret('CROSSTAPE_KALSHI_KEY_ID');
  const privateKeyPem = secret('CROSSTAPE_KALSHI_PRIVATE_KEY');
  if ((keyId === null) !== (privateKeyPem === null)) {
    problems.push('CROSSTAPE_KALSHI_KEY_ID and CROSSTAPE_KALSHI_PRIVATE_KEY: set both or none');
  }
  const snapshotToken = secret('CROSSTAPE_SNAPSHOT_TOKEN');
  const vaultKeys = secret('CROSSTAPE_VAULT_KEK');
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    adminToken,
    snapshotToken,
    vaultKeys,
    kalshiKey: keyId !== null && privateKeyPem !== null ? { id: keyId, privateKeyPem } : null,
  };
}
