import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SqlRow, Statements } from '../statements.ts';
import { replayQueries } from './queries.ts';
import { type Command, Replay } from './replay.ts';

const READ = 'SELECT n FROM t WHERE id = ?';
const WRITE = 'UPDATE t SET n = ? WHERE id = ?';

/** Serves a table that answers one read at a time, and records what was sent. */
function serve(rows: Record<string, number>) {
  const sent: Command[] = [];
  const answer = ({ sql, values }: Command): readonly SqlRow[] => {
    sent.push({ sql, values });
    if (sql === WRITE) {
      rows[String(values[1])] = Number(values[0]);
      return [];
    }
    const n = rows[String(values[0])];
    return n === undefined ? [] : [{ n }];
  };
  return { rows, sent, answer };
}

function runWhole<Result>(
  replay: Replay,
  operation: (tx: Statements) => Result,
  server: ReturnType<typeof serve>,
) {
  replay.begin();
  for (let runs = 1; ; runs += 1) {
    const outcome = replay.run(() => operation(replay));
    if (outcome.done) {
      for (const write of replay.takeWrites()) server.answer(write);
      return { result: outcome.result, runs };
    }
    for (const write of outcome.writes) server.answer(write);
    replay.answer(server.answer(outcome.read));
  }
}

const read = (tx: Statements, id: string) => Number(tx.get(READ).get(id)?.n ?? 0);
const move = (tx: Statements, from: string, to: string, amount: number) => {
  const [left, right] = [read(tx, from), read(tx, to)];
  tx.get(WRITE).run(left - amount, from);
  tx.get(WRITE).run(right + amount, to);
  return read(tx, from) + read(tx, to);
};

test('an operation runs again until its reads are answered, and stores once', () => {
  const server = serve({ a: 10, b: 1 });
  const replay = new Replay();
  const { result, runs } = runWhole(replay, (tx) => move(tx, 'a', 'b', 4), server);
  assert.equal(result, 11, 'it reads what it wrote');
  assert.equal(runs, 5, 'one run for each of four reads, and the last');
  assert.deepEqual(server.rows, { a: 6, b: 5 });
  assert.equal(server.sent.filter(({ sql }) => sql === WRITE).length, 2, 'no write is sent twice');
});

test('writes go before the read that follows them, and the last ones wait for the end', () => {
  const server = serve({ a: 1 });
  const replay = new Replay();
  runWhole(
    replay,
    (tx) => {
      tx.get(WRITE).run(5, 'a');
      const seen = read(tx, 'a');
      tx.get(WRITE).run(seen + 1, 'a');
    },
    server,
  );
  assert.deepEqual(
    server.sent.map(({ sql, values }) => [sql === WRITE, values[0]]),
    [
      [true, 5],
      [false, 'a'],
      [true, 6],
    ],
  );
});

test('the next operation knows nothing of the one before', () => {
  const server = serve({ a: 1 });
  const replay = new Replay();
  assert.equal(runWhole(replay, (tx) => read(tx, 'a'), server).result, 1);
  server.rows.a = 2;
  assert.equal(runWhole(replay, (tx) => read(tx, 'a'), server).result, 2);
});

test('what an operation throws is its own; it cannot swallow the end of a run', () => {
  const server = serve({ a: 1 });
  const replay = new Replay();
  const refuse = (tx: Statements) => {
    if (read(tx, 'a') === 1) throw new RangeError('refused');
  };
  assert.throws(() => runWhole(replay, refuse, server), RangeError);
  const swallow = (tx: Statements) => {
    try {
      return read(tx, 'a');
    } catch {
      return -1;
    }
  };
  assert.equal(runWhole(replay, swallow, server).result, 1);
});

test('an operation that goes another way when it runs again is a fault', () => {
  const server = serve({ a: 1, b: 2 });
  let runs = 0;
  const waver = (tx: Statements) => {
    runs += 1;
    tx.get(runs === 1 ? READ : `${READ} LIMIT 1`).get('a');
    read(tx, 'b');
  };
  assert.throws(() => runWhole(new Replay(), waver, server), /read another statement/);
});

test('queries side by side are answered each with its own answers', async () => {
  const server = serve({ a: 1, b: 2, c: 3 });
  let open = 0;
  let most = 0;
  const queries = replayQueries(
    (statements) => ({
      sum: async (first: string, second: string) => read(statements, first) + read(statements, second),
      fail: async () => {
        throw new TypeError(`no ${read(statements, 'a')}`);
      },
    }),
    async (command) => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return server.answer(command);
    },
  );
  assert.deepEqual(
    await Promise.all([queries.sum('a', 'b'), queries.sum('b', 'c'), queries.sum('c', 'a')]),
    [3, 5, 4],
  );
  assert.equal(most, 3);
  await assert.rejects(queries.fail(), new TypeError('no 1'));
  assert.equal(await queries.sum('a', 'a'), 2);
});
