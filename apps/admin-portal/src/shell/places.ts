import type { Role } from '@clearcall/domain/people/roles.ts';
import { hasRight, type Right } from '@clearcall/domain/permissions/administration.ts';
import type { MessageId } from '@clearcall/i18n/message.ts';

/** A part of the administration: a tab of the header, and a line of the home page. */
interface Place {
  to: string;
  /** In the area `admin`, which is loaded with the frame of the portal. */
  label: MessageId;
  /** One line about its purpose. */
  text: MessageId;
  /** Addresses of further pages that belong to it. */
  also?: string;
  /** Shown to people who have this right. */
  right: Right;
}

const places: readonly Place[] = [
  { to: '/calls', label: 'admin.calls.title', text: 'admin.calls.purpose', right: 'read_calls' },
  { to: '/people', label: 'admin.people.title', text: 'admin.people.place', right: 'read_people' },
  {
    to: '/organisation',
    label: 'admin.org.title',
    text: 'admin.org.place',
    right: 'read_organisation',
  },
  {
    to: '/centres',
    also: '/partitions',
    label: 'admin.centres.title',
    text: 'admin.centres.purpose',
    right: 'read_organisation',
  },
  { to: '/panels', label: 'admin.panels.title', text: 'admin.panels.purpose', right: 'read_people' },
  { to: '/lists', label: 'admin.lists.title', text: 'admin.lists.purpose', right: 'read_lists' },
  { to: '/changes', label: 'admin.changes.title', text: 'admin.changes.place', right: 'read_audit' },
  {
    to: '/running',
    also: '/emails',
    label: 'admin.running.title',
    text: 'admin.running.place',
    right: 'read_organisation',
  },
];

/** Whether an address is a page of this part. */
export const isIn = ({ to, also = to }: Pick<Place, 'to' | 'also'>, pathname: string): boolean =>
  [to, also].some((path) => pathname === path || pathname.startsWith(`${path}/`));

export const placesFor = (role: Role): readonly Place[] =>
  places.filter(({ right }) => hasRight(role, right));
