import { type TProperties, type TSchema, Type } from 'typebox';
import type { AccessClass } from '../access/route-config.ts';

/** Schema of a body with the given members and no others. Values are not converted: `"5"` is not a number. */
export const strictBody = <Properties extends TProperties>(
  properties: Properties,
  description = 'Request body.',
) => Type.Object(properties, { description, additionalProperties: false });

const STRICT: readonly AccessClass[] = ['key', 'admin'];

/**
 * Requires a schema that rejects unknown members, on routes where a misspelt member could cost money or grant a right.
 */
export function requireStrictBody(route: string, access: AccessClass, body: unknown): void {
  if (body === undefined || !STRICT.includes(access)) return;
  if ((body as TSchema & { additionalProperties?: unknown }).additionalProperties === false) return;
  throw new Error(`the body of ${route} must be strict: a schema with additionalProperties false`);
}
