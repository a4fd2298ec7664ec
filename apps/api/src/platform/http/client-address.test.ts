import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
  ['192.0.2.7:51324', '192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:8080', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['fe80::2%en1', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', 'unknown'],
  ['unknown', 'unknown'],
  ['_hidden', 'unknown'],
  ['192.0.2.7, 198.51.100.1', 'unknown'],
  ['2001:db8::1::2', 'unknown'],
])('counts %s as %s', (given, client) => {
  expect(clientAddress(given)).toBe(client);
});

/** One of the many ways to write an IPv6 address. */
const written = (parts: readonly number[], style: { upper: boolean; padded: boolean; port: boolean }) => {
  const text = parts
    .map((part) => part.toString(16).padStart(style.padded ? 4 : 1, '0'))
    .join(':')
    .replace(/(^|:)0+(:0+)+(:|$)/, '::');
  const cased = style.upper ? text.toUpperCase() : text;
  return style.port ? `[${cased}]:443` : cased;
};
const part = fc.integer({ min: 0, max: 0xffff });
const style = fc.record({ upper: fc.boolean(), padded: fc.boolean(), port: fc.boolean() });

it('counts all addresses of a /64 as one client, however they are written, and those of two as two', () => {
  const half = fc.array(fc.oneof(part, fc.constant(0)), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(half, half, half, half, style, style, (net, other, one, two, first, second) => {
      // Those that hold an IPv4 address are that address.
      fc.pre(net.some((word) => word !== 0) && other.some((word) => word !== 0));
      const a = clientAddress(written([...net, ...one], first));
      expect(clientAddress(written([...net, ...two], second))).toBe(a);
      const elsewhere = clientAddress(written([...other, ...two], second));
      expect(elsewhere === a).toBe(net.join() === other.join());
    }),
  );
});

it('counts an IPv4 address as itself, also where it came in over IPv6', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.boolean(), (ip, upper) => {
      expect(clientAddress(ip)).toBe(ip);
      expect(clientAddress(`::${upper ? 'FFFF' : 'ffff'}:${ip}`)).toBe(ip);
    }),
  );
});

it('is one of few words for whatever is given', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV6(), fc.ipV4Extended()), (given) => {
      expect(clientAddress(given)).toMatch(/^(unknown|[0-9a-f:]+::\/64|\d{1,3}(\.\d{1,3}){3})$/);
    }),
  );
});
