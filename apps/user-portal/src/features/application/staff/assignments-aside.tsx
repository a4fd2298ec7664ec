import type { Application } from '@clearcall/domain/applications/application.ts';
import { fullName } from '@clearcall/domain/people/person-name.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { onePerson } from '@clearcall/ui/session/people.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { evidenceText } from '../../../parts/applications/evidence-text.ts';
import { AddAssignment } from '../editor/add-assignment.tsx';
import { chosenPartitions } from '../editor/chosen-partitions.ts';
import { firstReading } from './application-answers.ts';
import { partitionName } from './person-name.ts';
import classes from './staff.module.css';
import type { AskedCommand } from './staff-command-dialog.tsx';
import { commandsOnWhole } from './step-groups.ts';

/** Beside the assignments: what was asked for and decided, and what speaks for conflicts of interest. */
export function AssignmentsAside(props: {
  application: Application;
  isStaff: boolean;
  onCommand: (command: AskedCommand) => void;
  onDone: () => void;
}) {
  const { application, isStaff, onCommand, onDone } = props;
  return (
    <div className={classes.aside}>
      <AddAssignment application={application} onDone={onDone} />
      <Amounts application={application} />
      {isStaff ? <Conflicts application={application} onCommand={onCommand} /> : null}
      <Evidence application={application} />
    </div>
  );
}

function Part(props: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{props.title}</h2>
      {props.children}
    </section>
  );
}

function Amounts(props: { application: Application }) {
  const { application } = props;
  const asked = useMemo(() => {
    const reading = firstReading(application);
    return reading === null ? [] : chosenPartitions(reading.store, application);
  }, [application]);
  const { decisions, call: ofCall } = application;
  if (asked.length === 0 && decisions.length === 0) return null;
  return (
    <Part title={t('staff.aside.amounts')}>
      <ul className={classes.amounts}>
        {asked.map((one) => (
          <li key={one.key}>
            <span>{one.name}</span>
            <b className="num">
              {one.amount === null
                ? ''
                : t('staff.aside.amount', { amount: numberText(one.amount), unit: one.unit })}
            </b>
          </li>
        ))}
        {decisions.map((one) => (
          <li key={one.partitionId}>
            <span>
              {partitionName(application, one.partitionId)}: {t(`staff.outcome.${one.outcome}`)}
              {one.isReleased ? null : <span className="muted"> {t('staff.aside.notReleased')}</span>}
            </span>
            <b className="num">
              {one.amount === null
                ? ''
                : t('staff.aside.amount', { amount: numberText(one.amount), unit: ofCall.unit })}
            </b>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Who is in conflict with the application and who was, for staff. */
function Conflicts(props: { application: Application; onCommand: (command: AskedCommand) => void }) {
  const { application, onCommand } = props;
  const { data = [] } = useQuery({
    queryKey: ['applications', 'conflicts', application.uid],
    queryFn: () =>
      call('GET /v2/applications/:id/conflicts', { params: { id: application.uid }, quiet: true }),
  });
  const people = useQueries({ queries: data.map(({ userId }) => onePerson(userId)) });
  const nameOf = (index: number): string => {
    const person = people[index]?.data;
    if (person) return fullName(person);
    const owner = application.assignments.find((one) => one.owner?.id === data[index]?.userId)?.owner;
    return owner === undefined ? t('staff.conflict.unknown') : fullName(owner);
  };
  const mayClear = commandsOnWhole(application).clear_conflict === null;
  return (
    <Part title={t('staff.aside.conflicts')}>
      {data.length === 0 ? <p className="soft">{t('staff.aside.conflictsNone')}</p> : null}
      <ul className={classes.findings}>
        {data.map((one, index) => (
          <li key={one.userId}>
            <Icon name={one.clearedAt === null ? 'dial-conflicted' : 'check'} />
            <div>
              <b>{nameOf(index)}</b>
              <p>
                {unbroken(t(`staff.conflict.${one.source}`, { day: dateText(one.notedAt) }))}
                {one.reason ? ` ${one.reason}` : null}
              </p>
              {one.clearedAt === null ? null : (
                <p>
                  {unbroken(t('staff.conflict.cleared', { day: dateText(one.clearedAt) }))}
                  {one.clearedReason ? ` ${one.clearedReason}` : null}
                </p>
              )}
              {one.clearedAt === null && mayClear ? (
                <Button
                  size="sm"
                  aria-label={t('staff.deed.of', {
                    deed: t('staff.conflict.clear'),
                    who: nameOf(index),
                  })}
                  onClick={() =>
                    onCommand({ command: 'clear_conflict_of', userId: one.userId, name: nameOf(index) })
                  }
                >
                  {t('staff.conflict.clear')}
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const maxChecked = 20;

/** What was found about those who work on it, and that nothing was. */
function Evidence(props: { application: Application }) {
  const { application } = props;
  const people = useMemo(() => {
    const owners = application.assignments.flatMap(({ owner }) =>
      owner === undefined || owner.id === application.owner?.id ? [] : [owner],
    );
    return [...new Map(owners.map((owner) => [owner.id, owner])).values()].slice(0, maxChecked);
  }, [application]);
  const ids = people.map(({ id }) => id).join(',');
  const { data } = useQuery({
    queryKey: ['applications', 'evidence', application.uid, ids],
    enabled: ids !== '',
    queryFn: () =>
      call('GET /v2/applications/:id/conflicts/evidence', {
        params: { id: application.uid },
        query: { userIds: ids },
        quiet: true,
      }),
  });
  if (data === undefined) return null;
  const found = data.filter(({ evidence }) => evidence.length > 0);
  const nameOf = (id: number): string => {
    const person = people.find((one) => one.id === id);
    return person === undefined ? '' : fullName(person);
  };
  return (
    <Part title={t('staff.aside.evidence')}>
      <p className="muted small">{t('staff.aside.checked', { n: data.length })}</p>
      <ul className={classes.findings}>
        {found.map(({ userId, evidence }) => (
          <li key={userId}>
            <Icon
              name={evidence.some(({ severity }) => severity === 'refuses') ? 'dial-conflicted' : 'info'}
            />
            <div>
              <b>{nameOf(userId)}</b>
              {evidence.map(({ kind, says }) => (
                <p key={`${kind} ${JSON.stringify(says)}`}>{unbroken(evidenceText(kind, says))}</p>
              ))}
            </div>
          </li>
        ))}
        {found.length < data.length ? (
          <li>
            <Icon name="check" />
            <div>
              <b>{t('staff.aside.noHit', { n: data.length - found.length })}</b>
              <p>{t('staff.aside.noHitOf')}</p>
            </div>
          </li>
        ) : null}
      </ul>
    </Part>
  );
}
