import { computeMac } from '../../billing/webhooks/mac.ts';
import { decodeStandardKey } from '../../billing/webhooks/providers/hmac/standard-signature.ts';

/**
 * Builds the headers of Standard Webhooks: the id of the event, the time of this try in Unix seconds, and a signature
 * for each secret.
 */
export function signStandard(
  { id, body, nowMs }: { readonly id: string; readonly body: string; readonly nowMs: number },
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signatures = secrets.map((secret) => {
    const mac = computeMac(decodeStandardKey(secret), [`${id}.${timestamp}.${body}`]);
    return `v1,${mac.toString('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
