import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { VenueId } from '../../src/domain/index.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/**
 * Signatures made by the venues' own packages: the project's copy, and the longer original where a folder
 * `shared` stands beside the checkout.
 */
export function signatureVectors<T>(venue: VenueId): { readonly from: string; readonly vectors: T }[] {
  const files = {
    fixtures: path.join(ROOT, 'src/bot/execution', venue, 'fixtures/signatures.json'),
    recordings: path.join(ROOT, '../shared/venues/vectors', `${venue}.json`),
  };
  return Object.entries(files)
    .filter(([, file]) => existsSync(file))
    .map(([from, file]) => ({ from, vectors: JSON.parse(readFileSync(file, 'utf8')) as T }));
}
