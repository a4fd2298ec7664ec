import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { Button, IconButton } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { BackLink, KeyValue, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { dateText, dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { periodText } from '../../parts/changes/change-text.ts';
import { ChangesSection } from '../../parts/changes/changes-section.tsx';
import { coarseText } from '../../parts/record/coarse-text.ts';
import classes from '../../parts/record/record.module.css';
import { RecordPage } from '../../parts/record/record-page.tsx';
import { type Person as OnePerson, peopleChoices, personOf } from './people-queries.ts';
import { type Asked, PersonDialog } from './person-dialogs.tsx';
import { membershipText, nameOf, StateChip } from './person-parts.tsx';

/** One account, and what administrators can do about it. */
export function Person() {
  const { id } = useParams({ from: '/signed-in/people/$id' });
  const query = useQuery(personOf(id));
  const [asked, ask] = useState<Asked | null>(null);
  return (
    <RecordPage
      query={query}
      crumb={<BackLink to="/people">{t('admin.people.title')}</BackLink>}
      what={t('admin.person.what')}
      title={nameOf}
      chip={({ state }) => <StateChip state={state} />}
      main={(person) => (
        <>
          <Involvement person={person} ask={ask} />
          <ChangesSection id={String(person.id)} changes={person.changes} />
        </>
      )}
      side={(person) => <Account person={person} ask={ask} />}
    >
      {query.data !== undefined && asked !== null ? (
        <PersonDialog person={query.data} asked={asked} onClose={() => ask(null)} />
      ) : null}
    </RecordPage>
  );
}

interface PartProps {
  person: OnePerson;
  ask: (asked: Asked) => void;
}

function Account({ person, ask }: PartProps) {
  const { whyNot, state } = person;
  const user = useUser();
  const mayChange = whyNot.change === null;
  return (
    <Section title={t('admin.person.account')}>
      <KeyValue
        rows={[
          [t('admin.person.email'), person.email],
          [t('admin.people.role'), translate(roleMessage(person.role))],
          [t('admin.person.created'), dateText(person.createdAt)],
          [
            t('admin.people.lastLogin'),
            person.lastLoginAt === null ? t('admin.never') : dateTimeText(person.lastLoginAt),
          ],
          ...(person.invitation === null
            ? []
            : ([
                [
                  t('admin.invite.sent'),
                  t('admin.invite.period', {
                    sent: dateText(person.invitation.sentAt),
                    ends: dateText(person.invitation.endsAt),
                  }),
                ],
              ] as const)),
          [t('admin.person.sessions'), numberText(person.sessions)],
          // A person who has never logged in has no work.
          ...(state === 'invited'
            ? []
            : ([
                [t('admin.person.applications'), coarseText(person.work.applications)],
                [t('admin.person.open'), coarseText(person.work.open)],
                [t('admin.person.leads'), coarseText(person.work.leads)],
                [t('admin.person.done'), coarseText(person.work.done)],
              ] as const)),
        ]}
      />
      {whyNot.change === null || whyNot.change === 'forbidden' ? null : (
        <Note kind="info">{t('admin.person.aboveOwn')}</Note>
      )}
      {person.id === user.id ? (
        <Note kind="info">
          <RichText id="admin.person.own" parts={{ link: (label) => <Link to="/account">{label}</Link> }} />
        </Note>
      ) : null}
      {mayChange ? (
        <div className={classes.actions}>
          {whyNot.giveRole === null ? (
            <Button onClick={() => ask({ what: 'role' })}>{t('admin.person.giveRole')}</Button>
          ) : null}
          {state === 'active' ? (
            <Button onClick={() => ask({ what: 'link' })}>{t('admin.person.sendLink')}</Button>
          ) : null}
          {state === 'invited' ? (
            <>
              <Button onClick={() => ask({ what: 'again' })}>{t('admin.invite.again')}</Button>
              <Button onClick={() => ask({ what: 'copy' })}>{t('admin.invite.copyLink')}</Button>
              <Button variant="danger" onClick={() => ask({ what: 'withdraw' })}>
                {t('admin.invite.withdraw')}
              </Button>
            </>
          ) : null}
          {person.sessions > 0 && person.id !== user.id ? (
            <Button onClick={() => ask({ what: 'sessions' })}>{t('admin.person.endSessions')}</Button>
          ) : null}
          <Button onClick={() => ask({ what: 'handOn' })}>{t('admin.handOn.do')}</Button>
          {state === 'active' && whyNot.lock === null ? (
            <Button variant="danger" leftSection={<Icon name="lock" />} onClick={() => ask({ what: 'lock' })}>
              {t('admin.person.lock')}
            </Button>
          ) : null}
          {state === 'locked' ? (
            <Button onClick={() => ask({ what: 'unlock' })}>{t('admin.person.unlock')}</Button>
          ) : null}
        </div>
      ) : null}
    </Section>
  );
}

function Involvement({ person, ask }: PartProps) {
  const { memberships, fields, tags } = person;
  const mayChange = person.whyNot.change === null;
  const labels = new Map(useQuery(peopleChoices).data?.fields.map(({ value, label }) => [value, label]));
  return (
    <>
      <Section
        title={t('admin.people.memberships')}
        aside={
          mayChange ? (
            <Button size="sm" onClick={() => ask({ what: 'membership' })}>
              {t('admin.person.addMembership')}
            </Button>
          ) : null
        }
      >
        {memberships.length === 0 ? <p className="soft">{t('admin.person.noMemberships')}</p> : null}
        <ul className={classes.rows}>
          {memberships.map((membership) => (
            <li key={`${membership.kind} ${membership.id} ${membership.part}`}>
              <span>
                {membershipText(membership)}
                {membership.kind === 'panel' && labels.has(membership.id) ? (
                  <span className={`muted small ${classes.more}`}>{labels.get(membership.id)}</span>
                ) : null}
              </span>
              {mayChange ? (
                <span className={classes.buttons}>
                  <IconButton
                    label={t('admin.membership.changeEndOf', { membership: membershipText(membership) })}
                    icon="edit"
                    onClick={() => ask({ what: 'lastDay', membership })}
                  />
                  <IconButton
                    label={t('admin.person.removeMembership', { membership: membershipText(membership) })}
                    icon="close"
                    onClick={() => ask({ what: 'removal', membership })}
                  />
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      </Section>
      <Section
        title={t('admin.person.expertise')}
        aside={
          mayChange ? (
            <Button size="sm" onClick={() => ask({ what: 'fields' })}>
              {t('admin.person.changeFields')}
            </Button>
          ) : null
        }
      >
        {fields.length === 0 ? <p className="soft">{t('admin.person.noFields')}</p> : null}
        <ol className={classes.rows}>
          {fields.map((field) => (
            <li key={field}>{labels.get(field) ?? field}</li>
          ))}
        </ol>
      </Section>
      <Section
        title={t('admin.person.tags')}
        aside={
          mayChange ? (
            <Button size="sm" onClick={() => ask({ what: 'tag' })}>
              {t('admin.person.addTag')}
            </Button>
          ) : null
        }
      >
        {tags.length === 0 ? <p className="soft">{t('admin.person.noTags')}</p> : null}
        <ul className={classes.rows}>
          {tags.map((tag) => (
            <li key={tag}>
              <span>{tag}</span>
              {mayChange ? (
                <IconButton
                  label={t('admin.person.removeTag', { tag })}
                  icon="close"
                  onClick={() => ask({ what: 'untag', tag })}
                />
              ) : null}
            </li>
          ))}
        </ul>
      </Section>
      <Section
        title={t('admin.person.mandate')}
        aside={
          mayChange ? (
            <Button size="sm" onClick={() => ask({ what: 'mandate' })}>
              {t('admin.person.changeMandate')}
            </Button>
          ) : null
        }
      >
        <p className={(person.mandateStart ?? person.mandateEnd) ? undefined : 'soft'}>
          {periodText(person.mandateStart, person.mandateEnd)}
        </p>
        {person.temporary ? <p>{t('admin.person.unavailable')}</p> : null}
      </Section>
    </>
  );
}
