/** An answer at once, or later where another process gives it. */
export type Soon<T> = T | Promise<T>;

/** Continues with an answer; at once when it is there, so that work within this process waits for no turn. */
export function after<A, B>(answer: Soon<A>, next: (answer: A) => Soon<B>): Soon<B> {
  return answer instanceof Promise ? answer.then(next) : next(answer);
}
