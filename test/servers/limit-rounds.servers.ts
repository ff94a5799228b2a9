import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LimitProcesses, measureLosses, measureOvershoot } from '../simulation/limit-rounds.ts';
import { openFaultyProxy } from './faulty-proxy.ts';
import { listEngines } from './postgres-engine.ts';
import { findRedis, RedisServer } from './redis-server.ts';

/** Three eighths of them are the rate. */
const ATTEMPTS = 1_600;
/** A busy machine makes every server slow. */
const answerMs = 20_000;
const [engine] = listEngines();
const [program] = findRedis();
const skip = engine === undefined || program === undefined ? 'no PostgreSQL, or no Redis or Valkey' : false;

test('three processes let nothing through beyond rate, quota and slots, and no more than was unwritten over losses', {
  skip,
}, async (t) => {
  if (engine === undefined || program === undefined) return;
  const databaseUrl = await engine.createDatabase(t);
  const server = await RedisServer.start(program);
  t.after(() => server.stop());
  const processes = await LimitProcesses.start({ databaseUrl, redisUrl: server.url, answerMs });
  t.after(() => processes.stop());
  assert.deepEqual(await measureOvershoot(processes, 600), { rate: 0, quota: 0, slots: 0, losses: 0 });
  const { overshoot, unwritten } = await measureLosses(processes, server, { forMs: 1_500, callers: 2 });
  assert.ok(overshoot <= unwritten, `${overshoot} beyond the quota, ${unwritten} unwritten`);
});

test('processes that are too busy to read an answer for longer than it may take let nothing through beyond their limits', {
  skip,
}, async (t) => {
  if (engine === undefined || program === undefined) return;
  const databaseUrl = await engine.createDatabase(t);
  const server = await RedisServer.start(program);
  t.after(() => server.stop());
  const processes = await LimitProcesses.start({ databaseUrl, redisUrl: server.url, answerMs: 500 });
  t.after(() => processes.stop());
  assert.deepEqual(await measureOvershoot(processes, 1_600, { busyMs: 600 }), {
    rate: 0,
    quota: 0,
    slots: 0,
    losses: 0,
  });
});

for (const delayMs of [200, 1_000, 3_000]) {
  test(`Redis that answers ${delayMs} ms late lets no more through than one window beyond a rate`, {
    skip,
  }, async (t) => {
    if (engine === undefined || program === undefined) return;
    const databaseUrl = await engine.createDatabase(t);
    const server = await RedisServer.start(program);
    t.after(() => server.stop());
    const proxy = await openFaultyProxy(new URL(server.url));
    t.after(() => proxy.close());
    const processes = await LimitProcesses.start({ databaseUrl, redisUrl: proxy.url, answerMs: 500 });
    t.after(() => processes.stop());
    proxy.delayAnswers(delayMs);
    const { rate, slots } = await measureOvershoot(processes, ATTEMPTS);
    t.diagnostic(`${rate} beyond a rate of ${ATTEMPTS * 0.375}, ${slots} beyond 5 streams`);
    assert.ok(rate <= ATTEMPTS * 0.375, `${rate} beyond the rate`);
  });
}

test('control: three processes that count for themselves let more through than each limit', {
  skip,
}, async (t) => {
  if (engine === undefined) return;
  const databaseUrl = await engine.createDatabase(t);
  const processes = await LimitProcesses.start({ databaseUrl, redisUrl: null, answerMs });
  t.after(() => processes.stop());
  const { rate, quota, slots } = await measureOvershoot(processes, 600);
  assert.ok(rate > 0 && quota > 0 && slots > 0, JSON.stringify({ rate, quota, slots }));
});
