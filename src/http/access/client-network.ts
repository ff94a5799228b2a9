import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The address itself, or the /64 network of an IPv6 address: one caller owns all of it. */
export function toNetwork(ip: string): string {
  // Nearly every caller has an IPv4 address, and this check costs a tenth of parsing it.
  if (isIPv4(ip) || !ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return (address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
