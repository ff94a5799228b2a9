/** An answer of a simulated venue. */
export interface Answer {
  readonly status: number;
  readonly body: object;
}
