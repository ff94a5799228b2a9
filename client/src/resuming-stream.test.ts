import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CrosstapeError } from './errors.ts';
import {
  type ResumingStreamParts,
  resumingStream,
  type StreamEvent,
  type StreamOptions,
} from './resuming-stream.ts';

type Connection = string | CrosstapeError;

/** Streams that say the given texts one after another, the ids asked for, and the waits between them. */
function scripted(connections: readonly Connection[]) {
  const asked: string[] = [];
  const waits: number[] = [];
  const parts: ResumingStreamParts = {
    connect: async (lastEventId) => {
      const next = connections[asked.length];
      asked.push(lastEventId);
      if (next === undefined)
        throw new CrosstapeError({ code: 'asset_not_found', message: 'end', status: 404 });
      if (next instanceof CrosstapeError) throw next;
      return new Response(next);
    },
    wait: async (ms) => {
      waits.push(ms);
    },
    random: () => 1,
  };
  return { parts, asked, waits };
}

/** Everything that a stream yields until it throws the error of the last connection. */
async function collect(parts: ResumingStreamParts, options?: StreamOptions): Promise<StreamEvent<unknown>[]> {
  const events: StreamEvent<unknown>[] = [];
  await assert.rejects(async () => {
    for await (const event of resumingStream(parts, options)) events.push(event);
  }, CrosstapeError);
  return events;
}

const frames = (events: StreamEvent<unknown>[]) =>
  events.map((event) => (event.kind === 'frame' ? event.data : event.kind));

test('a broken stream continues behind the last frame that was read', async () => {
  const { parts, asked } = scripted(['id: r-1\ndata: 1\n\nid: r-2\ndata: 2\n\n', 'id: r-3\ndata: 3\n\n']);
  const events = await collect(parts);
  assert.deepEqual(frames(events), [1, 2, 'reconnecting', 3, 'reconnecting']);
  assert.deepEqual(asked, ['', 'r-2', 'r-3']);
});

test('a place without data counts for resuming and is not shown', async () => {
  const { parts, asked } = scripted(['id: r-9\n\n']);
  assert.deepEqual(frames(await collect(parts)), ['reconnecting']);
  assert.deepEqual(asked, ['', 'r-9']);
});

test('lost frames are reported', async () => {
  const { parts } = scripted(['event: resync\ndata: {"lastEventId":"old-4"}\n\nid: r-1\ndata: 1\n\n']);
  const [first, second] = await collect(parts, { lastEventId: 'old-4' });
  assert.deepEqual(first, { kind: 'resync', lastEventId: 'old-4' });
  assert.deepEqual(second, { kind: 'frame', id: 'r-1', data: 1 });
});

test('waits double from the hint of the service up to 30 s, and begin anew after a frame', async () => {
  const down = new CrosstapeError({ code: 'network', message: 'down' });
  const { parts, waits } = scripted(['retry: 5000\n\n', down, down, down, down, 'data: 1\n\n']);
  await collect(parts);
  assert.deepEqual(waits, [5_000, 10_000, 20_000, 30_000, 30_000, 5_000]);
});

test('the wait that a refusal asks for is kept', async () => {
  const full = new CrosstapeError({
    code: 'too_many_streams',
    message: 'full',
    status: 429,
    retryAfterMs: 30_000,
  });
  const { parts, waits } = scripted([full]);
  const [event] = await collect(parts);
  assert.deepEqual(waits, [30_000]);
  assert.equal(event?.kind === 'reconnecting' && event.error.code, 'too_many_streams');
});

test('a refusal that waiting does not mend ends the stream at once', async () => {
  const { parts, waits } = scripted([]);
  assert.deepEqual(await collect(parts), []);
  assert.deepEqual(waits, []);
});

test('the last of too many tries is thrown', async () => {
  const down = new CrosstapeError({ code: 'network', message: 'down' });
  const { parts } = scripted([down, down, down, down]);
  assert.equal((await collect(parts, { maxAttempts: 3 })).length, 2);
});

test('a frame that is not JSON ends the stream', async () => {
  const { parts } = scripted(['data: {\n\n', 'data: 1\n\n']);
  assert.deepEqual(await collect(parts), []);
});

test('silence, heartbeats included, breaks the connection and makes a new one', async () => {
  const { parts } = scripted(['data: 2\n\n']);
  let cancelled = false;
  const silent = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    cancel: () => {
      cancelled = true;
    },
  });
  let isFirst = true;
  const connect: ResumingStreamParts['connect'] = (lastEventId, signal) => {
    if (!isFirst) return parts.connect(lastEventId, signal);
    isFirst = false;
    return Promise.resolve(new Response(silent));
  };
  const events = await collect({ ...parts, connect }, { silenceMs: 20 });
  assert.deepEqual(frames(events), [1, 'reconnecting', 2, 'reconnecting']);
  assert.equal(events[1]?.kind === 'reconnecting' && events[1].error.code, 'stream_silent');
  assert.equal(cancelled, true);
});

test('leaving the loop gives up the connection', async () => {
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    cancel: () => {
      cancelled = true;
    },
  });
  const { parts } = scripted([]);
  for await (const event of resumingStream({ ...parts, connect: async () => new Response(endless) })) {
    assert.equal(event.kind, 'frame');
    break;
  }
  assert.equal(cancelled, true);
});

test('an abort ends the loop without an error, during a wait too', async () => {
  const { parts } = scripted(['data: 1\n\n']);
  const stop = new AbortController();
  const seen: string[] = [];
  for await (const event of resumingStream(parts, { signal: stop.signal })) {
    seen.push(event.kind);
    if (event.kind === 'reconnecting') stop.abort();
  }
  assert.deepEqual(seen, ['frame', 'reconnecting']);
});
