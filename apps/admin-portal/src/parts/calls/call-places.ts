import type { Address } from '@clearcall/domain/calls/definition/finding.ts';

/** Sections of the page of a call. */
export type CallSection = 'facts' | 'cutoffs' | 'timeframes' | 'documents' | 'rights' | 'links' | 'flow';

const sections: Readonly<Record<string, CallSection>> = {
  cutoffs: 'cutoffs',
  downloadRoles: 'rights',
  published: 'rights',
  links: 'links',
  documents: 'documents',
  flow: 'flow',
};

/** The section that shows a place. */
export const sectionOf = ([part = '', , inside]: Address): CallSection =>
  part === 'cutoffs' && inside === 'timeframes' ? 'timeframes' : (sections[part] ?? 'facts');

/** Id of the element that shows a place. */
export const idOfPlace = (at: Address): string => ['place', ...at].join('-');

/** The hash of the address of a call that leads to a place. */
export const hashOfPlace = (at: Address): string => at.map(encodeURIComponent).join('/');

const controls = 'input:not([hidden]), select, textarea, [contenteditable], [tabindex], button';

/** Focuses the control at a place, or scrolls to what is nearest to it. */
export function goToPlace(at: Address): void {
  const depths = at.map((_, nth) => idOfPlace(at.slice(0, at.length - nth)));
  const place = [...depths, sectionOf(at)]
    .map((id) => document.getElementById(id))
    .find((element) => element !== null);
  if (place == null) return;
  place.scrollIntoView({ block: place.tagName === 'SECTION' ? 'start' : 'center' });
  const control = place.matches(controls) ? place : place.querySelector<HTMLElement>(controls);
  control?.focus({ preventScroll: true });
}

/** Goes to the section or the place that a hash names. */
export function goToHash(hash: string): void {
  const section = document.getElementById(hash);
  if (section === null) goToPlace(hash.split('/').map(decodeURIComponent));
  else section.scrollIntoView();
}
