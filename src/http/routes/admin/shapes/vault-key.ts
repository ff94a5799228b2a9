import * as s from '../../../schemas/schema.ts';

/** Builds the schema of a vault key's id. */
export const keyIdField = (description: string) =>
  s.text(description, '5f0a91c2', { pattern: '^[0-9a-f]{8}$' });
