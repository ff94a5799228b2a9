import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Secrets } from '../../src/config/secrets.ts';
import { type AccountBench, type Reply, startAccountBench } from './account-bench.ts';
import { NOW } from './fixed-feed.ts';
import { type ProviderCall, WEBHOOK_SECRETS } from './provider-events.ts';

export interface WebhookBench extends AccountBench {
  /** Delivers a call of a provider; headers may replace its own, undefined leaves one out. */
  deliver(
    call: Pick<ProviderCall, 'provider' | 'headers'> & { readonly body: string | Buffer },
    changes?: { readonly provider?: string; readonly headers?: Record<string, string | undefined> },
  ): Promise<Reply>;
  /** Reads the micro-USD of an owner. */
  readBalance(owner: string): Promise<number>;
  /** Entries of an owner, oldest first: type, micro-USD, ref. */
  readEntries(owner: string): Promise<(string | number | null)[][]>;
  /** Fails when the ledger is not in order. */
  requireOrder(): Promise<void>;
}

/** Starts a service that takes webhooks, whose clocks stand until they are moved. */
export async function startWebhookBench(
  t: TestContext,
  { env, secrets }: { readonly env?: NodeJS.ProcessEnv; readonly secrets?: Partial<Secrets> } = {},
): Promise<WebhookBench> {
  const bench = await startAccountBench(t, {
    ...(env === undefined ? {} : { env }),
    secrets: { webhooks: WEBHOOK_SECRETS, ...secrets },
  });
  const { app, accounts } = bench;
  return {
    ...bench,
    deliver: async ({ provider, headers, body }, changes = {}) => {
      const answer = await app.inject({
        method: 'POST',
        url: `/api/account/webhook/${changes.provider ?? provider}`,
        headers: withoutAbsent({ ...headers, ...changes.headers }),
        payload: body,
      });
      return {
        status: answer.statusCode,
        body: answer.json(),
        headers: answer.headers as Record<string, string>,
      };
    },
    readBalance: async (owner) => (await accounts.ledger.readBalance(owner)).microUsd,
    readEntries: async (owner) => {
      const page = await accounts.ledger.readEntries(owner, { limit: 100 });
      return (page?.entries ?? []).map(({ type, microUsd, ref }) => [type, microUsd, ref]);
    },
    requireOrder: async () => {
      const { findings } = await accounts.ledger.audit({ whole: true });
      assert.deepEqual(findings, []);
    },
  };
}

/** Time of the clocks of a bench at first. */
export const BENCH_NOW: number = NOW;

function withoutAbsent(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
