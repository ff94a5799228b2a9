import { createRequire } from 'node:module';
import type { Static, TSchema } from 'typebox';
import type { Validator as Compiled } from 'typebox/schema';

const require = createRequire(import.meta.url);

/**
 * Checks values against a schema. It is compiled at the first value, and the compiler is loaded at the first of all
 * schemas: it has a hundred and sixty modules, which a start and most commands do without.
 */
export class Validator<Schema extends TSchema = TSchema> {
  readonly #schema: Schema;
  #compiled: Compiled<Schema> | null = null;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  accepts(value: unknown): value is Static<Schema> {
    this.#compiled ??= compile(this.#schema);
    return this.#compiled.Check(value);
  }

  /** What does not fit, each with its place in the value. */
  listErrors(value: unknown): ReturnType<Compiled<Schema>['Errors']>[1] {
    this.#compiled ??= compile(this.#schema);
    return this.#compiled.Errors(value)[1];
  }
}

function compile<Schema extends TSchema>(schema: Schema): Compiled<Schema> {
  const { Compile } = require('typebox/schema') as typeof import('typebox/schema');
  return Compile(schema);
}
