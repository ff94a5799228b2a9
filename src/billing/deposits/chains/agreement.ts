import { createPassingFault } from './watch-fault.ts';

/** An answer together with the node that gave it. */
export interface NodeAnswer<T> {
  /** Scheme and host of the node. */
  readonly node: string;
  readonly answer: T;
}

/** Sends the same request to all nodes. */
export function askAll<Node extends { readonly shownUrl: string }, T>(
  nodes: readonly Node[],
  ask: (node: Node) => Promise<T>,
): Promise<NodeAnswer<T>[]> {
  return Promise.all(nodes.map(async (node) => ({ node: node.shownUrl, answer: await ask(node) })));
}

/**
 * Returns the answer on which all nodes agree.
 *
 * @param what Subject of the error message: `transaction abc`.
 * @param toText Returns the part of an answer that must be equal on all nodes.
 * @throws {WatchFaultError} when two answers differ.
 */
export function requireSame<T>(
  answers: readonly NodeAnswer<T>[],
  what: string,
  toText: (answer: T) => string,
): T {
  const [first, ...others] = answers as [NodeAnswer<T>, ...NodeAnswer<T>[]];
  const expected = toText(first.answer);
  const other = others.find(({ answer }) => toText(answer) !== expected);
  if (other !== undefined) throw createPassingFault(`${first.node} and ${other.node} disagree about ${what}`);
  return first.answer;
}

/**
 * Runs `work` for every element of a list, even if one of them fails. @throws The first failure, after all have run.
 */
export async function runAll<One>(all: readonly One[], work: (one: One) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all) {
    await work(one).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Finds the first node that is further behind the newest one than allowed; null: none. */
export function findLaggard(
  answers: readonly NodeAnswer<number>[],
  maxLag: number,
): { readonly node: string; readonly newest: number } | null {
  const newest = Math.max(...answers.map(({ answer }) => answer));
  const late = answers.find(({ answer }) => newest - answer > maxLag);
  return late === undefined ? null : { node: late.node, newest };
}
