import { type MembershipKind, membershipParts, partMessage } from '@clearcall/domain/people/membership.ts';
import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { Button, IconButton } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { withDays } from '../../parts/changes/change-text.ts';
import { usePersonSearch } from '../../parts/people/use-person-search.tsx';
import { savedNotice } from '../../parts/record/edit-dialog.tsx';
import {
  dayFaults,
  daysOf,
  LastDayDialog,
  membershipDayFields,
} from '../../parts/record/membership-days.tsx';
import classes from '../../parts/record/record.module.css';
import type { Centre } from './organisation-queries.ts';

type Member = Centre['members'][number];

interface Group {
  kind: MembershipKind;
  id: string;
  name: string;
}

/** The people of a centre or panel, with the commands that their own pages have as well. */
export function MembersSection({ group, members }: { group: Group; members: readonly Member[] }) {
  const queries = useQueryClient();
  const mayChange = hasRight(useUser().role, 'change_people');
  const [asked, ask] = useState<{ what: 'removal' | 'lastDay'; member: Member } | 'add' | null>(null);
  const common = {
    done: savedNotice,
    after: () =>
      Promise.all(['organisation', 'people'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
    onClose: () => ask(null),
  };
  const { kind, id, name } = group;
  const partOf = (member: Member) => withDays(translate(partMessage(member.part)), member);
  const textOf = (member: Member) => t('admin.membership', { name: member.name, part: partOf(member) });
  return (
    <Section
      title={t('admin.people.title')}
      aside={
        mayChange ? (
          <Button size="sm" onClick={() => ask('add')}>
            {t('admin.members.add')}
          </Button>
        ) : null
      }
    >
      {members.length === 0 ? <p className="soft">{t('admin.members.none')}</p> : null}
      <ul className={classes.rows}>
        {members.map((member) => (
          <li key={`${member.id} ${member.part}`}>
            <span>
              <Link to="/people/$id" params={{ id: String(member.id) }}>
                {member.name}
              </Link>{' '}
              <span className="muted">{partOf(member)}</span>
            </span>
            {mayChange ? (
              <span className={classes.buttons}>
                <IconButton
                  label={t('admin.membership.changeEndOf', { membership: textOf(member) })}
                  icon="edit"
                  onClick={() => ask({ what: 'lastDay', member })}
                />
                <IconButton
                  label={t('admin.members.removeOne', { member: textOf(member) })}
                  icon="close"
                  onClick={() => ask({ what: 'removal', member })}
                />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {asked === 'add' ? (
        <AddDialog group={group} members={members} {...common} />
      ) : asked?.what === 'lastDay' ? (
        <LastDayDialog
          personId={asked.member.id}
          membership={{ ...asked.member, kind, id }}
          text={t('admin.membership', {
            name: asked.member.name,
            part: translate(partMessage(asked.member.part)),
          })}
          after={common.after}
          onClose={common.onClose}
        />
      ) : asked !== null ? (
        <CommandDialog
          {...common}
          title={t('admin.members.remove')}
          verb={t('admin.members.remove')}
          danger
          send={(call) =>
            call('DELETE /admin/people/:id/memberships', {
              params: { id: asked.member.id },
              body: { kind, id, part: asked.member.part },
            })
          }
        >
          {t('admin.members.removeText', { member: textOf(asked.member), group: name })}
        </CommandDialog>
      ) : null}
    </Section>
  );
}

function AddDialog(props: {
  group: Group;
  members: readonly Member[];
  done: typeof savedNotice;
  after: () => unknown;
  onClose: () => void;
}) {
  const { group, members, ...common } = props;
  const { kind, id } = group;
  const { fields: personFields, follow } = usePersonSearch({
    label: t('admin.members.person'),
    needed: t('admin.members.personNeeded'),
  });
  return (
    <CommandDialog
      {...common}
      title={t('admin.members.add')}
      verb={t('admin.members.add')}
      fields={{
        ...personFields,
        part: {
          type: 'select',
          label: t('admin.membership.part'),
          hint: t('admin.membership.roleHint'),
          initial: membershipParts[kind][0],
          choices: membershipParts[kind].map((value) => ({ value, label: translate(partMessage(value)) })),
        },
        ...membershipDayFields(),
      }}
      check={({ person, part, ...days }) => ({
        ...(members.some((member) => String(member.id) === person && member.part === part)
          ? { person: t('admin.members.already') }
          : {}),
        ...dayFaults(days),
      })}
      send={(call, { person, part, ...days }) =>
        call('POST /admin/people/:id/memberships', {
          params: { id: person },
          body: { kind, id, part, ...daysOf(days) },
        })
      }
    >
      {(form) => {
        const { search, ...others } = form.field;
        return (
          <>
            {search}
            {follow(form)}
            {Object.values(others)}
          </>
        );
      }}
    </CommandDialog>
  );
}
