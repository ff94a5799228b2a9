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

/** A block longer than this is not from a service of this kind. */
const MAX_BLOCK_LENGTH = 16 * 1024 * 1024;
const LINE_BREAK = /[\r\n]/g;

/**
 * Reads the text of an event stream piece by piece (HTML standard, 9.2.6). Pieces may be cut anywhere.
 *
 * @throws {RangeError} when a block does not end.
 */
export class EventStreamParser {
  #rest = '';
  #started = false;
  #event = '';
  #data: string[] = [];
  #lastEventId: string;
  #placeMoved = false;
  #retryMs: number | null = null;
  #blockLength = 0;

  constructor(lastEventId = '') {
    this.#lastEventId = lastEventId;
  }

  push(piece: string): StreamMessage[] {
    let text = this.#rest + piece;
    if (!this.#started && text !== '') {
      this.#started = true;
      if (text.startsWith('\uFEFF')) text = text.slice(1);
    }
    const messages: StreamMessage[] = [];
    let start = 0;
    for (let at = nextBreak(text, start); at !== -1; at = nextBreak(text, start)) {
      // A carriage return at the end may be half of a pair.
      if (text[at] === '\r' && at + 1 === text.length) break;
      const message = this.#line(text.slice(start, at));
      if (message !== null) messages.push(message);
      start = at + (text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1);
    }
    this.#rest = text.slice(start);
    if (this.#blockLength + this.#rest.length > MAX_BLOCK_LENGTH) {
      throw new RangeError(`an event of the stream is longer than ${MAX_BLOCK_LENGTH} characters`);
    }
    return messages;
  }

  #line(line: string): StreamMessage | null {
    if (line === '') return this.#endBlock();
    this.#blockLength += line.length;
    const colon = line.indexOf(':');
    if (colon === 0) return null;
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.#event = value;
    else if (field === 'data') this.#data.push(value);
    else if (field === 'id' && !value.includes('\0')) {
      this.#lastEventId = value;
      this.#placeMoved = true;
    } else if (field === 'retry' && /^\d+$/.test(value)) this.#retryMs = Number(value);
    return null;
  }

  #endBlock(): StreamMessage | null {
    const saysNothing = this.#data.length === 0 && !this.#placeMoved && this.#retryMs === null;
    const message: StreamMessage = {
      event: this.#event === '' ? 'message' : this.#event,
      data: this.#data.length === 0 ? null : this.#data.join('\n'),
      lastEventId: this.#lastEventId,
      retryMs: this.#retryMs,
    };
    this.#event = '';
    this.#data = [];
    this.#placeMoved = false;
    this.#retryMs = null;
    this.#blockLength = 0;
    return saysNothing ? null : message;
  }
}

function nextBreak(text: string, from: number): number {
  LINE_BREAK.lastIndex = from;
  return LINE_BREAK.exec(text)?.index ?? -1;
}
