/** One row of the table of a drill. */
export interface DrillResult {
  readonly what: string;
  readonly found: string;
  readonly bar: string;
  readonly isHeld: boolean;
}
