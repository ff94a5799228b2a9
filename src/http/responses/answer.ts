import type { Encoding } from './encodings.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Answer of a handler in place of a plain object: bytes of any type, or a body with its own age field. */
export class Answer {
  readonly body: Buffer;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The last member of the body's object, to be filled with the age of the body in ms on every write. */
  readonly ageMember: string | null;
  /** Bytes of the body; null: the body is its text. */
  readonly encoded: EncodedText | null;

  constructor(
    body: Buffer | string,
    options: {
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly ageMember?: string;
      readonly encoded?: EncodedText;
    } = {},
  ) {
    this.body = typeof body === 'string' ? Buffer.from(body) : body;
    this.contentType = options.contentType ?? JSON_TYPE;
    this.headers = options.headers ?? {};
    this.ageMember = options.ageMember ?? null;
    this.encoded = options.encoded ?? null;
  }
}

/** Encoding of a body that is already encoded, with the digest and length of its text. */
export interface EncodedText {
  readonly encoding: Encoding;
  /** Distinguishes the content from every other. */
  readonly digest: string;
  /** Length of the text before it was encoded. */
  readonly textBytes: number;
}
