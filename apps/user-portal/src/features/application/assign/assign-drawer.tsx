import type { Application } from '@clearcall/domain/applications/application.ts';
import { endOfDay } from '@clearcall/domain/deadlines/plain-date.ts';
import { isPlainDate } from '@clearcall/domain/forms/dates.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import { DayField } from '@clearcall/ui/kit/field/day-field.tsx';
import { isComposing } from '@clearcall/ui/kit/field/is-composing.ts';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import { CheckField, TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { useRested } from '@clearcall/ui/kit/state/use-rested.ts';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { zonePlace } from '@clearcall/ui/kit/time/date-text.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { doEach, type Outcome } from '@clearcall/ui/session/do-each.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useKept } from '../../../parts/kept/kept-text.ts';
import { ChosenPeople } from '../../../parts/many/chosen-people.tsx';
import { nameOf } from '../../../parts/many/named.ts';
import { stepsOf } from '../editor/editor-session.ts';
import { assignedText, whoHas } from '../staff/person-name.ts';
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
 * stands in the row of the person. With `replaces` the assignment of that id is revoked afterwards.
 */
export function AssignDrawer(props: {
  application: Application;
  stepId: string;
  partitionId?: string | undefined;
  replaces?: string | undefined;
  /** Somebody to be invited at once. */
  invited?: Invited | undefined;
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}) {
  const { application } = props;
  const step = stepsOf(application).find(({ id }) => id === props.stepId);
  return step === undefined ? null : <Drawer {...props} step={step} />;
}

