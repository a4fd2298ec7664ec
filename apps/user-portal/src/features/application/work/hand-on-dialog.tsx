import type { Routes } from '@clearcall/contract/routes.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import { fullName } from '@clearcall/domain/people/person-name.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import fieldClasses from '@clearcall/ui/kit/field/field.module.css';
import { CheckField, TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { useRested } from '@clearcall/ui/kit/state/use-rested.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { read } from '@clearcall/ui/session/call.ts';
import type { CallError } from '@clearcall/ui/session/call-error.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { endedText } from '../../../parts/applications/ended-text.ts';
import { refusalWithEvidence } from '../../../parts/applications/evidence-text.ts';
import { keptOnDevice } from '../../../parts/kept/kept-text.ts';
import { followUp, type WorkPlace } from './follow-up.ts';
import classes from './work.module.css';

/** What the page asks of whatever lets somebody choose to whom work goes. */
export interface HandOnProps {
  place: WorkPlace;
  step: Step;
  partitionId: string | null;
  onClose: () => void;
}

type Person = Routes['POST /users/suggestions']['reply']['data'][number];

/** Looks for somebody else and gives them the work, with its partition and deadline. */
export function HandOnDialog({ place, step, partitionId, onClose }: HandOnProps) {
  const { uid, assignmentId } = place;
  const [search, setSearch] = useState('');
  const [person, setPerson] = useState<Person | null>(null);
  const [despite, setDespite] = useState(false);
  const [missing, setMissing] = useState<string | null>(null);
  const name = useId();
  const asked = useRested(search.trim());
  const found = useQuery({
    queryKey: ['work', 'hand-on', uid, step.id, asked],
    queryFn: read('POST /users/suggestions', {
      body: {
        search: asked,
        roles: step.permissions.assignable as never,
        applicationId: uid,
        flowElementId: step.id,
        partitionId,
        page: 0,
        pageSize: 20,
      },
    }),
  });
  const people = found.data?.data ?? [];
  return (
    <CommandDialog
      title={t('work.handOn.title')}
      verb={t('work.handOn.do')}
      fields={{
        reason: {
          type: 'area',
          label: t('work.handOn.reason'),
          maxLength: 3_000,
          rows: 2,
          kept: keptOnDevice(`hand-on:${assignmentId}`, uid),
        },
      }}
      check={(): Record<string, string> => {
        setMissing(person === null ? t('work.handOn.choose') : null);
        return person === null ? { person: t('work.handOn.choose') } : {};
      }}
      send={(send, { reason }) =>
        send('PUT /v2/assignments/:id/hand-on', {
          params: { id: assignmentId },
          body: { userId: person?.id ?? 0, reason, despiteEvidence: despite },
        })
      }
      done={noticeTexts.userAssigned}
      {...followUp(place, 'handed_on')}
      refusal={(refusal) => (
        <>
          <Note kind={isDoubt(refusal) ? 'warn' : 'bad'} live>
            {refusalWithEvidence(refusal)}
          </Note>
          {isDoubt(refusal) ? (
            <CheckField
              label={t('work.handOn.despite')}
              checked={despite}
              onChange={(event) => setDespite(event.target.checked)}
            />
          ) : null}
        </>
      )}
      onClose={onClose}
    >
      {({ fields }) => (
        <>
          <p>{t('work.handOn.what')}</p>
          <div data-field="person">
            <TextField
              label={t('work.handOn.search')}
              hint={t('work.handOn.searchHint')}
              error={missing}
              value={search}
              autoComplete="off"
              onChange={(event) => {
                setSearch(event.target.value);
                setMissing(null);
              }}
            />
          </div>
          <fieldset className={classes.people} aria-busy={found.isFetching}>
            <legend className="hidden-visually">{t('work.handOn.people')}</legend>
            {people.map((one) => (
              <label key={one.id} className={classes.person}>
                <input
                  type="radio"
                  className={fieldClasses.box}
                  name={name}
                  checked={person?.id === one.id}
                  onChange={() => {
                    setPerson(one);
                    setMissing(null);
                    setDespite(false);
                  }}
                />
                <span>
                  <b>{fullName(one)}</b>{' '}
                  <span className="soft">
                    {[
                      translate(roleMessage(one.role)),
                      ...(one.work?.centres ?? []),
                      ...(one.ended === undefined ? [] : [endedText(one.ended)]),
                    ].join(', ')}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
          <p role="status" className="soft small">
            {found.isPending
              ? t('work.handOn.looking')
              : people.length === 0
                ? t('work.handOn.none')
                : t('work.handOn.found', { n: found.data?.total ?? 0 })}
          </p>
          {fields}
        </>
      )}
    </CommandDialog>
  );
}

const isDoubt = ({ code }: CallError): boolean => code === 'conflict_possible';
