/** A result that is available immediately, or a promise when another process computes it. */
export type Soon<T> = T | Promise<T>;

/** Continues with a result, without waiting for a turn of the event loop when the result is available. */
export function after<A, B>(answer: Soon<A>, next: (answer: A) => Soon<B>): Soon<B> {
  return answer instanceof Promise ? answer.then(next) : next(answer);
}
