import { SIGNATURE_SCHEMES } from '../billing/webhooks/payment-providers.ts';
import type { SigningSecrets } from '../billing/webhooks/receiver.ts';
import { readPrivateKey } from '../venues/kalshi/private-key.ts';
import { ConfigError } from './config.ts';
import { SecretVariables } from './secret-variables.ts';

/**
 * Secrets of the service. They are separate from the settings, so that no log or response can print them by accident.
 */
export interface Secrets {
  /** `postgres://user:password@host:port/database`; null: the service database is a file of the data directory. */
  readonly databaseUrl: string | null;
  /**
   * `http(s)://user:password@host:port/database` of ClickHouse, which requires a service database on a server; null:
   * the history is a file in the data directory.
   */
  readonly historyUrl: string | null;
  /**
   * `redis://user:password@host:port/database` or `rediss://`; null: limits and newest state are local to this process.
   */
  readonly redisUrl: string | null;
  /** Token with which api processes authenticate at the internal port of the feed; null: none. */
  readonly internalToken: string | null;
  readonly adminToken: string | null;
  readonly snapshotToken: string | null;
  readonly metricsToken: string | null;
  /**
   * Keys that encrypt venue credentials: base64 of 32 bytes each, separated by commas; null: no credentials are stored.
   */
  readonly vaultKeys: string | null;
  /** Key for the streams of Kalshi; null: Kalshi is only polled. */
  readonly kalshiKey: { readonly id: string; readonly privateKeyPem: string } | null;
  /** Credentials for Polymarket's socket of prices; null: that relay is off. */
  readonly polybolt: { readonly apiKey: string; readonly secret: string; readonly passphrase: string } | null;
  /**
   * Messages about wrong secrets that disable a part of the service but do not prevent its start. They name variables,
   * never values.
   */
  readonly warnings: readonly string[];
  /** Secrets of webhook signatures, by signature scheme. */
  readonly webhooks: SigningSecrets;
  /** API key that reads Stripe's events, to find those that no webhook delivered; null: deposits are not compared. */
  readonly stripeApiKey: string | null;
  /** Secret from which the ids of new owners, and so their deposit addresses, are computed; null: ids are random. */
  readonly depositSecret: string | null;
  /** API keys of chain nodes, by the part of the variable that names the chain (`BASE`). */
  readonly chainApiKeys: ReadonlyMap<string, string>;
}

/** Secrets of a service that is open to every caller, without operator and vault: none. */
export const NO_SECRETS: Secrets = {
  databaseUrl: null,
  historyUrl: null,
  redisUrl: null,
  internalToken: null,
  adminToken: null,
  snapshotToken: null,
  metricsToken: null,
  vaultKeys: null,
  kalshiKey: null,
  polybolt: null,
  warnings: [],
  webhooks: {},
  stripeApiKey: null,
  depositSecret: null,
  chainApiKeys: new Map(),
};

const SIGNING_SECRETS = Object.fromEntries(
  SIGNATURE_SCHEMES.map(({ secret: { variable, meaning } }) => [variable, meaning]),
);

/** Every secret: its environment variable and its purpose. Each may also be given as a file (`<NAME>_FILE`). */
export const SECRETS: Readonly<Record<string, string>> = {
  CROSSTAPE_DATABASE_URL:
    'postgres://user:password@host:port/database: accounts, ledger, deposits and bot on PostgreSQL; not set: in a file of the data directory',
  CROSSTAPE_HISTORY_URL:
    'http(s)://user:password@host:port/database: the history on ClickHouse 24.8 or newer, requires CROSSTAPE_DATABASE_URL; not set: in a file of the data directory. Not tried on a real server yet',
  CROSSTAPE_REDIS_URL:
    'redis://user:password@host:port/database or rediss://: shares limits and newest prices between processes; Redis 7.0, Valkey 7.2 or newer',
  CROSSTAPE_INTERNAL_TOKEN:
    'authenticates api processes at the internal port of the feed; 32 characters or more, the same in every process',
  CROSSTAPE_ADMIN_TOKEN:
    'opens admin endpoints; without it they are closed, except to programs on this machine outside production and without gating and billing',
  CROSSTAPE_SNAPSHOT_TOKEN: 'opens POST /api/alerts/stale/snapshot',
  CROSSTAPE_METRICS_TOKEN:
    'opens money figures in /metrics; without it only programs on this machine see them, and none in production',
  CROSSTAPE_KALSHI_KEY_ID: "key id for Kalshi's stream; without it Kalshi is only polled",
  CROSSTAPE_KALSHI_PRIVATE_KEY: 'the private key of that id in PEM, RSA or Ed25519',
  CROSSTAPE_POLYBOLT_KEY:
    'API key of Polymarket for its socket of reference prices, with the two below; of a wallet of its own that holds nothing, since such a key can cancel orders',
  CROSSTAPE_POLYBOLT_SECRET: 'secret of that key',
  CROSSTAPE_POLYBOLT_PASSPHRASE: 'passphrase of that key',
  CROSSTAPE_VAULT_KEK:
    'encrypts venue credentials of bots: keys of 32 bytes as base64, separated by commas; without it none are stored',
  CROSSTAPE_STRIPE_API_KEY:
    'reads the events of Stripe to recover those that no webhook delivered; and its balance, to compare what came in with what was recorded; use a restricted key that may read both and nothing else',
  CROSSTAPE_DEPOSIT_SECRET:
    'deposit addresses of new owners follow from it, so that a restore or a lost disk gives each the same one; 32 characters or more, never changed',
  ...SIGNING_SECRETS,
  ...Object.fromEntries(
    Object.keys(SIGNING_SECRETS).map((name) => [
      `${name}_PREVIOUS`,
      'previous secret, valid during a replacement',
    ]),
  ),
};