function Drawer(props: Parameters<typeof AssignDrawer>[0] & { step: Step }) {
  const { application, step, opened, onClose, onDone } = props;
  const { uid, call: ofCall } = application;
  const roles = rolesOfStep(step);
  const [search, setSearch] = useState('');
  const [everybody, setEverybody] = useState(false);
  const { whole, partitions } = partitionsOffered(application, step.id);
  const needsPartition = step.perPartition === true || !whole;
  const only = needsPartition && partitions.length === 1 ? partitions[0]?.id : undefined;
  const [partitionId, setPartitionId] = useState<string | null>(props.partitionId ?? only ?? null);
  const [chosen, setChosen] = useState<readonly Candidate[]>([]);
  const [nobody, setNobody] = useState(false);
  const [wantedRole, setRole] = useState('');
  const [day, setDay] = useState('');
  const [wantsLead, setWantsLead] = useState<boolean | null>(null);
  const [replaceLead, setReplaceLead] = useState(false);
  const [despite, setDespite] = useState(false);
  const about = {
    key: `replace:${props.replaces ?? ''}`,
    uid: application.uid,
    name: t('staff.assign.replaceReason'),
  };
  const [reason, setReason, forget] = useKept(about, '', { isShown: opened });
  const [errors, setErrors] = useState<{ role?: string; partition?: string; day?: string; all?: string }>({});
  const [over, setOver] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<Outcome<Candidate> | null>(null);
  const [refused, setRefused] = useState(false);
  const queries = useQueryClient();
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
  const { leader, isPreselected } = leadOf(application, here);
  const leads = step.config.hasLead === true && chosen.length < 2 && (wantsLead ?? isPreselected);
  const led = leads && chosen.every(({ id }) => id !== leader?.id) ? leader : undefined;
  const asks = chosen.some(({ id }) => evidenceOf(id)?.some(({ severity }) => severity === 'asks'));
  const replaced = application.assignments.find(({ id }) => id === props.replaces);
  // Work that was refused, revoked or stopped ended before: there is nothing left to revoke.
  const toRevoke = replaced !== undefined && isOngoing(replaced) ? replaced : undefined;
  const busy = over !== null && outcome === null;

  const wrong = (): typeof errors => ({
    ...(chosen.length === 0 && !nobody ? { all: t('staff.assign.choose') } : {}),
    ...(role === '' ? { role: t('staff.assign.needsRole') } : {}),
    ...(step.perPartition === true && partitionId === null
      ? { partition: t('staff.assign.needsPartition') }
      : {}),
    ...(day !== '' && !isPlainDate(day) ? { day: t('staff.assign.wrongDay') } : {}),
    ...(asks && !despite ? { all: t('staff.assign.needsDespite') } : {}),
    ...(led !== undefined && !replaceLead ? { all: t('staff.assign.needsReplaceLead') } : {}),
  });
  const assign = (userId: number | null) =>
    call('POST /v2/applications/:id/assign', {
      params: { id: uid },
      body: {
        flowElementId: step.id,
        userId,
        partitionId,
        makeLead: leads,
        replaceLead,
        role,
        ...(day === '' ? {} : { deadline: endOfDay(day, ofCall.timeZone) }),
        despiteEvidence: despite,
      },
      once: `assign.${uid}.${step.id}.${partitionId}.${userId}`,
      quiet: true,
    });
  const revokeReplaced = async () => {
    if (toRevoke === undefined) return;
    try {
      await call('PUT /v2/assignments/:id/revoke', {
        params: { id: toRevoke.id },
        body: { reason: reason.trim() },
        quiet: true,
      });
      forget();
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      notify({ type: 'error', sent: failure.message });
    }
  };
  const start = async () => {
    const found = wrong();
    setErrors(found);
    if (busy || Object.keys(found).length > 0) return;
    setOver(0);
    const made: Outcome<Candidate> = await doEach(
      nobody ? [nobodyYet] : chosen,
      ({ id }) => assign(nobody ? null : id),
      { atOnce: 1, onProgress: setOver, signal: end.current.signal },
    );
    const [failure] = made.failed;
    if (made.done === 0 && made.failed.length === 1 && failure !== undefined) {
      setOver(null);
      setRefused(true);
      return setErrors({ all: failure.why });
    }
    if (made.done > 0) await revokeReplaced();
    if (made.failed.length > 0) return setOutcome(made);
    notify(nobody ? noticeTexts.assignmentCreated : noticeTexts.userAssigned);
    onDone();
  };
  const toggle = (person: Candidate, on: boolean) => {
    setErrors({});
    setNobody(false);
    setChosen((before) => (on ? [...before, person] : before.filter(({ id }) => id !== person.id)));
  };

  // What was refused is not as the page behind tells it: somebody, or the flow, was quicker.
  const close = () => {
    if (!refused) return onClose();
    void queries.invalidateQueries({ queryKey: ['applications'] });
    onDone();
  };
  if (outcome !== null)
    return (
      <Dialog
        opened={opened}
        onClose={onDone}
        title={t('staff.assign.report')}
        actions={
          <Button variant="filled" onClick={onDone}>
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
  return (
    <Dialog
      opened={opened}
      onClose={close}
      size={1000}
      title={
        replaced === undefined
          ? t('staff.assign.title')
          : t('staff.assign.replace', { who: whoHas(replaced) })
      }
      actions={
        <>
          <Button variant="filled" loading={busy} onClick={() => void start()}>
            {t('staff.assign.title')}
          </Button>
          <Button variant="subtle" onClick={close}>
            {t('frame.kit.cancel')}
          </Button>
          <p className="small soft" role="status">
            {busy
              ? t('staff.assign.progress', {
                  over: numberText(over ?? 0),
                  n: numberText(Math.max(chosen.length, 1)),
                })
              : chosen.length > 1
                ? t('staff.assign.several')
                : ''}
          </p>
        </>
      }
    >
      <p className="soft">
        {unbroken(uid)} <span lang={langOf(step, 'title')}>{step.title}</span>
      </p>
      {assigned.length === 0 ? null : (
        <p className="small">
          {t('staff.assign.assigned', { people: assigned.map((one) => assignedText(application, one)) })}
        </p>
      )}
      <div className={classes.panes}>
        <div className={classes.left}>
          {step.ownerRole === 'applicant' ? null : (
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
          {step.ownerRole === 'applicant' ? null : (
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
          {step.ownerRole === 'applicant' ? null : (
            <InvitePart
              key={`${invited?.email} ${invited?.lastName}`}
              named={invited}
              application={application}
              step={step}
              role={role}
              partitionId={partitionId}
              deadline={day !== '' && isPlainDate(day) ? endOfDay(day, ofCall.timeZone) : null}
              makeLead={leads}
              replaceLead={replaceLead}
              led={led}
              onDone={() => void revokeReplaced().then(onDone)}
            />
          )}
        </div>
        <div className={classes.right}>
          {chosen.length > 0 ? (
            <div>
              <h3>{t('staff.assign.chosen', { n: chosen.length })}</h3>
              <ChosenPeople people={chosen} onTakeOut={(one) => toggle(one, false)} />
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
          {partitions.length > 0 && step.ownerRole !== 'applicant' ? (
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
          <DayField
            label={t('staff.assign.deadline')}
            hint={t('staff.assign.deadlineHint', { place: zonePlace(ofCall.timeZone) })}
            value={day}
            set={setDay}
            zone={ofCall.timeZone}
            error={errors.day}
          />
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
                setReplaceLead(false);
                setErrors({});
              }}
            />
          ) : null}
          {led === undefined ? null : (
            <CheckField
              label={t('staff.assign.replaceLead', { name: nameOf(led) })}
              checked={replaceLead}
              onChange={(event) => {
                setReplaceLead(event.target.checked);
                setErrors({});
              }}
            />
          )}
          <Checked chosen={chosen} evidenceOf={evidenceOf} />
          {asks ? (
            <CheckField
              label={t('staff.assign.despite')}
              checked={despite}
              onChange={(event) => {
                setDespite(event.target.checked);
                setErrors({});
              }}
            />
          ) : null}
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
          {errors.all === undefined ? null : (
            <Note kind="bad" live>
              {errors.all}
            </Note>
          )}
        </div>
      </div>
    </Dialog>
  );
}

const nobodyYet: Candidate = { id: 0, firstName: '', lastName: '', role: 'user' };
