import { SIGNATURE_SCHEMES } from '../billing/webhooks/payment-providers.ts';
import type { Config } from './config.ts';
import { isApart, isPart, type Part } from './roles.ts';
import type { Secrets } from './secrets.ts';

interface RoleRule {
  readonly variable: string;
  /** Parts of the installation that may have the setting. Absent: every part. */
  readonly belongsTo?: readonly Part[];
  /** Parts of the installation that require the setting. */
  readonly neededBy?: readonly Part[];
  /** Purpose of the setting, shown in messages after a colon. */
  readonly because: string;
  isSet(config: Config, secrets: Secrets): boolean;
}

const EVERY_PART: readonly Part[] = ['feed', 'api', 'bot'];

const RULES: readonly RoleRule[] = [
  {
    variable: 'CROSSTAPE_DATABASE_URL',
    neededBy: EVERY_PART,
    because: 'processes share accounts, ledger and leases on PostgreSQL',
    isSet: (_, { databaseUrl }) => databaseUrl !== null,
  },
  {
    variable: 'CROSSTAPE_REDIS_URL',
    neededBy: EVERY_PART,
    because: 'processes share limits, newest prices and pulses on Redis or Valkey',
    isSet: (_, { redisUrl }) => redisUrl !== null,
  },
  {
    variable: 'CROSSTAPE_INTERNAL_TOKEN',
    neededBy: ['feed', 'api'],
    because: 'api processes read books and candles from the feed with it',
    isSet: (_, { internalToken }) => internalToken !== null,
  },
  {
    variable: 'CROSSTAPE_INTERNAL_PORT',
    neededBy: ['feed'],
    because: 'api processes read books and candles from the feed there',
    isSet: ({ server }) => server.internalPort !== null,
  },
  {
    variable: 'CROSSTAPE_PUBLIC_URL',
    neededBy: ['api', 'bot'],
    because: 'no process knows the address of the others',
    isSet: ({ server }) => server.publicUrl !== null,
  },
  {
    variable: 'CROSSTAPE_BOT_PUBLIC_URL',
    neededBy: ['api', 'bot'],
    because: 'no process knows the address of the others',
    isSet: ({ server }) => server.botPublicUrl !== null,
  },
  {
    variable: 'CROSSTAPE_VAULT_KEK',
    belongsTo: ['bot'],
    neededBy: ['bot'],
    because: 'the bot alone encrypts and decrypts credentials of venues',
    isSet: (_, { vaultKeys }) => vaultKeys !== null,
  },
  {
    variable: 'CROSSTAPE_ADMIN_TOKEN',
    belongsTo: ['api', 'bot'],
    because: 'it opens admin endpoints, and the feed has none',
    isSet: (_, { adminToken }) => adminToken !== null,
  },
  {
    variable: 'CROSSTAPE_STRIPE_API_KEY',
    belongsTo: ['api'],
    because: 'api processes alone take deposits',
    isSet: (_, { stripeApiKey }) => stripeApiKey !== null,
  },
];

/** Builds the rules for secrets of payment providers and chain nodes, whose names depend on the settings. */
function providerRules({ webhooks, chainApiKeys }: Secrets): RoleRule[] {
  const names = [
    ...SIGNATURE_SCHEMES.filter(({ id }) => (webhooks[id] ?? []).length > 0).map(
      ({ secret }) => secret.variable,
    ),
    ...[...chainApiKeys.keys()].map((chain) => `CROSSTAPE_CHAIN_${chain}_API_KEY`),
  ];
  return names.map((variable) => ({
    variable,
    belongsTo: ['api'],
    because: 'api processes alone take deposits',
    isSet: () => true,
  }));
}

/** Lists the settings and secrets that a role lacks, or must not have, one line each. */
export function findRoleProblems(config: Config, secrets: Secrets): string[] {
  const { role } = config;
  if (!isApart(role)) return [];
  return [...RULES, ...providerRules(secrets)].flatMap((rule) => {
    const { variable, belongsTo = EVERY_PART, neededBy = [], because } = rule;
    const isSet = rule.isSet(config, secrets);
    if (!isSet && neededBy.some((part) => isPart(role, part))) {
      return [`${variable}: role ${role} needs it: ${because}`];
    }
    if (isSet && !belongsTo.some((part) => isPart(role, part))) {
      return [`${variable}: role ${role} must not have it: ${because}`];
    }
    return [];
  });
}
