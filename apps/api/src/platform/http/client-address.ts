import ipaddr from 'ipaddr.js';

/** With a port behind it, as some proxies write it. */
const withPort = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/;

/**
 * By what a client is counted: its IPv4 address, or the /64 of its IPv6 address, which is what one household or one
 * machine has whole. However the same address is written, this is the same; what is no address counts as one client.
 */
export function clientAddress(given: string): string {
  const [, bracketed, plain] = withPort.exec(given) ?? [];
  const text = bracketed ?? plain ?? given;
  if (!ipaddr.isValid(text)) return 'unknown';
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/**
 * What is wrong with an entry of a list of proxies; null: nothing. An address, a network (`10.0.0.0/8`), or one of the
 * names `loopback`, `linklocal`, `uniquelocal`.
 */
export function whyNoProxy(entry: string): 'unreadable' | 'everybody' | null {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return null;
  if (/%/.test(entry)) return 'unreadable';
  if (ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry)) return null;
  if (!ipaddr.isValidCIDR(entry)) return 'unreadable';
  const [, bits] = ipaddr.parseCIDR(entry);
  return bits === 0 ? 'everybody' : null;
}
