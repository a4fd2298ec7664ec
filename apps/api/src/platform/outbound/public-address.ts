import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** Public by its number, but answered by the host of a virtual machine (Azure). */
const metadata = '168.63.129.16';

/** Whether an IP address is on the public internet: not of this machine, of a local network or of a cloud's own services. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // An IPv4 address that is written as IPv6 is the IPv4 address.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv6 ? address.match(globalUnicast) : address.toString() !== metadata;
}
