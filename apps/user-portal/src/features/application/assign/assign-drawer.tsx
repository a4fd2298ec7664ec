import type { Application } from '@clearcall/domain/applications/application.ts';
import { endOfDay } from '@clearcall/domain/deadlines/plain-date.ts';
import { isPlainDate } from '@clearcall/domain/forms/dates.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { zonePlace } from '@clearcall/i18n/format.ts';
import { message } from '@clearcall/i18n/message.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import { isComposing } from '@clearcall/ui/kit/field/is-composing.ts';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import { CheckField, TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { useRested } from '@clearcall/ui/kit/state/use-rested.ts';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { doEach, type Outcome } from '@clearcall/ui/session/do-each.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { AssignEmails, emailsOfStep } from '../../../parts/assign/assign-emails.tsx';
import { useKept } from '../../../parts/kept/kept-text.ts';
import { ChosenPeople } from '../../../parts/many/chosen-people.tsx';
import { nameOf } from '../../../parts/many/named.ts';
import { stepsOf } from '../editor/editor-session.ts';
import { assignedText, isUnowned, whoHas } from '../staff/person-name.ts';
import { isOngoing } from '../staff/what-waits.ts';
import classes from './assign.module.css';
import {
  assignedTo,
  type Candidate,
  leadOf,
  partitionsOffered,
  rolesOffered,
  rolesOfStep,
} from './candidates.ts';
import { InvitePart } from './invite-part.tsx';
import type { Invited } from './invited.ts';
import { Named } from './named.tsx';
import { Checked, People } from './people-list.tsx';
import { Suggested } from './suggested.tsx';
import { useCandidates } from './use-candidates.ts';

/**
 * Puts people on a step of an application: whom, in which role, for which partition, until when; what speaks against it
 * stands in the row of the person. With `replaces` they take the place of the assignment of that id, which is revoked
 * afterwards if it is ongoing.
 */
