import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processAnomalies } from '../anomalies/process-anomalies.ts';
import { InstallationStatus, type ProcessTable } from './installation-status.ts';
import type { KnownProcess, ProcessStatus } from './process-status.ts';
import { findStatus } from './process-status.ts';

const STATUS: ProcessStatus = {
  failedWrites: 0,
  lockHolder: null,
  disk: null,
  linksDigest: null,
  isRedisUp: true,
  deposits: null,
  bot: null,
};

/** Opens a table with one other process, which answers while it is up. */
function openBoard(other: Partial<KnownProcess>) {
  let now = 0;
  let own: ProcessStatus | null = null;
  const table = {
    isUp: true as boolean,
    left: false as boolean,
    exchange: async (status: ProcessStatus) => {
      if (!table.isUp) throw new Error('the database is away');
      own = status;
      const known = { role: 'api', version: '1', seenMs: 0, status: STATUS };
      return [
        { ...known, id: 'api@here:1', status },
        { ...known, id: 'api@here:2', ...other },
      ];
    },
    leave: async () => {
      table.left = true;
    },
  } satisfies ProcessTable & { isUp: boolean; left: boolean };
  const board = new InstallationStatus({ table, id: 'api@here:1', now: () => now, onError: () => undefined });
  return {
    table,
    board,
    own: () => own,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const listCodes = (board: InstallationStatus) => {
  const findings = board.findings();
  return findings === null ? null : processAnomalies(findings).map(({ code }) => code);
};

test('a process that is the whole installation knows no other process', async () => {
  const board = new InstallationStatus({
    table: null,
    id: 'all@here:1',
    now: () => 0,
    onError: () => undefined,
  });
  await board.start();
  assert.deepEqual([board.processes(), board.findings(), board.others()], [null, null, []]);
  await board.stop();
});

test('what the parts of a process know is joined; a part that fails says nothing', async () => {
  const { board, own, table } = openBoard({});
  board.add(async () => ({ failedWrites: 3 }));
  board.add(async () => {
    throw new Error('the database is away');
  });
  await board.start();
  assert.deepEqual(own(), { ...STATUS, failedWrites: 3, isRedisUp: null });
  assert.deepEqual(board.others(), [STATUS]);
  await board.stop();
  assert.ok(table.left);
});

test('a process that was not heard of for more than 20 s is silent, and what it said counts no more', async (t) => {
  const { board, pass } = openBoard({ seenMs: 19_000 });
  await board.start();
  t.after(() => board.stop());
  assert.deepEqual(listCodes(board), []);
  pass(1_001);
  assert.deepEqual(listCodes(board), ['process_silent']);
  assert.deepEqual(board.others(), []);
  // Without the table no process can be heard of.
  pass(10_000);
  assert.deepEqual([listCodes(board), board.findings()?.isDatabaseUp], [[], false]);
});

test('processes that share limits are those that were heard of when the table was last read', async (t) => {
  const { board, pass } = openBoard({ seenMs: 19_000 });
  await board.start();
  t.after(() => board.stop());
  assert.equal(board.countRunning('api'), 2);
  assert.equal(board.countRunning('feed,bot'), 0);
  // Nothing is known of any process since then.
  pass(60_000);
  assert.equal(board.countRunning('api'), 2);
  const other = openBoard({ seenMs: 20_001 });
  await other.board.start();
  t.after(() => other.board.stop());
  assert.equal(other.board.countRunning('api'), 1);
});

test('different links, and a Redis that does not answer one of them, are named', async (t) => {
  const { board } = openBoard({ status: { ...STATUS, linksDigest: 'a', isRedisUp: false } });
  await board.start();
  t.after(() => board.stop());
  assert.deepEqual(listCodes(board), ['links_differ']);
  assert.deepEqual(board.findings()?.withoutRedis, ['api@here:2']);
});

test('a status of another form is left out, not believed', () => {
  assert.deepEqual(findStatus(JSON.stringify(STATUS)), STATUS);
  for (const text of ['', '{', 'null', '{}', JSON.stringify({ ...STATUS, failedWrites: 'many' })]) {
    assert.equal(findStatus(text), null, text);
  }
});
