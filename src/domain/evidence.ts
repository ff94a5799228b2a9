/** First body that shows a problem in a venue's messages. */
export interface Evidence {
  /** Route or channel of the message: `GET /markets`, `ws ticker`. */
  readonly endpoint: string;
  /** Name or position of the row; null: the message is not a list, or the whole list is affected. */
  readonly row: string | null;
  /** Path of the member in our schema; null: no single member is affected. */
  readonly member: string | null;
  /** Value as JSON, at most 80 characters; null: the member is missing, or the answer is private. */
  readonly value: string | null;
}
