import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { CrosstapeClient, type FollowAssetsFrame, type StreamEvent } from '../../client/src/index.ts';
import { STREAMED, startLive } from '../support/live-streams.ts';

test('followAssets goes on behind the last event after a cut, and misses none', async (t) => {
  const { app, url, say, pass } = await startLive(t);
  const sockets = new Set<Socket>();
  const asked: (string | undefined)[] = [];
  app.server.on('connection', (socket) => sockets.add(socket));
  app.server.on('request', (request) => asked.push(request.headers['last-event-id']?.toString()));
  const client = new CrosstapeClient({
    baseUrl: url,
    // While the reader is away, prices change.
    wait: async () => {
      for (const price of [102, 103]) {
        say(price);
        await pass(300);
      }
    },
  });
  const stream = client.followAssets({ assets: [STREAMED.asset], kinds: ['quote'] });
  const read = async (): Promise<StreamEvent<FollowAssetsFrame>> => {
    const { value } = await stream.next();
    assert.ok(value, 'the stream ended');
    return value;
  };
  const describe = (event: StreamEvent<FollowAssetsFrame>) => {
    if (event.kind !== 'frame') return event.kind;
    return event.data.type === 'quote' ? event.data.price : event.data.type;
  };
  assert.deepEqual([describe(await read()), describe(await read())], [100, 'ready']);
  say(101);
  await pass(50);
  const last = await read();
  assert.equal(describe(last), 101);
  for (const socket of sockets) socket.destroy();
  assert.equal(describe(await read()), 'reconnecting');
  assert.equal(describe(await read()), 'ready');
  await pass(50);
  assert.deepEqual([describe(await read()), describe(await read())], [102, 103]);
  assert.deepEqual(asked, [undefined, last.kind === 'frame' ? last.id : null]);
  await stream.return();
});
