import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PriceColumns } from '../../src/analytics/index.ts';

/** The reference values, beside the project where they are available. */
export const SHARED_GOLDENS = join(import.meta.dirname, '../../../shared/analytics/goldens');

/** The project's own small set. */
export const OWN_GOLDENS = join(import.meta.dirname, 'goldens');

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export interface GoldenRecord {
  readonly t: number;
  readonly p: number | null;
  readonly v?: number;
}

export function hasGoldens(folder: string): boolean {
  return existsSync(join(folder, 'expected'));
}

export function readGolden<T>(folder: string, path: string): T {
  return JSON.parse(readFileSync(join(folder, path), 'utf8')) as T;
}

/** Lists the file names of a folder, without their extension. */
export function namesIn(folder: string, path: string): string[] {
  return readdirSync(join(folder, path))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/** Records as columns; what a record does not carry is NaN. */
export function toColumns(records: readonly GoldenRecord[]): PriceColumns & { readonly v: Float64Array } {
  return {
    t: Float64Array.from(records, ({ t }) => t),
    p: Float64Array.from(records, ({ p }) => p ?? Number.NaN),
    v: Float64Array.from(records, ({ v }) => v ?? Number.NaN),
  };
}
