import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { type Clock, SECOND_MS } from '../../domain/index.ts';
import { guardLookup, type LookupAll, PrivateAddressError } from '../../upstream/connections.ts';
import { classifyAddress, findUrlProblem } from '../file/endpoint-url.ts';
import type { Endpoint } from '../rule.ts';
import { buildBody, type SentEvent } from './payload.ts';
import { readRetryAfter, type TryResult } from './retry-schedule.ts';
import { signStandard } from './sign-standard.ts';

/** Longest time of one try, from the look-up to the head of the answer. */
const MAX_TRY_MS = 10 * SECOND_MS;

export interface SenderOptions {
  readonly clock: Clock;
  readonly userAgent: string;
  /** Whether endpoints may be private addresses. Link-local ones never are. */
  readonly allowsPrivate: boolean;
  /** Resolver of names. Default: the operating system's. */
  readonly lookup?: LookupAll;
}

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Sends events to endpoints. Connections of its own check every address that they are made to, also when a name has
 * another address than before. Redirects are not followed, and of an answer only status and `Retry-After` are read.
 */
export class Sender {
  readonly #options: SenderOptions;
  readonly #agents: { readonly http: http.Agent; readonly https: https.Agent };

  constructor(options: SenderOptions) {
    this.#options = options;
    const guarded = guardLookup({
      lookup: options.lookup ?? lookup,
      isPrivate: (address) => isForbidden(address, options.allowsPrivate),
      trustsLocalhost: false,
    });
    const agent = { lookup: guarded, keepAlive: false };
    this.#agents = { http: new http.Agent(agent), https: new https.Agent(agent) };
  }

  /**
   * Makes one try. Never throws: a failure is a result, whose reason contains neither URL nor answer.
   *
   * @param signal Ends the try before its time.
   */
  async send(endpoint: Endpoint, id: string, event: SentEvent, signal?: AbortSignal): Promise<TryResult> {
    const { url, format, secrets } = endpoint;
    const { clock, userAgent, allowsPrivate } = this.#options;
    const problem = findUrlProblem(url, allowsPrivate);
    if (problem !== null) return fail(`the URL ${problem}`);
    const body = buildBody(event, endpoint);
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': userAgent,
      ...(format === 'standard' ? signStandard({ id, body, nowMs: clock() }, secrets) : {}),
    };
    try {
      return await this.#post(url, { headers, body, signal });
    } catch (error) {
      return fail(describeFailure(error));
    }
  }

  #post(url: URL, { headers, body, signal: asked }: Message): Promise<TryResult> {
    const isTls = url.protocol === 'https:';
    const limit = AbortSignal.timeout(MAX_TRY_MS);
    const signal = asked === undefined ? limit : AbortSignal.any([limit, asked]);
    return new Promise((resolve, reject) => {
      const { request } = isTls ? https : http;
      const agent = isTls ? this.#agents.https : this.#agents.http;
      const sent = request(url, { method: 'POST', headers, agent, signal }, (answer) => {
        const { statusCode = 0, headers: answered } = answer;
        resolve({
          status: statusCode,
          reason: null,
          retryAfterMs: readRetryAfter(answered['retry-after'], this.#options.clock()),
        });
        answer.on('error', () => undefined);
        answer.destroy();
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

/** Whether no connection may be made to an address. */
function isForbidden(address: string, allowsPrivate: boolean): boolean {
  const kind = isIP(address) === 0 ? null : classifyAddress(address);
  return allowsPrivate ? kind === 'link_local' || kind === null : kind !== 'public';
}

const fail = (reason: string): TryResult => ({ status: null, reason, retryAfterMs: null });

function describeFailure(error: unknown): string {
  if (error instanceof PrivateAddressError) return 'the name has an address that is not public';
  const { name, code } = error as { readonly name?: string; readonly code?: unknown };
  if (name === 'AbortError' || name === 'TimeoutError') return `no answer within ${MAX_TRY_MS / SECOND_MS} s`;
  // The messages of connections name the host.
  return typeof code === 'string' ? `not connected (${code})` : 'not connected';
}
