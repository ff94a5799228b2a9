import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Shared name of all callers without a known address. */
const UNKNOWN = 'unknown';

/**
 * Returns the name under which limits count a caller: the address itself, or the /64 network of an IPv6 address,
 * because one caller owns all of it. Port, brackets and zone are removed. Texts that are not addresses share one name.
 *
 * @param text undefined for a caller over a Unix domain socket, although the types of Node exclude it.
 */
export function toNetwork(text: string | undefined): string {
  if (text === undefined) return UNKNOWN;
  // Nearly every caller has an IPv4 address, and this check costs a tenth of parsing the address.
  if (isIPv4(text)) return text;
  const read = readClientAddress(text);
  if (read === null) return UNKNOWN;
  const address = ipaddr.process(read);
  if (address.kind() === 'ipv4') return address.toString();
  return (address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

/**
 * Reads an address in the forms in which proxies write it: `203.0.113.10:40001`, `[2001:db8::1]:40001`,
 * `"[2001:db8::1]"`, `fe80::1%eth0`.
 *
 * @returns The address alone; null: the text is not an address.
 */
export function readClientAddress(text: string): string | null {
  const plain = text.trim().replace(/^"(.*)"$/, '$1');
  const address = plain
    .replace(/^\[([^\]]*)\](?::\d{1,5})?$/, '$1')
    .replace(/^([\d.]+):\d{1,5}$/, '$1')
    // Eight groups are a complete IPv6 address, so a ninth group is a port.
    .replace(/^((?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}):\d{1,5}$/i, '$1')
    .replace(/%[\w.~-]+$/, '');
  return isIP(address) === 0 ? null : address;
}
