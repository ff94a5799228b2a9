import type { Encoding } from './encodings.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Response of a handler that is not a plain object: bytes of any type, or a JSON body that states its own age. */
export class Answer {
  readonly body: Buffer;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Name of the last member of the JSON object, which each write sets to the age of the body in ms; null: the body does
   * not state its age.
   */
  readonly ageMember: string | null;
  /** Encoding of the body's bytes, with facts about the text; null: the bytes are the text. */
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

/** Encoding of a body that is already encoded, with digest and length of its text. */
export interface EncodedText {
  readonly encoding: Encoding;
  /** Digest of the content. */
  readonly digest: string;
  /** Length of the text in bytes before it was encoded. */
  readonly textBytes: number;
}