/** Form of the variable with the API key of a chain's nodes. It contains the name of the chain from the chains file. */
export const CHAIN_KEY = /^CROSSTAPE_CHAIN_([A-Z0-9_]+)_API_KEY(_FILE)?$/;

const MIN_ADMIN_TOKEN = 32;
/** Minimum length of webhook secrets, and of tokens with limited rights. */
const MIN_SECRET = 16;
const SIGNING_PREFIX = 'whsec_';
const MIN_INTERNAL_TOKEN = 32;
const MIN_DEPOSIT_SECRET = 32;

/**
 * Reads the values of {@link SECRETS} from an environment.
 *
 * @throws {ConfigError} that names the variable of a wrong secret, never its value.
 */
export function readSecrets(env: NodeJS.ProcessEnv): Secrets {
  const variables = new SecretVariables(env);
  const optional = new SecretVariables(env);
  const kalshiKey = readKalshiKey(optional);
  const incomplete = new SecretVariables(env);
  const polybolt = readPolybolt(incomplete);
  const secrets: Secrets = {
    ...readServers(variables),
    internalToken: variables.readLong('CROSSTAPE_INTERNAL_TOKEN', MIN_INTERNAL_TOKEN),
    adminToken: variables.readStrong('CROSSTAPE_ADMIN_TOKEN', MIN_ADMIN_TOKEN),
    snapshotToken: variables.readStrong('CROSSTAPE_SNAPSHOT_TOKEN', MIN_SECRET),
    metricsToken: variables.readStrong('CROSSTAPE_METRICS_TOKEN', MIN_SECRET),
    vaultKeys: variables.read('CROSSTAPE_VAULT_KEK'),
    kalshiKey,
    polybolt,
    warnings: [
      ...optional.problems.map((problem) => `${problem}; Kalshi is polled without its stream`),
      ...(incomplete.problems.length === 0
        ? []
        : [`${incomplete.problems.join(', ')}; the relay polybolt is off`]),
    ],
    webhooks: readSigningSecrets(variables),
    stripeApiKey: variables.read('CROSSTAPE_STRIPE_API_KEY'),
    depositSecret: variables.readLong('CROSSTAPE_DEPOSIT_SECRET', MIN_DEPOSIT_SECRET),
    chainApiKeys: readChainApiKeys(variables, Object.keys(env)),
  };
  if (variables.problems.length > 0) throw new ConfigError(variables.problems);
  return { ...secrets, warnings: [...secrets.warnings, ...variables.weak] };
}

function readServers(variables: SecretVariables): Pick<Secrets, 'databaseUrl' | 'historyUrl' | 'redisUrl'> {
  const databaseUrl = variables.readWhere(
    'CROSSTAPE_DATABASE_URL',
    isPostgresUrl,
    'be postgres://user:password@host:port/database',
  );
  const historyUrl = variables.readWhere(
    'CROSSTAPE_HISTORY_URL',
    isClickhouseUrl,
    'be http:// or https://user:password@host:port/database',
  );
  if (historyUrl !== null && databaseUrl === null) {
    variables.problems.push(
      'CROSSTAPE_HISTORY_URL: needs CROSSTAPE_DATABASE_URL, which keeps what is not shipped yet',
    );
  }
  const redisUrl = variables.readWhere(
    'CROSSTAPE_REDIS_URL',
    isRedisUrl,
    'be redis:// or rediss://user:password@host:port/database',
  );
  return { databaseUrl, historyUrl, redisUrl };
}

