import type { Stragglers as Place } from '@clearcall/contract/automations.ts';
import type { CallDetail } from '@clearcall/domain/calls/call.ts';
import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { fullName } from '@clearcall/domain/people/person-name.ts';
import { message } from '@clearcall/i18n/message.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { CallFailure } from '@clearcall/ui/kit/state/page-states.tsx';
import { AuthorText } from '@clearcall/ui/kit/text/author-text.tsx';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { keptOnDevice } from '../../parts/kept/kept-text.ts';
import { UnsentTextsGuard } from '../../parts/kept/unsent-texts-guard.tsx';
import classes from './stragglers.module.css';

const keyOf = ({ cutoffId, flowElementId, panel }: Place) => JSON.stringify([cutoffId, flowElementId, panel]);

const startsText = ({ starts }: Place): string =>
  starts
    .map(({ words, step }) => (step === null ? words : t('call.stragglers.does', { words, step })))
    .join(', ');

/** The titles of the steps that start. */
const stepsOf = ({ starts }: Place) =>
  starts.flatMap(({ step, told }) => (step === null ? [] : [quoted({ step, told }, 'step')]));

/** Where the applications of a cut-off wait for each other, for staff: which are missing, and the way on without them. Source: Requirements 2d, 3.9. */
export function Stragglers(props: {
  call: CallDetail;
  role: string;
  waiting: ReactNode;
  /** What follows on the page. */
  children: ReactNode;
}) {
  const { call, role, children } = props;
  const queries = useQueryClient();
  const key = ['applications', 'stragglers', call.id];
  const [asked, setAsked] = useState<Place | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: read('GET /v2/calls/:callId/stragglers', { params: { callId: String(call.id) } }),
  });
  const places = data?.data ?? [];
  if (data === undefined && error === null) return props.waiting;
  if (error === null && places.length === 0) return children;
  return (
    <>
      <Section title={t('call.stragglers.title')} id="stragglers">
        {error !== null && data === undefined ? (
          <CallFailure query={{ error, refetch }} what={t('call.stragglers.what')} />
        ) : (
          <ul className={classes.places}>
            {places.map((place) => (
              <OnePlace
                key={keyOf(place)}
                call={call}
                role={role}
                place={place}
                onStart={() => setAsked(place)}
              />
            ))}
          </ul>
        )}
        {asked === null ? null : (
          <StartDialog
            callId={call.id}
            place={asked}
            onClose={() => setAsked(null)}
            onDone={() => void queries.invalidateQueries({ queryKey: key })}
          />
        )}
      </Section>
      {children}
    </>
  );
}

function OnePlace(props: { call: CallDetail; role: string; place: Place; onStart: () => void }) {
  const { call, role, place } = props;
  const { cutoffEnd, panelName: panel, arrived, missing, applications, started } = place;
  const day = cutoffEnd === null ? '-' : dateText(cutoffEnd, call.timeZone);
  return (
    <li>
      <h3>
        <AuthorText of={place} name="step" />
        <span className="small soft">
          {unbroken(
            panel === null
              ? t('call.stragglers.cutOff', { day })
              : t('call.stragglers.panel', { day, panel }),
          )}
        </span>
      </h3>
      <p>{t('call.stragglers.count', { arrived, missing })}</p>
      {started === null ? (
        <p className="soft">
          {quoting(t('call.stragglers.waits', { what: startsText(place) }), ...stepsOf(place))}
        </p>
      ) : (
        <p className="soft">
          {unbroken(
            t('call.stragglers.started', {
              day: dateText(started.at, call.timeZone),
              name: fullName(started),
              reason: started.reason,
            }),
          )}
        </p>
      )}
      <details>
        <summary>{t('call.stragglers.which', { missing })}</summary>
        <ul>
          {applications.map(({ uid, projectTitle }) => (
            <li key={uid}>
              <Link to="/applications/$uid" params={{ uid }} search={{ tab: 'assignments' }}>
                {unbroken(uid)}
              </Link>{' '}
              {projectTitle}
            </li>
          ))}
        </ul>
        {missing > applications.length ? (
          <p className="soft">{t('call.stragglers.more', { n: missing - applications.length })}</p>
        ) : null}
      </details>
      <p className={classes.actions}>
        {started === null && arrived > 0 ? (
          <Button size="sm" onClick={props.onStart}>
            {t('call.stragglers.start')}
            <span className="hidden-visually">
              {quoting(t('call.stragglers.startWhat', { step: place.step }), quoted(place, 'step'))}
            </span>
          </Button>
        ) : null}
        <Link to="/dashboard/late" search={{ call: call.id, step: place.flowElementId }}>
          {quoting(t('call.stragglers.late', { step: place.step }), quoted(place, 'step'))}
        </Link>
        {cutoffEnd === null ? null : (
          <Link
            to="/applications"
            search={{
              role,
              filters: [
                { column: 'cutoff', op: 'equal', value: plainDate(new Date(cutoffEnd), call.timeZone) },
                { column: 'callTitle', op: 'contains', value: call.title },
              ],
            }}
          >
            {t('call.stragglers.all')}
          </Link>
        )}
      </p>
    </li>
  );
}

/** What will happen, and why it is wanted; then it happens. */
function StartDialog(props: { callId: number; place: Place; onClose: () => void; onDone: () => void }) {
  const { place, callId, onClose, onDone } = props;
  const { step, arrived, missing, flowElementId, cutoffId, panel } = place;
  return (
    <CommandDialog
      title={t('call.stragglers.ask', { missing })}
      verb={t('call.stragglers.do')}
      fields={{
        reason: {
          type: 'area',
          label: t('call.stragglers.reason'),
          hint: t('call.stragglers.reasonHint'),
          required: t('refusals.reason_needed'),
          codes: ['reason_needed'],
          maxLength: 3_000,
          isFirst: true,
          kept: keptOnDevice(`start:${keyOf(place)}`, ''),
        },
      }}
      send={(call, { reason }) =>
        call('POST /v2/calls/:callId/start', {
          params: { callId: String(callId) },
          body: { flowElementId, cutoffId, ...(panel === null ? {} : { panel }), reason },
        })
      }
      done={({ started }) => ({
        type: 'success',
        message: message('call.stragglers.done', { n: started }),
      })}
      after={onDone}
      onClose={onClose}
    >
      <p>{quoting(t('call.stragglers.now', { arrived, what: startsText(place) }), ...stepsOf(place))}</p>
      <p>{quoting(t('call.stragglers.later', { missing, step }), quoted(place, 'step'))}</p>
      <UnsentTextsGuard />
    </CommandDialog>
  );
}
