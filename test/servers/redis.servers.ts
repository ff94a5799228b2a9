import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openRedis, type Redis, RedisUnavailableError } from '../../src/storage/redis/redis.ts';
import { StorageFormatError, StorageUnavailableError } from '../../src/storage/service-database.ts';
import { findFreePort } from './free-port.ts';
import { becomes, startSlowProxy } from './redis-bench.ts';
import { findRedis, type RedisProgram, RedisServer } from './redis-server.ts';

async function startServer(t: TestContext, program: RedisProgram, settings: readonly string[] = []) {
  const server = await RedisServer.start(program, settings);
  t.after(() => server.stop());
  return server;
}

async function open(t: TestContext, url: string, tag = 'test'): Promise<Redis> {
  const redis = await openRedis({ url, tag });
  t.after(() => redis.close());
  return redis;
}

for (const program of findRedis()) {
  const check = (name: string, body: (t: TestContext) => Promise<void>) =>
    test(`${program.name}: ${name}`, body);

  check('commands are answered, and keys begin with the installation', async (t) => {
    const redis = await open(t, (await startServer(t, program)).url);
    assert.equal(redis.key('rl', '{bot}'), 'crosstape:test:rl:{bot}');
    await redis.ask((client) => client.set(redis.key('a'), '1'));
    assert.equal(await redis.ask((client) => client.get(redis.key('a'))), '1');
  });

  check(
    'a command that the key does not take is a fault of its caller, and ends no connection',
    async (t) => {
      const redis = await open(t, (await startServer(t, program)).url);
      await redis.ask((client) => client.set('a', 'text'));
      await assert.rejects(
        redis.ask((client) => client.lPush('a', 'b')),
        /WRONGTYPE/,
      );
      assert.equal(redis.isUp, true);
      assert.equal(redis.generation, 1);
    },
  );

  check('a lost server fails commands at once, and comes back by itself', async (t) => {
    const server = await startServer(t, program);
    const redis = await open(t, server.url);
    const changes: boolean[] = [];
    redis.onChange((isUp) => changes.push(isUp));
    await server.kill();
    await becomes(redis, false);
    await assert.rejects(
      redis.ask((client) => client.get('a')),
      RedisUnavailableError,
    );
    await server.restart();
    await becomes(redis, true);
    assert.equal(redis.generation, 2);
    assert.deepEqual(changes, [false, true]);
  });

  check('an emptied server begins a new generation, although the connection holds', async (t) => {
    const server = await startServer(t, program);
    const redis = await open(t, server.url);
    const forgotten = new Promise<void>((resolve) => redis.onForgotten(resolve));
    await server.run('FLUSHALL');
    await forgotten;
    assert.deepEqual([redis.isUp, redis.generation], [true, 2]);
  });

  check('a server that stops answering holds a command no longer than its limit', async (t) => {
    const server = await startServer(t, program);
    const redis = await open(t, server.url);
    server.freeze();
    const from = performance.now();
    const waiting = Array.from({ length: 20 }, () => redis.ask((client) => client.get('a')));
    const answers = await Promise.allSettled(waiting);
    assert.ok(answers.every(({ status }) => status === 'rejected'));
    assert.ok(performance.now() - from < 1_000, `${performance.now() - from} ms`);
    assert.equal(redis.isUp, false, 'the next command does not wait');
    server.thaw();
    await becomes(redis, true);
  });

  check('a server that answers after two seconds is away until it is quick again', async (t) => {
    const proxy = await startSlowProxy(t, (await startServer(t, program)).port);
    const redis = await open(t, proxy.url);
    proxy.delay(2_000);
    await becomes(redis, false);
    proxy.delay(0);
    await becomes(redis, true);
    assert.equal(await redis.ask((client) => client.ping()), 'PONG');
  });

  check('a full server is away until it has room', async (t) => {
    const server = await startServer(t, program);
    const redis = await open(t, server.url);
    await server.run('CONFIG', 'SET', 'maxmemory', '1');
    await assert.rejects(
      redis.ask((client) => client.set('a', '1')),
      RedisUnavailableError,
    );
    assert.match(redis.downBecause ?? '', /OOM/);
    await server.run('CONFIG', 'SET', 'maxmemory', '0');
    await becomes(redis, true);
  });

  check('a read-only server is refused at the start, and one that becomes so is away', async (t) => {
    const server = await startServer(t, program);
    const redis = await open(t, server.url);
    await server.run('REPLICAOF', '127.0.0.1', String(await findFreePort()));
    await becomes(redis, false);
    await assert.rejects(openRedis({ url: server.url, tag: 'test' }), (error) => {
      assert.ok(error instanceof StorageFormatError);
      assert.match(error.message, /READONLY/);
      return true;
    });
    await server.run('REPLICAOF', 'NO', 'ONE');
    await becomes(redis, true);
  });

  check('a wrong password and a cluster are refused at once', async (t) => {
    const secret = await startServer(t, program, ['--requirepass', 'secret']);
    await assert.rejects(openRedis({ url: secret.url, tag: 'test' }), StorageFormatError);
    const wrong = secret.url.replace('//', '//:wrong@');
    await assert.rejects(openRedis({ url: wrong, tag: 'test' }), StorageFormatError);
    await open(t, secret.url.replace('//', '//:secret@'));
    const cluster = await startServer(t, program, ['--cluster-enabled', 'yes']);
    await assert.rejects(openRedis({ url: cluster.url, tag: 'test' }), /cluster/);
  });

  check('a blocking read has a connection of its own, and holds no other command', async (t) => {
    const redis = await open(t, (await startServer(t, program)).url);
    const reader = redis.isolate();
    await becomes(reader, true);
    const reading = reader.ask((client) => client.xRead({ key: 's', id: '$' }, { BLOCK: 10_000 }), 11_000);
    await redis.ask((client) => client.ping());
    // Until the read has begun, what is added is not seen.
    let answer: Awaited<typeof reading> | undefined;
    reading.then((read) => {
      answer = read;
    });
    while (answer === undefined) await redis.ask((client) => client.xAdd('s', '*', { a: '1' }));
    assert.deepEqual({ ...answer?.[0]?.messages[0]?.message }, { a: '1' });
    redis.close();
    assert.equal(reader.isUp, false);
  });
}

test('a server that is not there is waited for, and then named', { timeout: 30_000 }, async () => {
  const url = `redis://127.0.0.1:${await findFreePort()}`;
  await assert.rejects(openRedis({ url, tag: 'test' }), (error) => {
    assert.ok(error instanceof StorageUnavailableError);
    assert.match(error.message, /does not answer/);
    return true;
  });
});
