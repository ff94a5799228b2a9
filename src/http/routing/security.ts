import type { AccessClass, RouteFacts } from '../access/route-config.ts';

/** Credentials of requests, by their names in the document. */
export const SECURITY_SCHEMES = {
  bearerKey: { type: 'http', scheme: 'bearer', description: 'API key.' },
  headerKey: header('X-API-Key', 'API key.'),
  adminToken: { type: 'http', scheme: 'bearer', description: 'Admin token of the service.' },
  snapshotToken: header('X-Snapshot-Token', 'Snapshot token, when one is configured.'),
  stripeSignature: header('Stripe-Signature', 'Stripe: `t=<seconds>,v1=<hex>`, signs time and body.'),
  commerceSignature: header('X-CC-Webhook-Signature', 'Coinbase Commerce: `<hex>`, signs the body.'),
  hook0Signature: header(
    'X-Hook0-Signature',
    'Coinbase: `t=<seconds>,h=<header names>,v1=<hex>`, signs time, headers and body.',
  ),
  standardSignature: header(
    'webhook-signature',
    'hmac: `v1,<base64>` as in Standard Webhooks, with `webhook-id` and `webhook-timestamp`.',
  ),
  plainSignature: header('X-Webhook-Signature', 'hmac: `sha256=<hex>`, signs the body.'),
} as const;

type Scheme = keyof typeof SECURITY_SCHEMES;
/** Alternative credentials, each of which is sufficient. An empty one means that none is needed. */
type Security = readonly { readonly [Name in Scheme]?: readonly string[] }[];

const KEY: Security = [{ bearerKey: [] }, { headerKey: [] }];
const OPTIONAL_KEY: Security = [{}, ...KEY];

const KEY_OR_ADMIN: Security = [...KEY, { adminToken: [] }];

const SECURITY_BY_ACCESS: Readonly<Record<AccessClass, Security | undefined>> = {
  // An absent member means the same as an empty list.
  free: undefined,
  // Without paid gating, these routes need no key.
  pro: OPTIONAL_KEY,
  enterprise: OPTIONAL_KEY,
  key: KEY,
  admin: [{ adminToken: [] }],
  webhook: [
    { stripeSignature: [] },
    { commerceSignature: [] },
    { hook0Signature: [] },
    { standardSignature: [] },
    { plainSignature: [] },
  ],
};

/** Describes the credentials that a route accepts. @returns undefined: it reads none. */
export function describeSecurity({
  access = 'free',
  showsHolder,
  admitsOperator,
  secret,
}: Partial<RouteFacts>): Security | undefined {
  if (secret !== undefined) return [{}, { [secret]: [] }];
  if (admitsOperator === true) return KEY_OR_ADMIN;
  return showsHolder === true ? OPTIONAL_KEY : SECURITY_BY_ACCESS[access];
}

function header(name: string, description: string) {
  return { type: 'apiKey', in: 'header', name, description } as const;
}
