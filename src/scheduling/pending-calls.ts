/** Calls to a thread that await its replies, by number. */
export class PendingCalls<Result> {
  readonly #calls = new Map<number, PromiseWithResolvers<Result>>();
  #lastId = 0;

  /** Calls without a reply. */
  get size(): number {
    return this.#calls.size;
  }

  /** Registers a call. @returns The number that its reply must name, and the result. */
  add(): { readonly id: number; readonly result: Promise<Result> } {
    const id = ++this.#lastId;
    const call = Promise.withResolvers<Result>();
    this.#calls.set(id, call);
    return { id, result: call.promise };
  }

  /** A reply to a call that was rejected meanwhile changes nothing. */
  resolve(id: number, result: Result): void {
    this.#take(id)?.resolve(result);
  }

  reject(id: number, error: Error): void {
    this.#take(id)?.reject(error);
  }

  /** Rejects all calls: the thread has ended and replies to nothing any more. */
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
