import { signal } from '@preact/signals-core';
import type { GetBotStatusAnswer } from '../../client/src/index.ts';
import { call } from './calls.ts';
import { ask, type CallError } from './service.ts';

export const botStatus = call<GetBotStatusAnswer>('/api/bot/status', {
  everyMs: 5_000,
  server: 'bot',
  credential: 'key',
});

/** The state of a request to stop: it is repeated until the service has answered. */
export type StopRequest =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking'; readonly tries: number }
  | { readonly kind: 'refused'; readonly failure: CallError };

export const stopping = signal<StopRequest>({ kind: 'none' });

const TRY_MS = 5_000;
const RETRY_MS = 1_000;

/**
 * Stops the caller's bot. A lost answer, a service that is down or busy: it is asked again, since stopping twice is
 * stopping once. Ends when the service has said that the bot is stopped, or that it refuses this caller.
 */
export async function stopBot(): Promise<void> {
  if (stopping.peek().kind === 'asking') return;
  for (let tries = 1; ; tries++) {
    stopping.value = { kind: 'asking', tries };
    try {
      await control({ kill: true });
      break;
    } catch (error) {
      const failure = error as CallError;
      if (isFinal(failure)) {
        stopping.value = { kind: 'refused', failure };
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  stopping.value = { kind: 'none' };
  botStatus.refresh();
}

/** Changes how the bot trades. @throws {CallError} */
export async function control(change: Readonly<Record<string, unknown>>): Promise<void> {
  await ask('/api/bot/control', {
    server: 'bot',
    credential: 'key',
    method: 'POST',
    body: change,
    timeoutMs: TRY_MS,
  });
  botStatus.refresh();
}

/** Whether another try would be answered alike: the key is not valid, or the request is not understood. */
function isFinal({ status }: CallError): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
}
