import assert from 'node:assert/strict';
import { ownDeposit, standardCall } from '../support/provider-events.ts';
import type { ServiceAddresses } from '../support/service-process.ts';
import type { Random } from './ledger-world.ts';
import { pick } from './ledger-world.ts';
import type { Diary, Fate } from './service-diary.ts';

export const ADMIN_TOKEN = 'an-admin-token-of-more-than-32-characters';
export const VOUCHER_MICRO_USD = 250_000;
export const DEPOSIT_MICRO_USD = 3_000;
const ASSET = 'hl-BTC';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: callers read members of answers as they please.
  readonly body: any;
}

/** Somebody with a key that stays live: who pays for streams and trades. */
export interface Customer {
  readonly owner: string;
  readonly rawKey: string;
}

/** Calls of one life of the service. What throws had no answer: the process is gone. */
export class ServiceCalls {
  /** Whether the database is gone. An answer that the ledger is unavailable then says nothing about the stored rows. */
  isDatabaseGone = false;
  readonly #addresses: ServiceAddresses;

  constructor(addresses: ServiceAddresses) {
    this.#addresses = addresses;
  }

  admin(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<Answer> {
    return this.#send(method, this.#addresses.apiUrl + path, `Bearer ${ADMIN_TOKEN}`, body, signal);
  }

  call(method: 'GET' | 'POST', path: string, rawKey: string, body?: unknown): Promise<Answer> {
    return this.#send(method, this.#addresses.apiUrl + path, `Bearer ${rawKey}`, body);
  }

  credit(owner: string, microUsd: number, ref: string, signal?: AbortSignal): Promise<Answer> {
    return this.admin('POST', '/api/account/credit', { owner, microUsd, ref }, signal);
  }

  trade(rawKey: string, clientOrderId: string): Promise<Answer> {
    const order = { venue: 'hyperliquid', asset: ASSET, side: 'buy', sizeUsd: 12, markPrice: 80_000 };
    return this.bot('/api/bot/trade', rawKey, { ...order, clientOrderId });
  }

  bot(path: string, rawKey: string, body: unknown): Promise<Answer> {
    return this.#send('POST', this.#addresses.botUrl + path, `Bearer ${rawKey}`, body);
  }

  /** Delivers an event of a payment provider, signed as it signs. */
  async deposit(owner: string, id: string): Promise<Answer> {
    const data = { microUsd: DEPOSIT_MICRO_USD, metadata: { crosstape_owner: owner } };
    const { headers, body } = standardCall(ownDeposit(id, data), Date.now(), { id });
    const url = `${this.#addresses.apiUrl}/api/account/webhook/hmac`;
    return this.#read(await fetch(url, { method: 'POST', headers, body }));
  }

  bundle(rawKey: string): Promise<Answer> {
    return this.call('GET', `/api/m2m/${ASSET}/bundle`, rawKey);
  }

  /** Connects and leaves again after the head: the price is stored by then. */
  async stream(rawKey: string): Promise<number> {
    const leave = new AbortController();
    const response = await fetch(`${this.#addresses.apiUrl}/api/asset/${ASSET}/stream`, {
      headers: { authorization: `Bearer ${rawKey}` },
      signal: leave.signal,
    });
    if (response.status === 503 && this.isDatabaseGone) await this.#read(response);
    leave.abort();
    return response.status;
  }

  async #send(
    method: string,
    url: string,
    authorization: string,
    body: unknown,
    signal: AbortSignal | null = null,
  ): Promise<Answer> {
    const response = await fetch(url, {
      method,
      signal,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return this.#read(response);
  }

  async #read(response: Response): Promise<Answer> {
    const answer: Answer = { status: response.status, body: await response.json() };
    if (this.isDatabaseGone && answer.body.error === 'ledger_unavailable') throw new OutcomeUnknownError();
    return answer;
  }
}

/** The database was lost: what was asked may be stored or not. */
class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';
}

export interface CallerOptions {
  readonly calls: ServiceCalls;
  readonly diary: Diary;
  readonly customers: readonly Customer[];
  /** Codes that nobody has sent yet. */
  readonly codes: string[];
  readonly random: Random;
  /** Creates a new name for a reference or an order. */
  readonly nextId: () => string;
}

type Caller = (options: CallerOptions) => Promise<void>;

/**
 * Acts of the callers, each repeated until the service is gone. Every act writes down its outcome. An answer that is
 * neither a success nor one of the refusals that cost nothing is a failure of the test.
 */
const CALLERS: readonly (readonly [caller: Caller, atOnce: number])[] = [
  [credit, 4],
  [deposit, 2],
  [redeem, 2],
  [openStream, 3],
  [trade, 2],
  [liveAndDieOfAKey, 2],
  [readBundle, 1],
];

