import { expect, it, test } from 'vitest';
import type { CallDefinition } from './call-definition.ts';
import { addLink, completeAddress, removeLink, setTarget, swapLinks } from './call-links.ts';
import { applyChanges, type Change } from './change.ts';
import { smallCall } from './testing/small-call.ts';

const [guide, support] = ['guide', 'support'].map((name) => ({
  title: { en: name },
  address: `https://example.org/${name}`,
}));
const call = (links: CallDefinition['links']): CallDefinition => ({ ...smallCall(), links });
const after = (links: CallDefinition['links'], make: (of: CallDefinition) => Change[]) => {
  const applied = applyChanges(call(links), make(call(links)));
  return applied.ok && applied.definition.links;
};

it('adds a link behind the others, two at most', () => {
  expect(after({}, addLink)).toEqual({ link1: { title: {}, address: 'https://' } });
  expect(after({ link1: guide }, addLink)).toEqual({
    link1: guide,
    link2: { title: {}, address: 'https://' },
  });
  expect(after({ link2: support }, addLink)).toEqual({
    link1: support,
    link2: { title: {}, address: 'https://' },
  });
  expect(addLink(call({ link1: guide, link2: support }))).toEqual([]);
});

it('removes a link, and the other one becomes the first', () => {
  expect(after({ link1: guide, link2: support }, (of) => removeLink(of, 'link1'))).toEqual({
    link1: support,
  });
  expect(after({ link1: guide, link2: support }, (of) => removeLink(of, 'link2'))).toEqual({ link1: guide });
});

it('exchanges the places of two links', () => {
  expect(after({ link1: guide, link2: support }, swapLinks)).toEqual({ link1: support, link2: guide });
  expect(swapLinks(call({ link1: guide }))).toEqual([]);
});

it('leads a link to another place, or removes the place', () => {
  expect(setTarget('termsOfReference', 'document:plan')).toEqual([
    { do: 'set', at: ['links', 'termsOfReference'], value: 'document:plan' },
  ]);
  expect(setTarget('guidelineReviewer', '')).toEqual([{ do: 'set', at: ['links', 'guidelineReviewer'] }]);
  expect(setTarget('link1', 'https://x.example')).toEqual([
    { do: 'set', at: ['links', 'link1', 'address'], value: 'https://x.example' },
  ]);
});

test.each([
  ['example.org/guide', 'https://example.org/guide'],
  ['www.example.org', 'https://www.example.org'],
  ['office@example.org', 'mailto:office@example.org'],
  ['https://example.org', 'https://example.org'],
  ['/files/guide.pdf', '/files/guide.pdf'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['not an address', 'not an address'],
])('completes %s', (typed, address) => {
  expect(completeAddress(typed)).toBe(address);
});
