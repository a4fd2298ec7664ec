import type { Role } from '@clearcall/domain/people/roles.ts';
import { hasRight, type Right } from '@clearcall/domain/permissions/administration.ts';
import type { MessageId } from '@clearcall/i18n/message.ts';

/** A part of the administration: a tab of the header, and a line of the home page. */
interface Place {
  to: string;
  /** In the area `frame`, which the header has from its start. */
  label: MessageId;
  /** One line about its purpose. */
  text: MessageId;
  /** Shown to people who have this right. */
  right: Right;
}

const places: readonly Place[] = [
  { to: '/people', label: 'frame.admin.people', text: 'admin.people.place', right: 'read_people' },
  { to: '/changes', label: 'frame.admin.changes', text: 'admin.changes.place', right: 'read_audit' },
];

export const placesFor = (role: Role): readonly Place[] =>
  places.filter(({ right }) => hasRight(role, right));