/** Lets everybody call at once. Resolves when the service answers nobody any more. */
export async function callUntilGone(options: CallerOptions): Promise<void> {
  const loops = CALLERS.flatMap(([caller, atOnce]) =>
    Array.from({ length: atOnce }, async () => {
      try {
        for (;;) await caller(options);
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    }),
  );
  await Promise.all(loops);
}

/** Whether the connection was refused, or broke before the whole answer was there, or the service lost its database. */
function isGone(error: unknown): boolean {
  if (error instanceof OutcomeUnknownError) return true;
  return error instanceof TypeError && /fetch failed|terminated/.test(error.message);
}

async function credit({ calls, diary, customers, random, nextId }: CallerOptions): Promise<void> {
  const { owner } = pick(customers, random);
  const [microUsd, ref] = [1 + Math.floor(random() * 5_000), nextId()];
  await noted(
    diary,
    async () => {
      const { status, body } = await calls.credit(owner, microUsd, ref);
      assert.deepEqual([status, body.applied], [200, true], JSON.stringify(body));
      return true;
    },
    (fate) => diary.credits.push({ owner, microUsd, ref, fate }),
  );
}

async function deposit({ calls, diary, customers, random, nextId }: CallerOptions): Promise<void> {
  const { owner } = pick(customers, random);
  const id = nextId();
  await noted(
    diary,
    async () => {
      const { status, body } = await calls.deposit(owner, id);
      assert.deepEqual([status, body.applied], [200, true], JSON.stringify(body));
      return true;
    },
    (fate) => diary.deposits.push({ owner, id, fate }),
  );
}

async function redeem(options: CallerOptions): Promise<void> {
  const { calls, diary, customers, codes, random } = options;
  const code = codes.pop();
  if (code === undefined) return readBundle(options);
  const { owner, rawKey } = pick(customers, random);
  await noted(
    diary,
    async () => {
      const { status, body } = await calls.call('POST', '/api/account/redeem', rawKey, { code });
      assert.deepEqual([status, body.microUsd], [200, VOUCHER_MICRO_USD], JSON.stringify(body));
      return true;
    },
    (fate) => diary.redeems.push({ owner, code, fate }),
  );
}

async function openStream({ calls, diary, customers, random }: CallerOptions): Promise<void> {
  const { owner, rawKey } = pick(customers, random);
  await noted(
    diary,
    async () => {
      const status = await calls.stream(rawKey);
      if (status === 200) return true;
      // Too many of its streams are not closed yet, no money, or the venue was not polled yet.
      assert.ok([402, 429, 503].includes(status), `a stream was ${status}`);
      return false;
    },
    (fate) => diary.streams.push({ owner, fate }),
  );
}

async function trade({ calls, diary, customers, random, nextId }: CallerOptions): Promise<void> {
  const { owner, rawKey } = pick(customers, random);
  const clientOrderId = nextId();
  await noted(
    diary,
    async () => {
      const { status, body } = await calls.trade(rawKey, clientOrderId);
      if (status === 200 && body.outcome.status === 'filled') return true;
      // A server on a busy machine may be asked for the kill switch for longer than an order waits for it.
      if (status === 200 && body.outcome.reason === 'venue_unavailable') return false;
      assert.ok(status === 402 || status === 503, `a trade was ${status} ${JSON.stringify(body)}`);
      return false;
    },
    (fate) => diary.trades.push({ owner, clientOrderId, fate }),
  );
}

/** Issues a key, uses it, rotates it or not, and revokes it or not. */
async function liveAndDieOfAKey({ calls, diary, random }: CallerOptions): Promise<void> {
  const issued = await calls.admin('POST', '/api/account/keys', { owner: 'passer-by', tier: 'free' });
  assert.equal(issued.status, 200, JSON.stringify(issued.body));
  let { rawKey, record } = issued.body;
  diary.note('acknowledged');
  diary.keys.set(rawKey, 'live');
  assert.equal((await calls.call('GET', '/api/account/usage', rawKey)).status, 200);
  if (random() < 0.5) {
    diary.keys.set(rawKey, 'unknown');
    const rotated = await calls.call('POST', '/api/account/keys/rotate', rawKey, {});
    assert.equal(rotated.status, 200, JSON.stringify(rotated.body));
    diary.keys.set(rawKey, 'ended');
    ({ rawKey, record } = rotated.body);
    diary.note('acknowledged');
    diary.keys.set(rawKey, 'live');
  }
  if (random() < 0.6) {
    diary.keys.set(rawKey, 'unknown');
    const revoked = await calls.admin('DELETE', '/api/account/keys', { keyHash: record.hash });
    assert.deepEqual([revoked.status, revoked.body.revoked], [200, true]);
    diary.note('acknowledged');
    diary.keys.set(rawKey, 'ended');
  }
}

async function readBundle({ calls, customers, random }: CallerOptions): Promise<void> {
  const { rawKey } = pick(customers, random);
  const { status } = await calls.bundle(rawKey);
  assert.ok(status === 200 || status === 503, `a bundle was ${status}`);
}

/** Writes down what became of an act; one that was refused left nothing. */
async function noted(diary: Diary, act: () => Promise<boolean>, write: (fate: Fate) => void): Promise<void> {
  let isStored: boolean;
  try {
    isStored = await act();
  } catch (error) {
    if (isGone(error)) {
      diary.note('unknown');
      write('unknown');
    }
    throw error;
  }
  if (!isStored) return;
  diary.note('acknowledged');
  write('acknowledged');
}
