/** One step of the schema. Its number is its place in the list; what was released is never changed. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}
