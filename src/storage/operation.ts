/**
 * A named unit of work over rows that is stored whole or not at all. It loads rows by key, decides, and stores rows,
 * all through the row methods that it is given; it holds no SQL, so every engine runs the same one.
 *
 * It is a function of its rows and its argument alone: no clock, no randomness, no I/O. An engine may run it again,
 * after its group was rolled back or with rows that it had not loaded yet. Throwing undoes its writes.
 */
export interface Operation<Rows, Argument, Result> {
  /** Name of the operation, unique in the service: engines that run operations in another thread find them by it. */
  readonly name: string;
  readonly run: (rows: Rows, argument: Argument) => Result;
}

/** @param run Argument and result cross threads, so they are plain data. */
export function operation<Rows, Argument, Result>(
  name: string,
  run: (rows: Rows, argument: Argument) => Result,
): Operation<Rows, Argument, Result> {
  return { name, run };
}
