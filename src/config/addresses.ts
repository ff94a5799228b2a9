import ipaddr from 'ipaddr.js';

/** Whether a URL's host is this machine itself, by name or by address. */
export function isLoopbackHost(host: string): boolean {
  const address = stripBrackets(host);
  if (address === 'localhost') return true;
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/**
 * Whether a host is an address outside the public Internet: private, link-local (where clouds serve the credentials of
 * their machines), carrier-grade NAT, reserved and similar ranges. A name is not looked up and counts as public.
 */
export function isPrivateAddress(host: string): boolean {
  const address = stripBrackets(host);
  return ipaddr.isValid(address) && ipaddr.process(address).range() !== 'unicast';
}

function stripBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}