export function AssignDrawer(props: {
  application: Application;
  stepId: string;
  partitionId?: string | undefined;
  replaces?: string | undefined;
  /** Somebody to be invited at once. */
  invited?: Invited | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const { application } = props;
  const step = stepsOf(application).find(({ id }) => id === props.stepId);
  return step === undefined ? null : <Drawer {...props} step={step} />;
}

function Drawer(props: Parameters<typeof AssignDrawer>[0] & { step: Step }) {
  const { application, step, onClose, onDone } = props;
  const { uid, call: ofCall } = application;
  const roles = rolesOfStep(step);
  const isApplicants = step.ownerRole === 'applicant';
  const [search, setSearch] = useState('');
  const [everybody, setEverybody] = useState(false);
  const { whole, partitions } = partitionsOffered(application, step.id);
  const needsPartition = step.perPartition === true || !whole;
  const only = needsPartition && partitions.length === 1 ? partitions[0]?.id : undefined;
  const [partitionId, setPartitionId] = useState<string | null>(props.partitionId ?? only ?? null);
  const [chosen, setChosen] = useState<readonly Candidate[]>([]);
  const [nobody, setNobody] = useState(false);
  const [wantedRole, setRole] = useState('');
  const [wantsLead, setWantsLead] = useState(false);
  const place = { key: `replace:${props.replaces ?? ''}`, uid, name: t('staff.assign.replaceReason') };
  const [reason, setReason, forget] = useKept(place, '');
  const [errors, setErrors] = useState<{ people?: string; role?: string; partition?: string }>({});
  const [over, setOver] = useState(0);
  const [outcome, setOutcome] = useState<Outcome<Candidate> | null>(null);
  const [invited, setInvited] = useState<Invited | null>(props.invited ?? null);
  const end = useRef(new AbortController());
  useEffect(() => () => end.current.abort(), []);
  const listId = useId();
  const rested = useRested(search.trim());
  const { people, total, error, isOld, evidenceOf } = useCandidates(application, step, {
    search: rested,
    everybody,
    partitionId,
    chosen,
  });
  const { possible, preselected } = rolesOffered(chosen, roles);
  const role = possible.includes(wantedRole) ? wantedRole : preselected;
  const here = { stepId: step.id, partitionId };
  const assigned = assignedTo(application, here);
  // One assignment leads: of several people none is made the lead here.
  const leader = leadOf(application, here);
  const leads = step.config.hasLead === true && chosen.length < 2 && wantsLead;
  const led = leads && chosen.every(({ id }) => id !== leader?.id) ? leader : undefined;
  const asks = chosen.some(({ id }) => evidenceOf(id)?.some(({ severity }) => severity === 'asks'));
  const named = application.assignments.find(({ id }) => id === props.replaces);
  // Work that nobody has is given to the person, not replaced.
  const replaced = named === undefined || isUnowned(named) ? undefined : named;
  // Work that was refused, revoked or stopped ended before: there is nothing left to revoke.
  const toRevoke = replaced !== undefined && isOngoing(replaced) ? replaced : undefined;
  const { needs: needed } = step.config;
  const wouldHave = assigned.length + chosen.length - (toRevoke === undefined ? 0 : 1);
  const assignees = nobody ? [nobodyYet] : chosen;

  const revokeReplaced = async () => {
    if (toRevoke === undefined) return;
    try {
      await call('PUT /v2/assignments/:id/revoke', {
        params: { id: toRevoke.id },
        body: { reason: reason.trim() },
      });
      forget();
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
    }
  };
  const toggle = (person: Candidate, on: boolean) => {
    setErrors({});
    setNobody(false);
    setChosen((before) => (on ? [...before, person] : before.filter(({ id }) => id !== person.id)));
  };
  if (outcome !== null) return <Report outcome={outcome} onClose={onDone} />;
  return (
    <CommandDialog
      onClose={onClose}
      size={1000}
      title={
        replaced === undefined
          ? t('staff.assign.title')
          : t('staff.assign.replace', { who: whoHas(replaced) })
      }
      verb={chosen.length > 1 ? t('staff.assign.doMany', { n: chosen.length }) : t('staff.assign.title')}
      fields={{
        day: {
          type: 'day',
          label: t('staff.assign.deadline'),
          hint: deadlineHint(application, step.id),
          zone: ofCall.timeZone,
        },
        replaceLead: {
          type: 'tick',
          label: led === undefined ? '' : t('staff.assign.replaceLead', { name: nameOf(led) }),
          required: led === undefined ? undefined : t('staff.assign.needsReplaceLead'),
        },
        despite: {
          type: 'tick',
          label: t('staff.assign.despite'),
          required: asks ? t('staff.assign.needsDespite') : undefined,
        },
      }}
      check={({ day }) => {
        const missing = {
          ...(assignees.length === 0 ? { people: t('staff.assign.choose') } : {}),
          ...(role === '' ? { role: t('staff.assign.needsRole') } : {}),
          ...(step.perPartition === true && partitionId === null
            ? { partition: t('staff.assign.needsPartition') }
            : {}),
        };
        setErrors(missing);
        return {
          ...missing,
          ...(day !== '' && !isPlainDate(day) ? { day: t('staff.assign.wrongDay') } : {}),
        };
      }}
      send={async (send, { day, replaceLead, despite }) => {
        const assign = ({ id }: Candidate) =>
          send('POST /v2/applications/:id/assign', {
            params: { id: uid },
            body: {
              flowElementId: step.id,
              userId: nobody ? null : id,
              partitionId,
              makeLead: leads,
              replaceLead: led !== undefined && replaceLead,
              ...(replaced === undefined ? {} : { replaces: replaced.id }),
              role,
              ...(day === '' ? {} : { deadline: endOfDay(day, ofCall.timeZone) }),
              despiteEvidence: despite,
            },
            once: `assign.${uid}.${step.id}.${partitionId}.${nobody ? null : id}`,
          });
        const [single] = assignees;
        let made: Outcome<Candidate> = { done: 1, failed: [] };
        if (single !== undefined && assignees.length === 1) await assign(single);
        else {
          setOver(0);
          made = await doEach(assignees, assign, {
            atOnce: 1,
            onProgress: setOver,
            signal: end.current.signal,
          });
        }
        if (made.done > 0) await revokeReplaced();
        return made;
      }}
      done={({ done, failed }) =>
        failed.length > 0
          ? null
          : nobody
            ? noticeTexts.assignmentCreated
            : done === 1
              ? noticeTexts.userAssigned
              : { type: 'success', message: message('staff.assign.doneMany', { n: done }) }
      }
      after={(made) => (made.failed.length > 0 ? setOutcome(made) : onDone())}
      reloads
    >
      {({ values, field, isPending }) => (
        <>
          <p className="soft">
            {unbroken(uid)} <span lang={langOf(step, 'title')}>{step.title}</span>
          </p>
          {needed === undefined ? null : (
            <p className="small">{t('staff.assign.needed', { needed, n: assigned.length })}</p>
          )}
          {assigned.length === 0 ? null : (
            <p className="small">
              {t('staff.assign.assigned', { people: assigned.map((one) => assignedText(application, one)) })}
            </p>
          )}
          <div className={classes.panes}>
            <div className={classes.left}>
              {isApplicants ? null : (
                <>
                  <Suggested
                    application={application}
                    of={{ stepId: step.id, partitionId, replaces: props.replaces }}
                    onSearch={setSearch}
                    onInvite={setInvited}
                  />
                  <TextField
                    label={t('staff.assign.search')}
                    type="search"
                    data-autofocus
                    autoComplete="off"
                    value={search}
                    onChange={(event) => setSearch(event.target.value)}
                    onKeyDown={(event) => {
                      if (event.key !== 'ArrowDown' || isComposing(event)) return;
                      event.preventDefault();
                      document
                        .getElementById(listId)
                        ?.querySelector<HTMLInputElement>('input:not(:disabled)')
                        ?.focus();
                    }}
                  />
                  <CheckField
                    label={t('staff.assign.everybody')}
                    checked={everybody}
                    onChange={(event) => setEverybody(event.target.checked)}
                  />
                </>
              )}
              <p role="status" className="small soft">
                {people === undefined && error === null
                  ? '\u00a0'
                  : people === undefined || people.length === 0
                    ? t('staff.assign.none')
                    : t('staff.assign.found', { n: total })}
              </p>
              {/* A lookup that fails says nothing else. Source: Requirements 1, 8.21. */}
              {people === undefined ? (
                error === null ? (
                  <LoadingRows rows={5} />
                ) : null
              ) : (
                <People
                  id={listId}
                  people={people}
                  chosen={chosen}
                  evidenceOf={evidenceOf}
                  roles={roles}
                  partitionId={partitionId}
                  isOld={isOld}
                  toggle={toggle}
                />
              )}
              {isApplicants ? null : (
                <Named application={application} onSearch={setSearch} onInvite={setInvited} />
              )}
              {roles.includes('compute_centre_representative') || step.perPartition === true ? (
                <CheckField
                  label={t('staff.assign.nobody')}
                  hint={t('staff.assign.nobodyHint')}
                  checked={nobody}
                  onChange={(event) => {
                    setNobody(event.target.checked);
                    if (event.target.checked) setChosen([]);
                    setErrors({});
                  }}
                />
              ) : null}
              {isApplicants ? null : (
                <InvitePart
                  key={`${invited?.email} ${invited?.lastName}`}
                  named={invited}
                  application={application}
                  step={step}
                  role={role}
                  partitionId={partitionId}
                  deadline={isPlainDate(values.day) ? endOfDay(values.day, ofCall.timeZone) : null}
                  makeLead={leads}
                  replaceLead={led !== undefined && values.replaceLead}
                  led={led}
                  replaces={replaced?.id}
                  onDone={() => void revokeReplaced().then(onDone)}
                />
              )}
            </div>
            <div className={classes.right}>
              {chosen.length > 0 ? (
                <div>
                  <h3>{t('staff.assign.chosen', { n: chosen.length })}</h3>
                  <ChosenPeople people={chosen} onTakeOut={(one) => toggle(one, false)} />
                  {needed === undefined || wouldHave <= needed ? null : (
                    <Note kind="warn" live>
                      {t('staff.assign.tooMany', { needed, n: wouldHave })}
                    </Note>
                  )}
                </div>
              ) : null}
              {roles.length > 1 ? (
                <SelectField
                  label={t('staff.assign.role')}
                  required
                  value={role}
                  error={errors.role ?? null}
                  choices={possible.map((one) => ({ value: one, label: translate(roleMessage(one)) }))}
                  set={(value) => {
                    setRole(value);
                    setErrors({});
                  }}
                />
              ) : null}
              {partitions.length > 0 && !isApplicants ? (
                <SelectField
                  label={t('staff.assign.partition')}
                  required={!whole}
                  hint={whole ? t('staff.assign.wholeHint') : ''}
                  unset={whole ? t('staff.assign.whole') : undefined}
                  value={partitionId ?? ''}
                  error={errors.partition ?? null}
                  choices={partitions.map(({ id, name }) => ({ value: id, label: name }))}
                  set={(value) => {
                    setPartitionId(value === '' ? null : value);
                    setErrors({});
                  }}
                />
              ) : null}
              {field.day}
              {step.config.hasLead === true && chosen.length < 2 ? (
                <CheckField
                  label={t('staff.assign.lead')}
                  hint={
                    leader === undefined
                      ? t('staff.assign.noLead')
                      : t('staff.assign.ledBy', { name: nameOf(leader) })
                  }
                  checked={leads}
                  onChange={(event) => {
                    setWantsLead(event.target.checked);
                    setErrors({});
                  }}
                />
              ) : null}
              {led === undefined ? null : field.replaceLead}
              <Checked chosen={chosen} evidenceOf={evidenceOf} />
              {asks ? field.despite : null}
              {toRevoke === undefined ? null : (
                <AreaField
                  label={t('staff.assign.replaceReason')}
                  hint={t('staff.assign.replaceHint', { who: whoHas(toRevoke) })}
                  rows={2}
                  maxLength={3_000}
                  value={reason}
                  onChange={(event) => setReason(event.target.value)}
                />
              )}
              <AssignEmails
                assigned={[
                  {
                    ...emailsOfStep(application, step),
                    names: chosen.map(nameOf),
                    n: 1,
                    isUnowned: nobody,
                    leads,
                  },
                ]}
              />
              <Note kind="bad" live>
                {errors.people}
              </Note>
              <p className="small soft" role="status">
                {isPending
                  ? t('staff.assign.progress', {
                      over: numberText(over),
                      n: numberText(Math.max(chosen.length, 1)),
                    })
                  : chosen.length > 1
                    ? t('staff.assign.several')
                    : ''}
              </p>
            </div>
          </div>
        </>
      )}
    </CommandDialog>
  );
}

/** Says which deadline applies if none is entered. */
function deadlineHint({ commands, call: { timeZone } }: Application, stepId: string): string {
  const { deadline } = commands.find((one) => one.command === 'assign' && one.stepId === stepId) ?? {};
  const place = zonePlace(timeZone);
  return deadline === undefined
    ? t('staff.assign.deadlineHint', { place })
    : t('staff.assign.deadlineHintDue', { place, due: dateTimeText(deadline, timeZone) });
}

/** Shown if only some of several people were assigned: how many, and why the others were not. */
function Report({ outcome, onClose }: { outcome: Outcome<Candidate>; onClose: () => void }) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('staff.assign.report')}
      actions={
        <Button variant="filled" onClick={onClose}>
          {t('staff.assign.close')}
        </Button>
      }
    >
      <p role="status">{t('staff.assign.done', { n: outcome.done })}</p>
      <p>{t('staff.assign.failed', { n: outcome.failed.length })}</p>
      <ul className={classes.report}>
        {outcome.failed.map(({ item, why }) => (
          <li key={item.id}>
            <b>{nameOf(item)}</b>
            <br />
            {why}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const nobodyYet: Candidate = { id: 0, firstName: '', lastName: '', role: 'user' };
