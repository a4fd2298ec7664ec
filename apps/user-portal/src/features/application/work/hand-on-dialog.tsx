import type { Routes } from '@clearcall/contract/routes.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import { fullName } from '@clearcall/domain/model/person-name.ts';
import { roleMessage } from '@clearcall/domain/model/roles.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import fieldClasses from '@clearcall/ui/kit/field/field.module.css';
import { CheckField, TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { endedText } from '../../../shell/ended-text.ts';
import { refusalWithEvidence } from '../../../shell/evidence-text.ts';
import { useKept } from '../../../shell/kept-text.ts';
import { useRested } from '../../../shell/use-rested.ts';
import { type DeedPlace, useDeed } from './use-deed.ts';
import classes from './work.module.css';

/** What the page asks of whatever lets somebody choose to whom work goes. */
export interface HandOnProps {
  place: DeedPlace;
  step: Step;
  opened: boolean;
  onClose: () => void;
}

type Person = Routes['POST /users/suggestions']['reply']['data'][number];

/** Looks for somebody else and gives them the work, with its partition and deadline. */
export function HandOnDialog({ place, step, opened, onClose }: HandOnProps) {
  const [search, setSearch] = useState('');
  const [person, setPerson] = useState<Person | null>(null);
  const about = { key: `hand-on:${place.assignmentId}`, uid: place.uid, name: t('work.handOn.reason') };
  const [reason, setReason, forget] = useKept(about, '', { isShown: opened });
  const [despite, setDespite] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const name = useId();
  const asked = useRested(search.trim());
  const found = useQuery({
    queryKey: ['work', 'hand-on', place.uid, step.id, asked],
    enabled: opened,
    queryFn: ({ signal }) =>
      call('POST /users/suggestions', {
        body: {
          search: asked,
          roles: step.permissions.assignable as never,
          applicationId: place.uid,
          page: 0,
          pageSize: 20,
        },
        signal,
        quiet: true,
      }),
  });
  const handOn = useDeed(
    place,
    async () => {
      await call('PUT /v2/assignments/:id/hand-on', {
        params: { id: place.assignmentId },
        body: { userId: person?.id ?? 0, reason, despiteEvidence: despite },
        quiet: true,
      });
      forget();
      notify(noticeTexts.userAssigned);
    },
    () => ({ kind: 'handed_on', uid: place.uid, reason: '' }),
  );
  const doubts = handOn.error instanceof CallError && handOn.error.code === 'conflict_possible';
  const people = found.data?.data ?? [];
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('work.handOn.title')}
      actions={
        <>
          <Button
            variant="filled"
            loading={handOn.isPending}
            onClick={() => (person === null ? setError(t('work.handOn.choose')) : handOn.send())}
          >
            {t('work.handOn.do')}
          </Button>
          <Button onClick={onClose}>{t('work.reject.keep')}</Button>
        </>
      }
    >
      <p>{t('work.handOn.what')}</p>
      <div className={classes.field}>
        <TextField
          label={t('work.handOn.search')}
          hint={t('work.handOn.searchHint')}
          error={error}
          value={search}
          autoComplete="off"
          onChange={(event) => {
            setSearch(event.target.value);
            setError(null);
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
                setError(null);
                setDespite(false);
              }}
            />
            <span>
              <b>{fullName(one)}</b>{' '}
              <span className="soft">
                {[
                  translate(roleMessage(one.role)),
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
      <div className={classes.field}>
        <AreaField
          label={t('work.handOn.reason')}
          maxLength={3_000}
          rows={2}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      {handOn.error === null ? null : (
        <Note kind={doubts ? 'warn' : 'bad'} live>
          {handOn.error instanceof CallError ? refusalWithEvidence(handOn.error) : handOn.error.message}
        </Note>
      )}
      {doubts ? (
        <CheckField
          label={t('work.handOn.despite')}
          checked={despite}
          onChange={(event) => setDespite(event.target.checked)}
        />
      ) : null}
    </Dialog>
  );
}
