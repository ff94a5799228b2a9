import type { SqlRow, Statements } from '../statements.ts';
import { type AnswerLimit, limitTo, TIMEOUTS } from './connection.ts';
import { type Command, Replay } from './replay.ts';

type Ask = (command: Command, limit: AnswerLimit) => Promise<readonly SqlRow[]>;

type Method = (...values: readonly unknown[]) => unknown;

/**
 * Runs queries that are written for an engine which answers at once on a server. Each query runs again after every
 * read, with the answers so far. One query at a time uses a replay, and concurrent queries have one each.
 *
 * @param build Builds the queries over statements. Their methods return promises and only read.
 * @param ask Sends one command to the server, with the rest of the query's time as limit.
 */
export function replayQueries<Queries extends object>(
  build: (statements: Statements) => Queries,
  ask: Ask,
): Queries {
  const idle: { readonly replay: Replay; readonly queries: Queries }[] = [];
  const start = () => {
    const replay = new Replay();
    return { replay, queries: build(replay) };
  };
  const first = start();
  idle.push(first);
  const names = Object.keys(first.queries) as (keyof Queries & string)[];
  const replayed = names.map((name) => {
    const method = async (...values: readonly unknown[]) => {
      const used = idle.pop() ?? start();
      try {
        return await runQuery(used.replay, used.queries[name] as Method, values, ask);
      } finally {
        idle.push(used);
      }
    };
    return [name, method] as const;
  });
  return Object.fromEntries(replayed) as Queries;
}

async function runQuery(
  replay: Replay,
  query: Method,
  values: readonly unknown[],
  ask: Ask,
): Promise<unknown> {
  replay.begin();
  const deadline = performance.now() + TIMEOUTS.answerMs;
  for (;;) {
    const outcome = await replay.runLater(async () => await query(...values));
    if (outcome.done) return outcome.result;
    replay.answer(await ask(outcome.read, limitTo(deadline)));
  }
}
