import type { Application } from '@clearcall/domain/applications/application.ts';
import { fullName } from '@clearcall/domain/people/person-name.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { RangeRule } from '@clearcall/ui/kit/time/time-rule.tsx';
import { read } from '@clearcall/ui/session/call.ts';
import { onePerson } from '@clearcall/ui/session/people.ts';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { evidenceText } from '../../../parts/applications/evidence-text.ts';
import { chosenPartitions } from '../editor/chosen-partitions.ts';
import { isResubmitted } from '../is-resubmitted.ts';
import { AddAssignment } from './add-assignment.tsx';
import { advisedOn, firstReading, meant, panelName } from './application-answers.ts';
import type { Appointment } from './assign-user.tsx';
import { NewestNotes } from './notes-tab.tsx';
import { partitionName } from './person-name.ts';
import { actionIcons } from './row-actions.ts';
import classes from './staff.module.css';
import type { AskedCommand } from './staff-command-dialog.tsx';
import { commandsOnWhole, type StepGroup } from './step-groups.ts';

/** Beside the assignments: a new one, amounts, facts, what speaks for conflicts of interest, and the newest notes. */
export function AssignmentsAside(props: {
  application: Application;
  groups: readonly StepGroup[];
  isStaff: boolean;
  onCommand: (command: AskedCommand) => void;
  onAssign: (appointment: Appointment) => void;
}) {
  const { application, groups, isStaff, onCommand, onAssign } = props;
  return (
    <div className={classes.aside}>
      <AddAssignment groups={groups} onAssign={onAssign} />
      <Amounts application={application} />
      <Facts application={application} isStaff={isStaff} onCommand={onCommand} />
      {isStaff ? <Conflicts application={application} onCommand={onCommand} /> : null}
      {isStaff ? (
        <Part title={t('staff.tab.notes')}>
          <NewestNotes application={application} />
        </Part>
      ) : null}
      {/* At the end, because it is loaded after the page and would move what is below it. */}
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

/** Requested amount with its limits, advice of the technical review and outcome, for each partition. */
function Amounts(props: { application: Application }) {
  const { application } = props;
  const asked = useMemo(() => {
    const reading = firstReading(application);
    return reading === null ? [] : chosenPartitions(reading.store, application);
  }, [application]);
  const { decisions, partitions, call: ofCall } = application;
  const rows = [
    ...asked,
    ...decisions
      .filter(({ partitionId }) => asked.every((one) => one.partitionId !== partitionId))
      .map(({ partitionId }) => ({
        key: partitionId,
        partitionId,
        name: partitionName(application, partitionId),
        amount: null,
        unit: ofCall.unit,
      })),
  ];
  if (rows.length === 0) return null;
  const amountText = (amount: string, unit: string) =>
    t('staff.aside.amount', { amount: numberText(amount), unit });
  return (
    <Part title={t('staff.aside.amounts')}>
      <ul className={classes.amounts}>
        {rows.map(({ key, partitionId, name, amount, unit }) => {
          const { min = null, max = null } = partitions.find(({ id }) => id === partitionId) ?? {};
          const advised = advisedOn(application, partitionId);
          const decision = decisions.find((one) => one.partitionId === partitionId);
          return (
            <li key={key}>
              <span>{name}</span>
              <b className="num">{amount === null ? '' : amountText(amount, unit)}</b>
              {amount === null || (min === null && max === null) ? null : (
                <RangeRule
                  {...(min === null ? {} : { min: Number(min) })}
                  {...(max === null ? {} : { max: Number(max) })}
                  value={Number(amount)}
                />
              )}
              {advised === null ? null : (
                <span className="soft">
                  {t('staff.aside.advised', { amount: amountText(advised, unit) })}
                </span>
              )}
              {decision === undefined && application.turnedDown?.includes(partitionId) ? (
                <span>{t('staff.aside.turnedDown')}</span>
              ) : null}
              {decision === undefined ? null : (
                <span>
                  {t(`staff.outcome.${decision.outcome}`)}
                  {decision.amount === null ? null : (
                    <b className="num"> {amountText(decision.amount, ofCall.unit)}</b>
                  )}
                  {decision.isReleased ? null : (
                    <span className="muted"> {t('staff.aside.notReleased')}</span>
                  )}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

/** Who applies, in which field, with which panel, and since when. */
function Facts(props: {
  application: Application;
  isStaff: boolean;
  onCommand: (command: AskedCommand) => void;
}) {
  const { application, isStaff, onCommand } = props;
  const { call: ofCall, panel, submittedAt } = application;
  const name = ['pi_title', 'pi_first_name', 'pi_last_name'].map((one) => meant(application, one));
  const pi = [name.filter(Boolean).join(' '), meant(application, 'pi_affiliation')].filter(Boolean);
  const at = (moment: string | null) =>
    moment === null ? null : (
      <DateTime at={moment} {...(isStaff ? { zone: ofCall.timeZone } : { dateOnly: true })} />
    );
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('staff.head.pi'), pi.join(', ')],
    [
      t('staff.head.field'),
      meant(application, 'research_field_title') || meant(application, 'research_field_group'),
    ],
    [
      t('staff.head.panel'),
      panel === undefined ? null : (
        <>
          {panelName(application) ?? t('staff.panel.none')}
          {commandsOnWhole(application).change_panel === null ? (
            <Button
              className={classes.change}
              size="sm"
              variant="subtle"
              leftSection={<Icon name="edit" />}
              onClick={() => onCommand({ command: 'change_panel' })}
            >
              {t('staff.panel.change')}
            </Button>
          ) : null}
        </>
      ),
    ],
    [t(isResubmitted(application) ? 'editor.read.resubmitted' : 'staff.head.submitted'), at(submittedAt)],
  ];
  return (
    <Part title={t('staff.aside.facts')}>
      <dl className={classes.facts}>
        {facts.map(([term, value]) =>
          value === null || value === '' ? null : (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </Part>
  );
}

export const conflictsOf = (uid: string) =>
  queryOptions({
    queryKey: ['applications', 'conflicts', uid],
    queryFn: read('GET /v2/applications/:id/conflicts', { params: { id: uid } }),
  });

/** Who is in conflict with the application and who was, for staff. */
function Conflicts(props: { application: Application; onCommand: (command: AskedCommand) => void }) {
  const { application, onCommand } = props;
  const { data = [] } = useQuery(conflictsOf(application.uid));
  const people = useQueries({ queries: data.map(({ userId }) => onePerson(userId)) });
  const nameOf = (index: number): string => {
    const person = people[index]?.data;
    if (person) return fullName(person);
    const owner = application.assignments.find((one) => one.owner?.id === data[index]?.userId)?.owner;
    if (owner !== undefined) return fullName(owner);
    return people[index]?.isPending ? '…' : t('staff.conflict.unknown');
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
                  variant="subtle"
                  leftSection={<Icon name={actionIcons.clear_conflict} />}
                  aria-label={t('staff.command.of', {
                    command: t('staff.conflict.clear'),
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
    queryFn: read('GET /v2/applications/:id/conflicts/evidence', {
      params: { id: application.uid },
      query: { userIds: ids },
    }),
  });
  if (data === undefined) return null;
  const found = data.filter(({ evidence }) => evidence.length > 0);
  const clear = data.filter(({ evidence }) => evidence.length === 0);
  const nameOf = (id: number): string => {
    const person = people.find((one) => one.id === id);
    return person === undefined ? '' : fullName(person);
  };
  return (
    <Part title={t('staff.aside.evidence')}>
      <p className="soft small">{t('staff.aside.checked', { n: data.length })}</p>
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
        {clear.length > 0 ? (
          <li>
            <Icon name="check" />
            <div>
              <b>{t('staff.aside.noHit', { people: clear.map(({ userId }) => nameOf(userId)) })}</b>
              <p>{t('staff.aside.noHitOf')}</p>
            </div>
          </li>
        ) : null}
      </ul>
    </Part>
  );
}
