import { SIGNATURE_SCHEMES } from '../../billing/webhooks/payment-providers.ts';
import type { Config } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';

/** A finding of `crosstape doctor`. */
interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'warning';
  readonly detail: string;
}

/**
 * Checks the webhooks of payment providers: names the accepted ones, and warns of settings that could cost money.
 * Findings contain no secrets. There are none when no webhook secret is set.
 */
export function checkWebhooks({ deposits }: Config, { webhooks, stripeApiKey }: Secrets): Finding[] {
  const what = 'webhooks';
  const taken = SIGNATURE_SCHEMES.map(({ id, title }) => ({ title, secrets: webhooks[id] ?? [] })).filter(
    ({ secrets }) => secrets.length > 0,
  );
  if (taken.length === 0) return [];
  const named = taken.map(({ title, secrets }) =>
    secrets.length > 1 ? `${title} (the secret before is still taken)` : title,
  );
  const findings: Finding[] = [{ what, state: 'ok', detail: `taken of ${named.join(', ')}` }];
  const warn = (detail: string) => findings.push({ what, state: 'warning', detail });
  const { stripe = [] } = webhooks;
  if (stripe.length > 0 && deposits.stripeMode === null) {
    warn('CROSSTAPE_STRIPE_MODE is not set: events of test payments are credited like live ones');
  }
  if (stripeApiKey !== null && stripe.length === 0) {
    warn(
      'CROSSTAPE_STRIPE_API_KEY is set and CROSSTAPE_STRIPE_WEBHOOK_SECRET is not: no event was ever taken to compare',
    );
  }
  return findings;
}
