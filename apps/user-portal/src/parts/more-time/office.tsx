import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import type { ReactNode } from 'react';

/** The office as its address or the name of its link, for a sentence that says who to ask. */
export function Office(props: { children: ReactNode }) {
  const { contactLink } = useOrganisation();
  if (contactLink === '') return props.children;
  const address = contactLink.startsWith('mailto:') ? contactLink.replace(/^mailto:|\?.*$/g, '') : null;
  return <a href={contactLink}>{address ?? props.children}</a>;
}
