import { type TProperties, type TSchema, Type } from 'typebox';
import type { AccessClass } from '../routing/route-config.ts';

/** A body with the named members and no others. No value is converted: `"5"` is not a number. */
export const strictBody = <Properties extends TProperties>(
  properties: Properties,
  description = 'Request body.',
) => Type.Object(properties, { description, additionalProperties: false });

const STRICT: readonly AccessClass[] = ['key', 'admin'];

/** Requires a schema that rejects unknown members where a misspelt one could cost money or grant a right. */
export function requireStrictBody(route: string, access: AccessClass, body: unknown): void {
  if (body === undefined || !STRICT.includes(access)) return;
  if ((body as TSchema & { additionalProperties?: unknown }).additionalProperties === false) return;
  throw new Error(`the body of ${route} must be strict: a schema with additionalProperties false`);
}
