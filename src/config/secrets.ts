import { readFileSync } from 'node:fs';
import { ConfigError } from './config.ts';

/** Kept apart from the settings, so that no log or answer can print them by accident. */
export interface Secrets {
  readonly adminToken: string | null;
  readonly snapshotToken: string | null;
  readonly metricsToken: string | null;
  /** Encrypt venue credentials: base64 of 32 bytes each, by comma. null: none are kept. */
  readonly vaultKeys: string | null;
  /** Opens Kalshi's streams; without it Kalshi is polled. */
  readonly kalshiKey: { readonly id: string; readonly privateKeyPem: string } | null;
  readonly webhooks: WebhookSecrets;
  /** Reads the events of Stripe, to find those that no webhook brought. null: nothing is compared. */
  readonly stripeApiKey: string | null;
  /** What the nodes of chains ask for, by the part of the variable that names the chain (`BASE`). */
  readonly chainApiKeys: ReadonlyMap<string, string>;
}

/** The secret of today, and while it is being replaced the one before it. Empty: the scheme is switched off. */
export type SigningSecrets = readonly string[];

/** What payment providers sign with, one for each scheme. */
export interface WebhookSecrets {
  readonly stripe: SigningSecrets;
  readonly coinbase: SigningSecrets;
  readonly coinbaseCommerce: SigningSecrets;
  /** `whsec_` and base64 of 24 to 64 bytes. */
  readonly hmac: SigningSecrets;
  readonly hmacPlain: SigningSecrets;
}

/** No provider may call. */
export const NO_WEBHOOK_SECRETS: WebhookSecrets = {
  stripe: [],
  coinbase: [],
  coinbaseCommerce: [],
  hmac: [],
  hmacPlain: [],
};

/** Nothing secret is set: a service for anyone, with neither operator nor vault. */
export const NO_SECRETS: Secrets = {
  adminToken: null,
  snapshotToken: null,
  metricsToken: null,
  vaultKeys: null,
  kalshiKey: null,
  webhooks: NO_WEBHOOK_SECRETS,
  stripeApiKey: null,
  chainApiKeys: new Map(),
};

const WEBHOOK_SECRETS = {
  CROSSTAPE_STRIPE_WEBHOOK_SECRET: 'signs webhooks of Stripe',
  CROSSTAPE_COINBASE_WEBHOOK_SECRET: 'signs webhooks of Coinbase',
  CROSSTAPE_COINBASE_COMMERCE_SECRET: 'signs webhooks of Coinbase Commerce',
  CROSSTAPE_HMAC_WEBHOOK_SECRET: 'signs webhooks of the Standard Webhooks scheme: whsec_ and base64',
  CROSSTAPE_HMAC_PLAIN_SECRET: 'signs webhooks with a plain HMAC',
} as const;

type WebhookVariable = keyof typeof WEBHOOK_SECRETS;

/** Every secret: the variable that holds it, and what it is for. Each may be given as a file (`<NAME>_FILE`). */
export const SECRETS = {
  CROSSTAPE_ADMIN_TOKEN:
    'opens admin endpoints; without it they are closed, but to programs on this machine while developing without gating and billing',
  CROSSTAPE_SNAPSHOT_TOKEN: 'opens POST /api/alerts/stale/snapshot',
  CROSSTAPE_METRICS_TOKEN:
    'shows figures of money in /metrics; without it only to programs on this machine, in production to none',
  CROSSTAPE_KALSHI_KEY_ID: "opens Kalshi's stream; without it Kalshi is polled",
  CROSSTAPE_KALSHI_PRIVATE_KEY: 'the private key in PEM that belongs to it',
  CROSSTAPE_VAULT_KEK:
    'encrypts venue credentials of bots: base64 of 32 bytes each, by comma; without it none are kept',
  CROSSTAPE_STRIPE_API_KEY:
    'reads the events of Stripe, to take those that no webhook brought; a restricted key that may read events alone is enough',
  ...WEBHOOK_SECRETS,
  ...(Object.fromEntries(
    Object.keys(WEBHOOK_SECRETS).map((name) => [`${name}_PREVIOUS`, 'the one before, while it is replaced']),
  ) as Readonly<Record<`${WebhookVariable}_PREVIOUS`, string>>),
} as const;

type SecretVariable = keyof typeof SECRETS | `CROSSTAPE_CHAIN_${string}_API_KEY`;

/** The key of a chain's node is named after the chain, which a file of its own names. */
export const CHAIN_KEY = /^CROSSTAPE_CHAIN_([A-Z0-9_]+)_API_KEY(_FILE)?$/;

const MIN_ADMIN_TOKEN = 32;

/**
 * Reads {@link SECRETS}.
 *
 * @throws {ConfigError} that names the variable and never its value.
 */
export function readSecrets(env: NodeJS.ProcessEnv): Secrets {
  const problems: string[] = [];
  const secret = (name: SecretVariable): string | null => {
    const file = env[`${name}_FILE`];
    if (!file) return env[name] || null;
    if (env[name]) problems.push(`${name} and ${name}_FILE: set one of them`);
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
  const stripeApiKey = secret('CROSSTAPE_STRIPE_API_KEY');
  const signing = (name: WebhookVariable): SigningSecrets => {
    const [current, previous] = [secret(name), secret(`${name}_PREVIOUS`)];
    if (current === null && previous !== null) problems.push(`${name}_PREVIOUS: needs ${name} beside it`);
    return [current, previous].filter((one) => one !== null);
  };
  const webhooks: WebhookSecrets = {
    stripe: signing('CROSSTAPE_STRIPE_WEBHOOK_SECRET'),
    coinbase: signing('CROSSTAPE_COINBASE_WEBHOOK_SECRET'),
    coinbaseCommerce: signing('CROSSTAPE_COINBASE_COMMERCE_SECRET'),
    hmac: signing('CROSSTAPE_HMAC_WEBHOOK_SECRET'),
    hmacPlain: signing('CROSSTAPE_HMAC_PLAIN_SECRET'),
  };
  if (!webhooks.hmac.every(isStandardSecret)) {
    problems.push('CROSSTAPE_HMAC_WEBHOOK_SECRET: must be whsec_ and base64 of 24 to 64 bytes');
  }
  const chainApiKeys = new Map<string, string>();
  for (const variable of Object.keys(env)) {
    const chain = CHAIN_KEY.exec(variable)?.[1];
    const key = chain === undefined ? null : secret(`CROSSTAPE_CHAIN_${chain}_API_KEY`);
    if (chain !== undefined && key !== null) chainApiKeys.set(chain, key);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    webhooks,
    chainApiKeys,
    stripeApiKey,
    adminToken,
    snapshotToken,
    metricsToken: secret('CROSSTAPE_METRICS_TOKEN'),
    vaultKeys,
    kalshiKey: keyId !== null && privateKeyPem !== null ? { id: keyId, privateKeyPem } : null,
  };
}

/**
 * Takes the secrets out of an environment once they are read. Node writes the environment into its diagnostic
 * reports, threads and children inherit it.
 */
export function forgetSecrets(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) {
    if (Object.hasOwn(SECRETS, name) || (CHAIN_KEY.test(name) && !name.endsWith('_FILE'))) delete env[name];
  }
}

/** Base64 is read strictly: a character too many would silently be another key. */
function isStandardSecret(secret: string): boolean {
  const base64 = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : '';
  const key = Buffer.from(base64, 'base64');
  return key.length >= 24 && key.length <= 64 && key.toString('base64') === base64;
}
