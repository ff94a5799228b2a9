import { createHash } from 'node:crypto';

/** Creates 64 hex digits that belong to a name. */
export function toHex(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

export function toAddress(name: string): string {
  return `0x${toHex(name).slice(0, 40)}`;
}

/** Converts a name to a UUID. */
export function toUuid(name: string): string {
  const hex = toHex(name);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
