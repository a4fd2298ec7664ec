import { type MembershipKind, membershipParts, partMessage } from '@clearcall/domain/people/membership.ts';
import { maxFields, maxTagLength } from '@clearcall/domain/people/profile.ts';
import { type Role, roleCodes, roleMessage } from '@clearcall/domain/people/roles.ts';
import { isAtMost } from '@clearcall/domain/permissions/administration.ts';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { reasonField } from '../../parts/reason-field.ts';
import {
  dayFaults,
  dayFields,
  daysOf,
  LastDayDialog,
  membershipDayFields,
} from '../../parts/record/membership-days.tsx';
import { HandOnDialog } from './hand-on-dialog.tsx';
import { InvitationLinks } from './invitation-links.tsx';
import { type Person, peopleChoices } from './people-queries.ts';
import { membershipText, nameOf } from './person-parts.tsx';

/** Which dialog is open. */
export type Asked =
  | {
      what:
        | 'role'
        | 'handOn'
        | 'lock'
        | 'unlock'
        | 'membership'
        | 'mandate'
        | 'fields'
        | 'sessions'
        | 'link'
        | 'again'
        | 'copy'
        | 'tag'
        | 'withdraw';
    }
  | { what: 'removal' | 'lastDay'; membership: Person['memberships'][number] }
  | { what: 'untag'; tag: string };

const saved = { type: 'success', message: { id: 'admin.person.saved' } } as const;

