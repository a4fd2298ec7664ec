import type { ApplicationRow } from '@clearcall/domain/applications/application.ts';
import { MomentFields, momentOf } from '@clearcall/ui/kit/field/moment-fields.tsx';
import type { Selection } from '@clearcall/ui/kit/list/selection.ts';
import { type Action, ManyDialog } from '@clearcall/ui/kit/many/many-dialog.tsx';
import { newId } from '@clearcall/ui/kit/new-id.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { useState } from 'react';
import { attempt, byCall, type OfCall, type RequestOfCall } from '../../../parts/many/of-calls.ts';
import { ReleaseEmails, useReleaseEmails } from '../../../parts/releases/release-emails.tsx';
import { releaseRequest, releaseResult } from '../../../parts/releases/release-many.ts';
import { callsOf, openOf, type StepChoice, toReleaseOf } from './step-choices.ts';
import { StepQuestion, useStepChoices } from './step-question.tsx';

export type StepAction = 'release' | 'deadline';

/** So many in a request: the page tells how far it has come. */
const atOnce = 25;

/** Releases a step of the chosen applications, or gives what is open in it another deadline. */
export function StepDialog(props: {
  action: StepAction;
  selection: Selection<ApplicationRow>;
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}) {
  const { action, opened } = props;
  const [key, setKey] = useState('');
  /** The parts of one release are stopped together. */
  const [releaseId, setReleaseId] = useState(newId);
  const [moment, setMoment] = useState({ day: '', hour: '17:00' });
  const { survey, choices } = useStepChoices(props.selection, opened);
  const choice = choices.find((one) => one.key === key);
  const deadline = momentOf(moment);
  const request = choice === undefined ? undefined : requestOf(action, choice, { deadline, releaseId });
  const countIn = (one: StepChoice) => (action === 'release' ? one.ready : one.open.length);
  const n = choice === undefined ? 0 : countIn(choice);
  const released =
    action === 'release' && choice !== undefined && choice.ready > 0
      ? { flowElementId: choice.flowElementId, byCall: byCall(toReleaseOf(choice)) }
      : undefined;
  const previewed = useReleaseEmails(released);
  const isRead = released === undefined || previewed.emails.data !== undefined;
  const job: Action<OfCall> | undefined =
    request === undefined || choice === undefined || n === 0 || !isRead
      ? undefined
      : {
          items: action === 'release' ? toReleaseOf(choice) : openOf(choice),
          atOnce,
          nameOf: ({ uid }) => uid,
          act: (part) => attempt(part, request),
        };
  const close = () => {
    setKey('');
    setReleaseId(newId());
    props.onClose();
  };
  return (
    <ManyDialog
      title={t(`lists.many.${action}.title`)}
      opened={opened}
      onClose={close}
      onDone={props.onDone}
      verb={t(`lists.many.${action}.do`, { n })}
      action={job}
      {...(action === 'release' && { result: releaseResult })}
    >
      <StepQuestion
        survey={survey}
        choices={choices}
        aside={(one) => (countIn(one) === 0 ? '' : t(`lists.many.${action}.count`, { n: countIn(one) }))}
        value={key}
        set={setKey}
      >
        {action === 'deadline' ? (
          <MomentFields label={t('parts.many.day')} value={moment} set={setMoment} />
        ) : null}
        {choice === undefined ? null : (
          <>
            <Preview action={action} choice={choice} chosen={props.selection.size} deadline={deadline} />
            {released === undefined ? null : (
              <>
                <ReleaseEmails previewed={previewed} />
                <p>{t('parts.release.when')}</p>
              </>
            )}
          </>
        )}
      </StepQuestion>
    </ManyDialog>
  );
}

function requestOf(
  action: StepAction,
  { flowElementId }: StepChoice,
  { deadline, releaseId }: { deadline: string | null; releaseId: string },
): RequestOfCall | undefined {
  if (action === 'release') return releaseRequest({ flowElementId, releaseId });
  if (deadline === null) return undefined;
  return ({ callId, applicationIds }) =>
    call('POST /v2/calls/:callId/deadlines', {
      params: { callId },
      body: { flowElementId, applicationIds, deadline },
      quiet: true,
    });
}

function Preview(props: { action: StepAction; choice: StepChoice; chosen: number; deadline: string | null }) {
  const { action, choice, chosen, deadline } = props;
  const n = action === 'release' ? choice.ready : choice.open.length;
  const before = action === 'release' ? choice.releasedBefore : 0;
  const waiting = action === 'release' ? choice.waiting : 0;
  const unawaited = action === 'release' ? choice.unawaited.length : 0;
  const rest = choice.applications - n - before - waiting - unawaited;
  const without = chosen - choice.applications;
  return (
    <div role="status">
      {action === 'release' ? (
        <p>
          {quoting(
            t('lists.many.release.preview', { n, step: choice.title, calls: callsOf(choice, action) }),
            quoted(choice, 'title'),
          )}
        </p>
      ) : deadline === null && n > 0 ? null : (
        <p>
          {quoting(
            t('lists.many.deadline.preview', {
              n,
              step: choice.title,
              calls: callsOf(choice, action),
              deadline: deadline === null ? '' : dateTimeText(deadline),
            }),
            quoted(choice, 'title'),
          )}
        </p>
      )}
      {before > 0 ? <p className="small soft">{t('lists.many.release.before', { n: before })}</p> : null}
      {waiting > 0 ? <p className="small soft">{t('lists.many.release.waiting', { n: waiting })}</p> : null}
      {unawaited > 0 ? (
        <p className="small soft">{t('lists.many.release.unawaited', { n: unawaited })}</p>
      ) : null}
      {rest > 0 ? <p className="small soft">{t(`lists.many.${action}.rest`, { n: rest })}</p> : null}
      {without > 0 ? <p className="small soft">{t('lists.many.without', { n: without })}</p> : null}
    </div>
  );
}
