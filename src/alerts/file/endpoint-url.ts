import ipaddr from 'ipaddr.js';

/** Ports that an endpoint may have. */
const PORTS = ['', '443', '8443'];

/** First and last of the addresses that IPv6 assigns to the Internet: 2000::/3. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Kind of an address: may it receive alerts? */
export type AddressKind = 'public' | 'private' | 'link_local';

/** Classifies an address in any notation; null: the text is no address. */
export function classifyAddress(text: string): AddressKind | null {
  const bare = text.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(bare)) return null;
  const address = ipaddr.process(bare);
  const range = address.range();
  // Clouds serve the credentials of their machines here.
  if (range === 'linkLocal') return 'link_local';
  if (range !== 'unicast') return 'private';
  // `::127.0.0.1` counts as unicast, although no such address is on the Internet.
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_IPV6)) return 'private';
  return 'public';
}

/**
 * Finds why a URL may not receive alerts; null: it may. A name is not looked up here, because each connection checks
 * its addresses. The reason does not repeat the URL.
 *
 * @param allowsPrivate Whether private addresses, http and every port are allowed. Link-local ones never are.
 */
export function findUrlProblem(url: URL, allowsPrivate: boolean): string | null {
  if (url.username !== '' || url.password !== '') return 'must not have a user or a password';
  const kind = classifyAddress(url.hostname);
  if (kind === 'link_local') return 'is a link-local address';
  if (allowsPrivate) return /^https?:$/.test(url.protocol) ? null : 'must begin with https:// or http://';
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (!PORTS.includes(url.port)) return 'must have the port 443 or 8443';
  if (kind === 'private' || /^(.*\.)?localhost\.?$/.test(url.hostname)) return 'is not a public address';
  return null;
}
