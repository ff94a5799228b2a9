/** Calls to a thread that wait for its replies, by number. */
export class PendingCalls<Result> {
  readonly #calls = new Map<number, PromiseWithResolvers<Result>>();
  #lastId = 0;

  /** Number of calls without a reply. */
  get size(): number {
    return this.#calls.size;
  }

  /** Registers a call. @returns The number that its reply must contain, and the result. */
  add(): { readonly id: number; readonly result: Promise<Result> } {
    const id = ++this.#lastId;
    const call = Promise.withResolvers<Result>();
    this.#calls.set(id, call);
    return { id, result: call.promise };
  }

  /** Resolves a call. A reply to a call that has been rejected is ignored. */
  resolve(id: number, result: Result): void {
    this.#take(id)?.resolve(result);
  }

  reject(id: number, error: Error): void {
    this.#take(id)?.reject(error);
  }

  /** Rejects all calls, because the thread has ended and will not reply. */
  rejectAll(error: Error): void {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const { reject } of calls) reject(error);
  }

  #take(id: number): PromiseWithResolvers<Result> | undefined {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    return call;
  }
}
