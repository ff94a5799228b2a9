import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { Type } from 'typebox';
import { UpstreamError, type UpstreamFailure } from '../domain/index.ts';
import { type Priority, RateBudget } from './budget.ts';
import { UpstreamClient, type UpstreamClientOptions, WireSchema } from './client.ts';

const wire = new WireSchema('answer', Type.Object({ value: Type.Number() }));

async function upstream(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers the n-th request with the n-th of the given answers, and all later ones with the last answer. */
function inTurn(...answers: ((response: ServerResponse, request: IncomingMessage) => void)[]) {
  const seen = { requests: 0 };
  const listener: RequestListener = (request, response) => {
    const answer = answers[Math.min(seen.requests++, answers.length - 1)];
    answer?.(response, request);
  };
  return { seen, listener };
}

const send =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
const good = send(200, '{"value":1,"further":"members are ignored"}');

function createClient(options: Partial<UpstreamClientOptions> = {}) {
  const budget = new RateBudget({ limit: 100, windowMs: 1_000 });
  const client = new UpstreamClient({
    name: 'venue-rest',
    budget,
    userAgent: 'crosstape-test',
    retries: 0,
    random: () => 0,
    ...options,
  });
  return { client, budget: options.budget ?? budget };
}

function read(
  client: UpstreamClient,
  url: string,
  signal = new AbortController().signal,
  priority: Priority = 'poll',
) {
  return client.read({ url, weight: 1, priority, signal }, wire);
}

function failsWith(failure: UpstreamFailure, details: { status?: number; message?: RegExp } = {}) {
  return (error: unknown) => {
    assert.ok(error instanceof UpstreamError, String(error));
    assert.equal(error.failure, failure);
    if (details.status !== undefined) assert.equal(error.status, details.status);
    if (details.message !== undefined) assert.match(error.message, details.message);
    return true;
  };
}

describe('UpstreamClient', () => {
  it('reads JSON that the schema accepts and names itself truthfully', async (t) => {
    let agent: string | undefined;
    const url = await upstream(t, (request, response) => {
      agent = request.headers['user-agent'];
      good(response);
    });
    const { client } = createClient();
    assert.equal((await read(client, url)).value, 1);
    assert.equal(agent, 'crosstape-test');
    assert.equal(client.getCounters().requests, 1);
    assert.equal(client.getCounters().failures, 0);
  });

  it('sends a body as JSON', async (t) => {
    let received = '';
    const url = await upstream(t, async (request, response) => {
      for await (const chunk of request) received += chunk;
      good(response);
    });
    const { client } = createClient();
    await client.read(
      {
        url,
        method: 'POST',
        body: { type: 'meta' },
        weight: 1,
        priority: 'poll',
        signal: new AbortController().signal,
      },
      wire,
    );
    assert.equal(received, '{"type":"meta"}');
  });

  const statuses: [number, UpstreamFailure][] = [
    [400, 'refused'],
    [403, 'blocked'],
    [404, 'not_found'],
    [408, 'server'],
    [422, 'refused'],
    [425, 'server'],
    [429, 'rate_limited'],
    [451, 'blocked'],
    [500, 'server'],
    [503, 'server'],
  ];
  for (const [status, failure] of statuses) {
    it(`calls HTTP ${status} ${failure}`, async (t) => {
      const listening = await upstream(t, (_request, response) => send(status, '<html>no</html>')(response));
      const { client } = createClient();
      await assert.rejects(read(client, `${listening}/path?secret=1`), failsWith(failure, { status }));
      assert.equal(client.getCounters().failures, 1);
      assert.equal(client.getCounters().blocked, failure === 'blocked');
    });
  }

  it('names scheme, host and path of what failed, and not its query', async (t) => {
    const url = await upstream(t, (_request, response) => send(500, 'down')(response));
    await assert.rejects(read(createClient().client, `${url}/book?token=secret`), (error: unknown) => {
      assert.ok(error instanceof UpstreamError);
      assert.match(error.message, /venue-rest \(http:\/\/127\.0\.0\.1:\d+\/book\): HTTP 500 down/);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  });

  it('is no longer blocked once an answer comes again', async (t) => {
    const { listener } = inTurn(send(451, ''), good);
    const url = await upstream(t, listener);
    const { client } = createClient();
    await assert.rejects(read(client, url), failsWith('blocked'));
    await read(client, url);
    assert.equal(client.getCounters().blocked, false);
  });

  it('tries again after a failure that may pass', async (t) => {
    const { seen, listener } = inTurn(send(500, ''), (response) => response.destroy(), good);
    const url = await upstream(t, listener);
    const { client } = createClient({ retries: 2 });
    assert.equal((await read(client, url, undefined, 'book')).value, 1);
    assert.equal(seen.requests, 3);
    assert.equal(client.getCounters().failures, 2);
  });

  it('tries a poll again once only: the next poll is a further try', async (t) => {
    const { seen, listener } = inTurn(send(500, ''), send(500, ''), good);
    const url = await upstream(t, listener);
    await assert.rejects(read(createClient({ retries: 2 }).client, url), failsWith('server'));
    assert.equal(seen.requests, 2);
  });

  it('does not try again what would fail again', async (t) => {
    const { seen, listener } = inTurn(send(404, ''));
    const url = await upstream(t, listener);
    await assert.rejects(read(createClient({ retries: 2 }).client, url), failsWith('not_found'));
    assert.equal(seen.requests, 1);
  });

  it('waits as long as Retry-After says before it asks again', async (t) => {
    const times: number[] = [];
    const { listener } = inTurn(send(429, '', { 'retry-after': '1' }), good);
    const url = await upstream(t, (request, response) => {
      times.push(performance.now());
      listener(request, response);
    });
    await read(createClient({ retries: 1 }).client, url);
    assert.equal(times.length, 2);
    assert.ok(times[1]! - times[0]! >= 990, `${times}`);
  });

  it('waits as long as the body says where no header does', async (t) => {
    for (const [status, body, expected] of [
      [503, '{"error":"Trading is disabled","retry_after_seconds":42}', 42_000],
      [425, '{"error_msg":"restarting","retry_after_seconds":"79"}', 79_000],
      [429, '<p>retry_after_seconds</p>', null],
      [503, '{"retry_after_seconds":null}', null],
    ] as const) {
      const url = await upstream(t, (_, response) => send(status, body)(response));
      const { client } = createClient();
      await assert.rejects(read(client, url), (error: unknown) => {
        assert.ok(error instanceof UpstreamError);
        assert.equal(error.retryAfterMs, expected, body);
        return true;
      });
    }
  });

  it('has no more calls open at once than it may', async (t) => {
    const open: ServerResponse[] = [];
    let most = 0;
    const url = await upstream(t, (_, response) => {
      most = Math.max(most, open.push(response));
    });
    const { client } = createClient({ maxConcurrent: 2 });
    const reads = [1, 2, 3, 4, 5].map((n) => read(client, `${url}/${n}`));
    for (let left = reads.length; left > 0; left--) {
      while (open.length < Math.min(2, left)) await new Promise((next) => setImmediate(next));
      good(open.shift()!);
    }
    await Promise.all(reads);
    assert.equal(most, 2);
  });

  it('lets calls of one rank take turns at a budget that is short, and another rank go beside them', async (t) => {
    const arrived: string[] = [];
    const url = await upstream(t, (request, response) => {
      arrived.push(request.url!.slice(1));
      good(response);
    });
    // The first call waits once, although all other calls would find room immediately.
    const budget = new RateBudget({ limit: 100, windowMs: 1_000 });
    let asked = 0;
    budget.tryTake = () => (asked++ === 0 ? 30 : 0);
    const { client } = createClient({ budget });
    const ask = (name: string, priority: Priority) => read(client, `${url}/${name}`, undefined, priority);
    await Promise.all([ask('first', 'book'), ask('second', 'book'), ask('poll', 'poll')]);
    assert.deepEqual(arrived.slice(0, 1), ['poll']);
    assert.equal(asked, 4);
    assert.deepEqual(arrived.toSorted(), ['first', 'poll', 'second']);
  });

  it('keeps the least time between calls that waited for a slow one', async (t) => {
    const arrivals: number[] = [];
    const url = await upstream(t, (_, response) => {
      arrivals.push(performance.now());
      setTimeout(() => good(response), arrivals.length === 1 ? 250 : 0);
    });
    const budget = new RateBudget({ limit: 100, windowMs: 1_000, spacingMs: 60 });
    const { client } = createClient({ budget, maxConcurrent: 1 });
    await Promise.all([1, 2, 3, 4].map((n) => read(client, `${url}/${n}`)));
    const apart = arrivals.slice(1).map((at, i) => at - arrivals[i]!);
    // The interval may be shorter than the spacing by the time that a call takes to arrive, but never by half of it.
    assert.ok(Math.min(...apart) > 30, apart.join());
  });

  it('holds back every call of the venue after a 429, and names to a caller at once a wait beyond its patience', async (t) => {
    const { seen, listener } = inTurn(send(429, '', { 'retry-after': '120' }));
    const url = await upstream(t, listener);
    const { client, budget } = createClient({ retries: 2 });
    await assert.rejects(read(client, url), (error: unknown) => {
      assert.ok(error instanceof UpstreamError);
      assert.equal(error.failure, 'rate_limited');
      assert.equal(error.retryAfterMs, 120_000);
      return true;
    });
    assert.equal(seen.requests, 1);
    assert.ok(budget.tryTake(1, 'poll') > 119_000);
    await assert.rejects(read(client, `${url}/other`, undefined, 'book'), failsWith('budget_exhausted'));
    assert.equal(seen.requests, 1);
  });

  it('refuses bodies that are not JSON, and those that the schema refuses, and counts them', async (t) => {
    const { listener } = inTurn(send(200, '{"value":1'), send(200, '{"value":"1"}'));
    const url = await upstream(t, listener);
    const { client } = createClient();
    await assert.rejects(read(client, url), failsWith('malformed', { message: /not JSON/ }));
    await assert.rejects(read(client, url), failsWith('malformed', { message: /answer \/value/ }));
    const { schemaFailures, lastSchemaFailure } = client.getCounters();
    assert.equal(schemaFailures, 2);
    assert.match(lastSchemaFailure ?? '', /^answer \/value: /);
  });

  it('refuses an answer that is too large, announced or not', async (t) => {
    const body = JSON.stringify({ value: 1, padding: 'x'.repeat(5_000) });
    const { listener } = inTurn(send(200, body, { 'content-length': String(body.length) }), (response) => {
      response.write(body.slice(0, 3_000));
      response.end(body.slice(3_000));
    });
    const url = await upstream(t, listener);
    const { client } = createClient({ maxBytes: 1_000 });
    await assert.rejects(read(client, url), failsWith('too_large'));
    await assert.rejects(read(client, url), failsWith('too_large'));
  });

  it('calls a reset connection, before or within the body, a network failure', async (t) => {
    const { listener } = inTurn(
      (response) => response.destroy(),
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"value"', () => response.destroy());
      },
    );
    const url = await upstream(t, listener);
    const { client } = createClient();
    await assert.rejects(read(client, url), failsWith('network'));
    await assert.rejects(read(client, url), failsWith('network'));
  });

  it('does not follow redirects', async (t) => {
    const url = await upstream(t, (_request, response) =>
      send(308, '', { location: '/elsewhere?key=1' })(response),
    );
    await assert.rejects(
      read(createClient().client, url),
      (error: Error) =>
        failsWith('refused')(error) && /HTTP 308 \(moved to http:.*\/elsewhere\)/.test(error.message),
    );
  });

  it('gives up when no answer, or no whole answer, comes in time', async (t) => {
    const { listener } = inTurn(
      () => undefined,
      (response) => {
        response.writeHead(200);
        response.write('{');
      },
    );
    const url = await upstream(t, listener);
    const { client } = createClient({ timeoutMs: 50 });
    await assert.rejects(read(client, url), failsWith('timeout'));
    await assert.rejects(read(client, url), failsWith('timeout'));
  });

  it('stops when asked to, and does not count that as a failure', async (t) => {
    const abort = new AbortController();
    const url = await upstream(t, () => abort.abort());
    const { client } = createClient({ retries: 2 });
    await assert.rejects(read(client, url, abort.signal), failsWith('aborted'));
    assert.equal(client.getCounters().failures, 0);
  });

  it('stops waiting for its budget when asked to', async () => {
    const budget = new RateBudget({ limit: 1, windowMs: 10_000 });
    budget.tryTake(1, 'poll');
    const { client } = createClient({ budget });
    const abort = new AbortController();
    const reading = read(client, 'http://127.0.0.1:1/', abort.signal);
    abort.abort();
    await assert.rejects(reading, failsWith('aborted'));
  });

  it('asks once for equal reads in progress', async (t) => {
    const held: ServerResponse[] = [];
    const url = await upstream(t, (_request, response) => {
      held.push(response);
      setImmediate(() => good(response));
    });
    const { client } = createClient();
    const answers = await Promise.all([read(client, url), read(client, url), read(client, url)]);
    assert.deepEqual(
      answers.map(({ value }) => value),
      [1, 1, 1],
    );
    assert.equal(held.length, 1);
    await read(client, url);
    assert.equal(held.length, 2);
  });

  it('lets a shared read outlive the caller that began it', async (t) => {
    const first = new AbortController();
    const { seen, listener } = inTurn(() => first.abort(), good);
    const url = await upstream(t, listener);
    const { client } = createClient();
    const [began, joined] = await Promise.allSettled([read(client, url, first.signal), read(client, url)]);
    assert.equal(began.status, 'rejected');
    assert.deepEqual(joined, { status: 'fulfilled', value: { value: 1, further: 'members are ignored' } });
    assert.equal(seen.requests, 2);
  });

  it('lets a caller leave a shared read without stopping it for the others', async (t) => {
    const second = new AbortController();
    const url = await upstream(t, (_request, response) => {
      second.abort();
      setImmediate(() => good(response));
    });
    const { client } = createClient();
    const [began, joined] = await Promise.allSettled([read(client, url), read(client, url, second.signal)]);
    assert.equal(began.status, 'fulfilled');
    assert.equal(joined.status, 'rejected');
  });
});

describe('WireSchema', () => {
  it('names the member that does not fit', () => {
    assert.equal(wire.findProblem({ value: 1 }), null);
    assert.match(wire.findProblem({}) ?? '', /value/);
    assert.match(wire.findProblem({ value: null }) ?? '', /^ \/value: /);
    assert.equal(wire.accepts(null), false);
  });
});

describe('the used share of a budget', () => {
  it("is that of the venue's published limit, and of our own budget where it says how busy callers are", async (t) => {
    const url = await upstream(t, inTurn(good).listener);
    const budget = new RateBudget({ limit: 10, windowMs: 1_000, now: () => 0 });
    const { client } = createClient({ budget, ownShare: 0.5 });
    await read(client, url);
    assert.equal(client.getCounters().budgetUsedFrac, 0.05);
    assert.equal(client.getCounters().budgetUsedBesidePollsFrac, 0.1);
  });
});
