import type { Static, TSchema } from 'typebox';
import { Validator } from '../validator.ts';
import { chooseError, findAtPath, quoteRow, quoteValue, type Refusal, toMemberPath } from './refusal.ts';

/** Facts about a kind of message in addition to its schema. */
export interface WireFacts {
  /** Route or channel, such as `GET /markets` or `ws ticker`. Default: the name of the kind. */
  readonly endpoint?: string;
  /** Whether the messages belong to one person's account, so that their values are never shown. */
  readonly isPrivate?: boolean;
}

/** Schema of messages from outside, compiled when the first one arrives. Unknown members are ignored. */
export class WireSchema<Schema extends TSchema> {
  /** Name for messages, such as `metaAndAssetCtxs`. */
  readonly name: string;
  readonly endpoint: string;
  readonly #isPrivate: boolean;
  readonly #validator: Validator<Schema>;

  constructor(name: string, schema: Schema, facts: WireFacts = {}) {
    this.name = name;
    this.endpoint = facts.endpoint ?? name;
    this.#isPrivate = facts.isPrivate === true;
    this.#validator = new Validator(schema);
  }

  accepts(value: unknown): value is Static<Schema> {
    return this.#validator.accepts(value);
  }

  /** Describes why a value does not match, as ` /path: message`. null when the value matches. */
  findProblem(value: unknown): string | null {
    if (this.accepts(value)) return null;
    const error = chooseError(this.#validator.listErrors(value));
    return error === null ? ': does not fit' : ` ${error.instancePath || '/'}: ${error.message}`;
  }

  /** Builds the refusal of a value that does not match, with evidence. */
  describeRefusal(value: unknown, row: string | number | null): Refusal {
    const error = chooseError(this.#validator.listErrors(value));
    const member = error === null ? '/' : toMemberPath(error);
    const isMissing = error?.keyword === 'required';
    const found = error === null || isMissing ? undefined : findAtPath(value, error.instancePath);
    return {
      kind: this.name,
      member,
      at: {
        endpoint: this.endpoint,
        row: quoteRow(row),
        member,
        value: this.#isPrivate ? null : quoteValue(found),
      },
      reason: error?.message ?? 'does not fit',
    };
  }
}