/**
 * Reads the key of Kalshi. A wrong key disables Kalshi's streams but not the start, because the venue can be polled
 * without a key.
 */
function readKalshiKey(optional: SecretVariables): Secrets['kalshiKey'] {
  const id = optional.read('CROSSTAPE_KALSHI_KEY_ID');
  const privateKeyPem = optional.read('CROSSTAPE_KALSHI_PRIVATE_KEY');
  if (id === null && privateKeyPem === null) return null;
  const read = privateKeyPem === null ? null : readPrivateKey(privateKeyPem);
  if (id === null) optional.problems.push('CROSSTAPE_KALSHI_KEY_ID: is not set beside the private key');
  if (read === null)
    optional.problems.push('CROSSTAPE_KALSHI_PRIVATE_KEY: is empty or not set beside the key id');
  else if ('problem' in read) optional.problems.push(`CROSSTAPE_KALSHI_PRIVATE_KEY: ${read.problem}`);
  if (id === null || privateKeyPem === null || optional.problems.length > 0) return null;
  return { id, privateKeyPem };
}

/** Reads the credentials of Polymarket's socket. Incomplete credentials disable that relay but not the start. */
function readPolybolt(variables: SecretVariables): Secrets['polybolt'] {
  const [apiKey, secret, passphrase] = [
    variables.read('CROSSTAPE_POLYBOLT_KEY'),
    variables.read('CROSSTAPE_POLYBOLT_SECRET'),
    variables.read('CROSSTAPE_POLYBOLT_PASSPHRASE'),
  ];
  if (apiKey === null && secret === null && passphrase === null && variables.problems.length === 0)
    return null;
  if (apiKey === null) variables.problems.push('CROSSTAPE_POLYBOLT_KEY: is not set');
  if (secret === null) variables.problems.push('CROSSTAPE_POLYBOLT_SECRET: is not set');
  if (passphrase === null) variables.problems.push('CROSSTAPE_POLYBOLT_PASSPHRASE: is not set');
  if (apiKey === null || secret === null || passphrase === null) return null;
  return variables.problems.length > 0 ? null : { apiKey, secret, passphrase };
}

/** Reads the signing secrets of each provider: the current one and, during a rotation, the previous one. */
function readSigningSecrets(variables: SecretVariables): SigningSecrets {
  const webhooks: Record<string, readonly string[]> = {};
  for (const { id, secret } of SIGNATURE_SCHEMES) {
    const { variable, form } = secret;
    const read = (name: string) => variables.readStrong(name, MIN_SECRET, SIGNING_PREFIX);
    const [current, previous] = [read(variable), read(`${variable}_PREVIOUS`)];
    if (current === null && previous !== null) {
      variables.problems.push(`${variable}_PREVIOUS: needs ${variable} beside it`);
    }
    const given = [current, previous].filter((one) => one !== null);
    if (form !== undefined && !given.every(form.fits)) {
      variables.problems.push(`${variable}: must be ${form.allowed}`);
    }
    webhooks[id] = given;
  }
  return webhooks;
}

function readChainApiKeys(variables: SecretVariables, names: readonly string[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const chains = new Set(names.flatMap((name) => CHAIN_KEY.exec(name)?.[1] ?? []));
  for (const chain of chains) {
    const key = variables.read(`CROSSTAPE_CHAIN_${chain}_API_KEY`);
    if (key !== null) keys.set(chain, key);
  }
  return keys;
}

/**
 * Removes the secrets from an environment after they were read. Node writes the environment into its diagnostic
 * reports, and threads and child processes inherit it.
 */
export function forgetSecrets(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) {
    if (Object.hasOwn(SECRETS, name) || (CHAIN_KEY.test(name) && !name.endsWith('_FILE'))) delete env[name];
  }
}

function isPostgresUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname } = new URL(text);
  return (protocol === 'postgres:' || protocol === 'postgresql:') && pathname.length > 1;
}

/**
 * Whether a text is the URL of a ClickHouse database. It must name a database, because the service stores nothing in
 * the default one.
 */
function isClickhouseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname } = new URL(text);
  return /^https?:$/.test(protocol) && hostname !== '' && /^\/[A-Za-z_][\w-]{0,62}$/.test(pathname);
}

/** Whether a text is the URL of a Redis server, optionally with the number of a database: `/0` to `/999999`. */
function isRedisUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname } = new URL(text);
  return /^rediss?:$/.test(protocol) && hostname !== '' && /^(?:\/\d{0,6})?$/.test(pathname);
}
