/** The first body that shows what is wrong with a venue's messages. */
export interface Evidence {
  /** Route or channel of the message: `GET /markets`, `ws ticker`. */
  readonly endpoint: string;
  /** Name or position of the row; null: the message is no list, or the whole list is meant. */
  readonly row: string | null;
  /** Path of the member in our schema; null: no single member is meant. */
  readonly member: string | null;
  /** The value as JSON, 80 characters at most; null: the member is missing, or the answer is private. */
  readonly value: string | null;
}
