import type { HistoryStore } from '../../src/history/contract/history-store.ts';

export interface CountingHistory {
  /** The store, every call of which is counted. */
  readonly history: HistoryStore;
  /** Removes and returns the names of the counted calls, in their order. */
  takeCalls(): string[];
}

/** Counts what callers ask of a store; what the store asks of itself does not count. */
export function countCalls(store: HistoryStore): CountingHistory {
  let calls: string[] = [];
  const history = new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        calls.push(String(name));
        return Reflect.apply(member, target, args);
      };
    },
  });
  return {
    history,
    takeCalls() {
      const taken = calls;
      calls = [];
      return taken;
    },
  };
}
