import { createHash } from 'node:crypto';

/** Parts of a body. Each part is made when it is read. */
export type BodyParts = Generator<Uint8Array, void, undefined> | AsyncGenerator<Uint8Array, void, undefined>;

/** A body whose data has been read and whose text is written on request. */
export interface PreparedBody {
  /** Digest of the content, from which the strong ETag is made. */
  readonly digest: string;
  /** Approximate length of the text in bytes. */
  readonly textBytes: number;
  /** Memory that the body takes until it is released, in bytes. */
  readonly heldBytes: number;
  /** Header fields that are known once the data is read. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Writes the text from its start, in parts of about this many bytes. Each call starts at the beginning. */
  parts(partBytes: number): BodyParts;
}

export interface ListBody {
  /** Members of the response before the list. */
  readonly head: object;
  readonly name: string;
  readonly length: number;
  /** Formats the items from one index up to another, each preceded by a comma. */
  readonly items: (from: number, to: number) => Uint8Array;
  /** Approximate bytes of an item. */
  readonly itemBytes: number;
  /** Whether formatting an item takes several times longer than usual, because its numbers have many digits. */
  readonly isSlow?: boolean;
  /** Members of the response after the list. */
  readonly tail: object;
  readonly heldBytes: number;
  /** Data of the items, over which the digest is computed. */
  readonly data: readonly NodeJS.ArrayBufferView[];
}

/** Factor by which parts of slow items are shorter. */
const SLOW_SHARE = 4;

/** Prepares a JSON object with one long list. */
export function prepareList(list: ListBody): PreparedBody {
  const { head, name, length, items, itemBytes, isSlow = false, tail, heldBytes, data } = list;
  const before = `${JSON.stringify(head).slice(0, -1)},"${name}":[`;
  const after = Object.keys(tail).length === 0 ? ']}' : `],${JSON.stringify(tail).slice(1)}`;
  return {
    digest: computeDigest([before, after], data),
    textBytes: before.length + length * itemBytes + after.length,
    heldBytes,
    *parts(partBytes) {
      const step = Math.max(1, Math.floor(partBytes / (isSlow ? SLOW_SHARE : 1) / itemBytes));
      yield Buffer.from(before);
      for (let from = 0; from < length; from += step) {
        const text = items(from, Math.min(from + step, length));
        yield from === 0 ? text.subarray(1) : text;
      }
      yield Buffer.from(after);
    },
  };
}

/** Formats items of a list as JSON, for {@link ListBody}. */
export function formatJsonItems(items: readonly unknown[]): Buffer {
  return Buffer.from(`,${JSON.stringify(items).slice(1, -1)}`);
}

/** Prepares a whole response as one JSON text. */
export function prepareObject(answer: object): PreparedBody {
  const text = Buffer.from(JSON.stringify(answer));
  return {
    digest: computeDigest([], [text]),
    textBytes: text.length,
    heldBytes: text.length,
    *parts() {
      yield text;
    },
  };
}

/** Computes a SHA-1 over texts and arrays in base64url, for an ETag. */
export function computeDigest(texts: readonly string[], data: readonly NodeJS.ArrayBufferView[]): string {
  const hash = createHash('sha1');
  for (const text of texts) hash.update(text).update('\n');
  for (const view of data) hash.update(view);
  return hash.digest('base64url');
}
