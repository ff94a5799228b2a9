import type { IncomingHttpHeaders } from 'node:http';
import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';
import { readClientAddress } from './client-network.ts';

/** Whether an address is that of a trusted proxy. */
export type TrustProxy = (address: string | undefined) => boolean;

/** @param ranges Addresses and ranges, as {@link ServerSettings} has them. */
export function createProxyTrust(ranges: readonly string[]): TrustProxy {
  const list = new BlockList();
  for (const range of ranges) {
    const [address, bits] = range.split('/') as [string, string | undefined];
    const parsed = ipaddr.process(address);
    list.addSubnet(
      parsed.toString(),
      bits === undefined
        ? parsed.kind() === 'ipv4'
          ? 32
          : 128
        : Number(bits) - (isMapped(address) ? 96 : 0),
      parsed.kind(),
    );
  }
  return (address) => {
    const read = readClientAddress(address ?? '');
    if (read === null) return false;
    const parsed = ipaddr.process(read);
    return list.check(parsed.toString(), parsed.kind());
  };
}

function isMapped(address: string): boolean {
  return address.includes(':') && ipaddr.process(address).kind() === 'ipv4';
}

/**
 * Cleans `X-Forwarded-For` before anything reads it, as far as trusted proxies wrote it: entries are addresses alone,
 * and behind a text that is no address nothing counts, so that the caller is the proxy that wrote it. A caller who
 * could choose such texts would pass every limit by a new one each time.
 *
 * @returns The text that is no address; null: none.
 */
export function cleanForwardedFor(
  headers: IncomingHttpHeaders,
  socketAddress: string | undefined,
  isTrusted: TrustProxy,
): string | null {
  const header = headers['x-forwarded-for'];
  if (typeof header !== 'string' || header === '') return null;
  const kept: string[] = [];
  let strange: string | null = null;
  let writer = socketAddress;
  for (const entry of header.split(',').toReversed()) {
    // An address that a caller wrote itself is not used.
    if (!isTrusted(writer)) break;
    if (entry.trim() === '') continue;
    const address = readClientAddress(entry);
    if (address === null) {
      strange = entry.trim();
      break;
    }
    kept.unshift(address);
    writer = address;
  }
  headers['x-forwarded-for'] = kept.join(', ');
  return strange;
}
