/** One message of an event stream. */
export interface StreamMessage {
  /** `message` when the block names no other. */
  readonly event: string;
  /** null: the block carries no data, only a new place or a new waiting time. */
  readonly data: string | null;
  /** The place to resume from after this block; '' when the stream has none. */
  readonly lastEventId: string;
  /** A new waiting time before reconnecting, when the block sets one. */
  readonly retryMs: number | null;
}
/**
 * Reads the text of an event stream piece by piece (HTML standard, 9.2.6). Pieces may be cut anywhere.
 *
 * @throws {RangeError} when a block does not end.
 */
export declare class EventStreamParser {
  #private;
  constructor(lastEventId?: string);
  push(piece: string): StreamMessage[];
}
