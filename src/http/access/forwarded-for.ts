import type { IncomingHttpHeaders } from 'node:http';
import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';
import { readClientAddress } from './client-network.ts';

/** Whether an address belongs to a trusted proxy. */
export type TrustProxy = (address: string | undefined) => boolean;

/** Creates the check for trusted proxies. @param ranges Addresses and ranges in the form of {@link ServerSettings}. */
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
 * Reduces `X-Forwarded-For` to the addresses that trusted proxies wrote, before any other code reads it. Entries become
 * plain addresses. Everything before a text that is not an address is dropped, so that the proxy that wrote the text
 * counts as the caller. A caller who could choose such texts would evade every limit with a new one each time.
 *
 * @returns The text that is not an address; null: there is none.
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
    // The caller wrote this entry itself, so it cannot be trusted.
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
