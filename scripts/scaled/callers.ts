import { setTimeout as sleep } from 'node:timers/promises';
import type { RoleProcess, ScaledInstallation } from './installation.ts';

/** Needs a key, counts against rate and quota, and is answered from the history. */
export const PREMIUM = '/api/history/hyperliquid/perp-btc?limit=1';
export const STREAM = '/api/asset/hl-BTC/stream';

export interface IssuedKeys {
  readonly rawKey: string;
  readonly keyHash: string;
  /** Further keys of the same tier, of bots of their own. */
  readonly more: readonly string[];
}

export async function issue(
  installation: ScaledInstallation,
  tier: string,
  label: string,
  { quantity = 0 }: { readonly quantity?: number } = {},
): Promise<IssuedKeys> {
  const request = { owner: 'owner_1', tier, label };
  const { rawKey, record } = await installation.admin('POST', '/api/account/keys', request);
  const more: string[] = [];
  for (let i = 0; i < quantity; i++) {
    more.push(String((await installation.admin('POST', '/api/account/keys', request)).rawKey));
  }
  return { rawKey: String(rawKey), keyHash: (record as { readonly hash: string }).hash, more };
}

export interface Answer {
  readonly status: number;
  /** Time at which the head of the answer arrived, by the monotonic clock. */
  readonly at: number;
  readonly tookMs: number;
  cancel(): void;
}

/** Requests an address. @param isStream Only the head of the answer is waited for. */
export async function ask(url: string, rawKey: string, isStream = false): Promise<Answer> {
  const abort = new AbortController();
  const from = performance.now();
  const response = await fetch(url, { headers: { 'x-api-key': rawKey }, signal: abort.signal });
  const at = performance.now();
  if (!isStream) await response.arrayBuffer();
  return { status: response.status, at, tookMs: at - from, cancel: () => abort.abort() };
}

/** Sends calls that all begin at the same time, spread over the processes. */
export function attempt(
  apis: readonly RoleProcess[],
  count: number,
  work: (url: string) => Promise<Answer>,
): Promise<readonly Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => work(String(apis[i % apis.length]?.url))));
}

export async function drain(response: Response): Promise<void> {
  for await (const _ of response.body ?? []);
}

export async function untilReady({ url }: RoleProcess): Promise<void> {
  while ((await fetch(`${url}/api/health/ready`).catch(() => null))?.ok !== true) await sleep(50);
}
