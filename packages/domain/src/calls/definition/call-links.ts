import type { CallDefinition, LinkDefinition } from './call-definition.ts';
import type { Change } from './change.ts';

/** The links that have a title of their own, in their order. */
export const ownLinks = ['link1', 'link2'] as const;
export type OwnLink = (typeof ownLinks)[number];
/** The links whose title is part of the portal. */
export const fixedLinks = ['termsOfReference', 'guidelineReviewer'] as const;
export type FixedLink = (typeof fixedLinks)[number];

type WithLinks = Pick<CallDefinition, 'links'>;

const set = (name: OwnLink, link: LinkDefinition | undefined): Change => ({
  do: 'set',
  at: ['links', name],
  ...(link !== undefined && { value: link }),
});

/** The changes that add a link behind the others. None if there is no room for it. */
export function addLink({ links: { link1, link2 } }: WithLinks): Change[] {
  const link: LinkDefinition = { title: {}, address: 'https://' };
  if (link1 === undefined)
    return link2 === undefined ? [set('link1', link)] : [set('link1', link2), set('link2', link)];
  return link2 === undefined ? [set('link2', link)] : [];
}

/** The changes that remove a link. The one behind it becomes the first. */
export const removeLink = ({ links: { link2 } }: WithLinks, name: OwnLink): Change[] =>
  name === 'link1' && link2 !== undefined
    ? [set('link1', link2), set('link2', undefined)]
    : [set(name, undefined)];

/** The changes that exchange the places of two links. */
export const swapLinks = ({ links: { link1, link2 } }: WithLinks): Change[] =>
  link1 === undefined || link2 === undefined ? [] : [set('link1', link2), set('link2', link1)];

/** The changes that lead a link to an address. Without one, a link whose title is part of the portal is removed. */
export const setTarget = (name: OwnLink | FixedLink, address: string): Change[] => [
  name === 'link1' || name === 'link2'
    ? { do: 'set', at: ['links', name, 'address'], value: address }
    : { do: 'set', at: ['links', name], ...(address !== '' && { value: address }) },
];

const host = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/?#:]\S*)?$/i;
const email = /^[^\s@:/]+@[a-z0-9.-]+\.[a-z]{2,}$/i;

/** An address as people write it, with its scheme. */
export function completeAddress(typed: string): string {
  if (email.test(typed)) return `mailto:${typed}`;
  return host.test(typed) ? `https://${typed}` : typed;
}
