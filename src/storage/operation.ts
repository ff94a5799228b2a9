/**
 * A named unit of work on rows that is stored completely or not at all. It loads rows by key, decides, and stores rows,
 * all through the row methods that it receives. It contains no SQL, so every engine runs the same one.
 *
 * Its result depends only on its rows and its argument: no clock, no randomness, no I/O. An engine may run it again,
 * after its group was rolled back or with rows that it had not loaded yet. Throwing undoes its writes.
 */
export interface Operation<Rows, Argument, Result> {
  /** Name of the operation, unique in the service. Engines that run operations in another thread find them by name. */
  readonly name: string;
  readonly run: (rows: Rows, argument: Argument) => Result;
}

/** Defines an operation. @param run Function of plain data, because argument and result cross threads. */
export function operation<Rows, Argument, Result>(
  name: string,
  run: (rows: Rows, argument: Argument) => Result,
): Operation<Rows, Argument, Result> {
  return { name, run };
}
