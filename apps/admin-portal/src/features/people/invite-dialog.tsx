import {
  type LineFault,
  lineFaults,
  maxInvited,
  readInvitations,
} from '@clearcall/domain/people/read-invitations.ts';
import { type Role, roleCodes, roleMessage } from '@clearcall/domain/people/roles.ts';
import { isAtMost } from '@clearcall/domain/permissions/administration.ts';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { emailNotice, emailsWait } from '@clearcall/ui/kit/state/emails-wait.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { useRested } from '@clearcall/ui/kit/state/use-rested.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import classes from './people.module.css';
import { checkedInvitations } from './people-queries.ts';
import { nameOf } from './person-parts.tsx';
import { roleNamed, roleNames } from './role-names.ts';

/** So many lines of a preview are shown; the rest is counted. */
const shownLines = 5;

/** Invites one person or a pasted list, and says before what will happen. */
export function InviteDialog(props: {
  list: string;
  /** Follows if the new accounts get no email now, because this portal sends none. */
  onUnsent: (invited: readonly { id: number; email: string }[]) => void;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const user = useUser();
  const names = useQuery(roleNames);
  const readList = (list: string) =>
    readInvitations(list, {
      named: (name) => roleNamed(names.data, name),
      mayGive: (role) => isAtMost(role, user.role),
    });
  return (
    <CommandDialog
      title={t('admin.invite.title')}
      verb={t('admin.invite.title')}
      size={640}
      waits={names.isPending}
      fields={{
        role: {
          type: 'select',
          label: t('admin.people.role'),
          hint: t('admin.invite.roleHint'),
          initial: 'user',
          choices: roleCodes
            .filter((role) => isAtMost(role, user.role))
            .map((value) => ({ value, label: translate(roleMessage(value)) })),
        },
        list: {
          type: 'area',
          label: t('admin.invite.list'),
          hint: t('admin.invite.hint'),
          required: t('admin.invite.needed'),
          initial: props.list,
          rows: 6,
          isFirst: true,
        },
      }}
      check={({ list }) => {
        const { people } = readList(list);
        if (people.length === 0) return { list: t('admin.invite.needed') };
        return people.length > maxInvited ? { list: t('admin.invite.tooMany', { n: maxInvited }) } : {};
      }}
      send={(call, { role, list }) =>
        call('POST /admin/invitations', {
          body: { role: role as Role, people: readList(list).people },
        })
      }
      done={({ invited }) =>
        invited.length === 0
          ? { type: 'info', message: { id: 'admin.invite.nobody' } }
          : emailNotice({
              type: 'success',
              message: { id: 'admin.invite.done', values: { n: invited.length } },
            })
      }
      after={async ({ invited }) => {
        if (emailsWait() && invited.length > 0) props.onUnsent(invited);
        await queries.invalidateQueries({ queryKey: ['people'] });
      }}
      onClose={props.onClose}
    >
      {({ fields, values }) => (
        <>
          {fields}
          <Preview list={values.list} role={values.role as Role} readList={readList} />
        </>
      )}
    </CommandDialog>
  );
}

/** Says what inviting the list will do. */
function Preview(props: {
  list: string;
  role: Role;
  readList: (list: string) => ReturnType<typeof readInvitations>;
}) {
  const { people, faults, unused } = props.readList(useRested(props.list));
  const checked = useQuery(checkedInvitations(people, props.role)).data;
  if (people.length === 0 && faults.length === 0) return null;
  const known = new Set(checked?.known.map(({ email }) => email.toLowerCase()));
  const fresh = people.filter(({ email }) => !known.has(email));
  return (
    <div className={classes.preview} aria-live="polite">
      <p>{t(emailsWait() ? 'admin.invite.freshWaits' : 'admin.invite.fresh', { n: fresh.length })}</p>
      <ul>
        {fresh.slice(0, shownLines).map((person) => (
          <li key={person.email}>
            {nameOf(person)} <span className="muted">{person.email}</span>
            {person.role === undefined ? null : `, ${translate(roleMessage(person.role))}`}
          </li>
        ))}
      </ul>
      {fresh.length > shownLines ? <p>{t('admin.invite.more', { n: fresh.length - shownLines })}</p> : null}
      {known.size === 0 ? null : (
        <Note kind="info">
          {t('admin.invite.known', { n: known.size, list: [...known].slice(0, shownLines) })}
        </Note>
      )}
      {faults.length + unused.length === 0 ? null : (
        <Note kind="warn">
          {lineFaults.map((why) => (
            <LeftOut key={why} why={why} faults={faults.filter((fault) => fault.why === why)} />
          ))}
          {unused.length === 0 ? null : <p>{t('admin.invite.unused', { n: unused.length, list: unused })}</p>}
        </Note>
      )}
      {unused.length === 0 && people.length > 0 ? null : <Note kind="info">{t('admin.invite.columns')}</Note>}
    </div>
  );
}

/** Says which lines are left out for one reason. */
function LeftOut({ why, faults }: { why: LineFault['why']; faults: readonly LineFault[] }) {
  if (faults.length === 0) return null;
  const list = faults.slice(0, shownLines).map(({ line, text }) => `${line}: ${text.slice(0, 60)}`);
  return <p>{t(`admin.invite.fault.${why}`, { n: faults.length, list })}</p>;
}