/** The dialog of a command about a person. */
export function PersonDialog(props: { person: Person; asked: Asked; onClose: () => void }) {
  const { person, asked, onClose } = props;
  const queries = useQueryClient();
  const user = useUser();
  const navigate = useNavigate();
  const { centres = [], fields = [], tags = [] } = useQuery(peopleChoices).data ?? {};
  const params = { id: person.id };
  const common = {
    done: saved,
    after: () => queries.invalidateQueries({ queryKey: ['people'] }),
    onClose,
  };
  const name = nameOf(person);
  switch (asked.what) {
    case 'role':
      return (
        <CommandDialog
          {...common}
          title={t('admin.person.giveRole')}
          verb={t('admin.person.giveRole')}
          fields={{
            role: {
              type: 'select',
              label: t('admin.people.role'),
              unset: t('admin.choose'),
              required: t('admin.person.roleNeeded'),
              choices: roleCodes
                .filter((role) => role !== person.role && isAtMost(role, user.role))
                .map((value) => ({ value, label: translate(roleMessage(value)) })),
            },
            reason: reasonField(),
          }}
          send={(call, { role, reason }) =>
            call('PUT /admin/people/:id/role', { params, body: { role: role as Role, reason } })
          }
        >
          {t('admin.person.giveRoleText', { name })}
        </CommandDialog>
      );
    case 'handOn':
      return <HandOnDialog person={person} onClose={onClose} />;
    case 'lock':
      return (
        <CommandDialog
          {...common}
          title={t('admin.person.lock')}
          verb={t('admin.person.lock')}
          danger
          fields={{ reason: reasonField() }}
          send={(call, body) => call('PUT /admin/people/:id/lock', { params, body })}
        >
          {t('admin.person.lockText', { name })}
        </CommandDialog>
      );
    case 'unlock':
      return (
        <CommandDialog
          {...common}
          title={t('admin.person.unlock')}
          verb={t('admin.person.unlock')}
          fields={{ reason: reasonField() }}
          send={(call, body) => call('PUT /admin/people/:id/unlock', { params, body })}
        >
          {t('admin.person.unlockText', { name })}
        </CommandDialog>
      );
    case 'membership': {
      const parts = (kind: MembershipKind) =>
        membershipParts[kind].map((value) => ({ value, label: translate(partMessage(value)) }));
      return (
        <CommandDialog
          {...common}
          title={t('admin.person.addMembership')}
          verb={t('admin.person.addMembership')}
          fields={{
            kind: {
              type: 'radio',
              label: t('admin.membership.kind'),
              initial: 'centre',
              choices: [
                { value: 'centre', label: t('admin.membership.centre') },
                { value: 'panel', label: t('admin.membership.panel') },
              ],
            },
            centre: {
              type: 'select',
              label: t('admin.membership.centre'),
              unset: t('admin.choose'),
              choices: centres,
              required: t('admin.membership.centreNeeded'),
              shownIf: { kind: ['centre'] },
            },
            inCentre: {
              type: 'select',
              label: t('admin.membership.part'),
              hint: t('admin.membership.roleHint'),
              initial: membershipParts.centre[0],
              choices: parts('centre'),
              shownIf: { kind: ['centre'] },
            },
            panel: {
              type: 'select',
              label: t('admin.membership.panel'),
              unset: t('admin.choose'),
              choices: fields,
              required: t('admin.membership.panelNeeded'),
              shownIf: { kind: ['panel'] },
            },
            inPanel: {
              type: 'select',
              label: t('admin.membership.part'),
              initial: membershipParts.panel[0],
              choices: parts('panel'),
              shownIf: { kind: ['panel'] },
            },
            ...membershipDayFields(),
          }}
          check={({ kind, centre, inCentre, panel, inPanel, ...days }) => {
            const [id, part] = kind === 'panel' ? [panel, inPanel] : [centre, inCentre];
            return {
              ...(person.memberships.some((one) => one.kind === kind && one.id === id && one.part === part)
                ? { [kind]: t('admin.members.already') }
                : {}),
              ...dayFaults(days),
            };
          }}
          send={(call, { kind, centre, inCentre, panel, inPanel, ...days }) =>
            call('POST /admin/people/:id/memberships', {
              params,
              body:
                kind === 'panel'
                  ? { kind: 'panel', id: panel, part: inPanel, ...daysOf(days) }
                  : { kind: 'centre', id: centre, part: inCentre, ...daysOf(days) },
            })
          }
        />
      );
    }
    case 'lastDay':
      return (
        <LastDayDialog
          personId={person.id}
          membership={asked.membership}
          text={t('admin.membership', {
            name: asked.membership.name,
            part: translate(partMessage(asked.membership.part)),
          })}
          after={common.after}
          onClose={onClose}
        />
      );
    case 'removal': {
      const { kind, id, part } = asked.membership;
      return (
        <CommandDialog
          {...common}
          title={t('admin.person.removal')}
          verb={t('admin.person.removal')}
          danger
          send={(call) => call('DELETE /admin/people/:id/memberships', { params, body: { kind, id, part } })}
        >
          {t('admin.person.removalText', { name, membership: membershipText(asked.membership) })}
        </CommandDialog>
      );
    }
    case 'mandate':
      return (
        <CommandDialog
          {...common}
          title={t('admin.person.changeMandate')}
          verb={t('admin.person.changeMandate')}
          fields={{
            ...dayFields({ startsOn: person.mandateStart, endsOn: person.mandateEnd }),
            temporary: { type: 'tick', label: t('admin.mandate.temporary'), initial: person.temporary },
          }}
          check={dayFaults}
          send={(call, { start, end, temporary }) =>
            call('PUT /admin/people/:id/mandate', {
              params,
              body: { start: start || null, end: end || null, temporary },
            })
          }
        />
      );
    case 'fields': {
      const known = new Set(fields.map(({ value }) => value));
      const kept = person.fields
        .filter((field) => !known.has(field))
        .map((value) => ({ value, label: value }));
      const field = (nth: number) =>
        ({
          type: 'select',
          label: t('admin.fields.nth', { n: nth }),
          unset: t('admin.none'),
          choices: [...kept, ...fields],
          initial: person.fields[nth - 1] ?? '',
        }) as const;
      return (
        <CommandDialog
          {...common}
          title={t('admin.person.changeFields')}
          verb={t('admin.person.changeFields')}
          fields={Object.fromEntries(
            Array.from({ length: maxFields }, (_none, at) => [`field${at + 1}`, field(at + 1)]),
          )}
          send={(call, values) =>
            call('PUT /admin/people/:id/fields', {
              params,
              body: { fields: [...new Set(Object.values(values).map(String))].filter((one) => one !== '') },
            })
          }
        />
      );
    }
    case 'tag':
      return (
        <CommandDialog
          {...common}
          title={t('admin.person.addTag')}
          verb={t('admin.person.addTag')}
          fields={{
            tag: {
              type: 'text',
              label: t('admin.people.tag'),
              hint: t('admin.tag.hint', { list: tags.slice(0, 8), n: tags.length }),
              required: t('admin.tag.needed'),
              maxLength: maxTagLength,
              codes: ['too_many_tags'],
            },
          }}
          send={(call, body) => call('POST /admin/people/:id/tags', { params, body })}
        />
      );
    case 'untag':
      return (
        <CommandDialog
          {...common}
          title={t('admin.person.untag')}
          verb={t('admin.person.untag')}
          danger
          send={(call) => call('DELETE /admin/people/:id/tags', { params, body: { tag: asked.tag } })}
        >
          {t('admin.person.untagText', { name, tag: asked.tag })}
        </CommandDialog>
      );
    case 'sessions':
      return (
        <CommandDialog
          {...common}
          title={t('admin.person.endSessions')}
          verb={t('admin.person.endSessions')}
          danger
          send={(call) => call('DELETE /admin/people/:id/sessions', { params })}
        >
          {t('admin.person.endSessionsText', { name })}
        </CommandDialog>
      );
    case 'link':
      return (
        <CommandDialog
          {...common}
          title={t('admin.person.sendLink')}
          verb={t('admin.person.sendLink')}
          send={(call) => call('POST /admin/people/:id/password-link', { params, body: {} })}
        >
          {t('admin.person.sendLinkText', { email: person.email })}
        </CommandDialog>
      );
    case 'again':
      return (
        <CommandDialog
          {...common}
          title={t('admin.invite.again')}
          verb={t('admin.invite.again')}
          send={(call) => call('POST /admin/people/:id/invitation', { params, body: {} })}
        >
          {t('admin.invite.againText', { email: person.email })}
        </CommandDialog>
      );
    case 'copy':
      return <InvitationLinks people={[person]} onClose={onClose} />;
    case 'withdraw':
      return (
        <CommandDialog
          {...common}
          title={t('admin.invite.withdraw')}
          verb={t('admin.invite.withdraw')}
          danger
          send={(call) => call('DELETE /admin/people/:id/invitation', { params })}
          after={() => navigate({ to: '/people' })}
        >
          {t('admin.invite.withdrawText', { email: person.email })}
        </CommandDialog>
      );
  }
}
