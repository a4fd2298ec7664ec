import type { Application } from '@clearcall/domain/applications/application.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import type { CallError } from '@clearcall/ui/session/call-error.ts';
import { announceClosed } from '../../../parts/applications/closed-applications.ts';
import { useDuplicate } from '../../../parts/applications/use-duplicate.ts';
import classes from './own.module.css';
import { type Action, possibleActions } from './own-facts.ts';

/** The cut-off that counts, to the minute and in the call's time zone. */
function CutOff({ application }: { application: Application }) {
  const end = application.cutoff?.end ?? null;
  return end === null ? t('editor.own.noCutOff') : <DateTime at={end} zone={application.call.timeZone} />;
}

/** Why something cannot be done any more, where there is a word for it. */
function WhyNot({ application, refusal }: { application: Application; refusal: string }) {
  if (refusal === 'review_begun') return t('editor.own.takeBack.reviewBegun');
  if (refusal === 'not_withdrawable') return t('editor.own.withdraw.told');
  if (refusal !== 'deadline_passed') return null;
  return (
    <RichText
      id="editor.own.takeBack.cutOffOver"
      parts={{ at: () => <CutOff application={application} /> }}
    />
  );
}

/** Says until when the applicant can take the submission of a step back; nothing if they cannot. */
export function TakeBackNote({ application, stepId }: { application: Application; stepId: string }) {
  const [action] = possibleActions(application);
  const isFirst = application.process[0]?.id === stepId;
  return isFirst && action?.action === 'take_back' && action.refusal === null ? (
    <p>
      <MayTakeBack application={application} />
    </p>
  ) : null;
}

const MayTakeBack = ({ application }: { application: Application }) => (
  <RichText id="editor.own.takeBack.may" parts={{ at: () => <CutOff application={application} /> }} />
);

/** What the applicant may do with what was submitted, or why not. Nothing for everybody else. */
export function SubmissionActions(props: { application: Application; onAsk: (action: Action) => void }) {
  const { application } = props;
  const actions = possibleActions(application);
  const worded = actions.some(
    ({ refusal }) =>
      refusal === null || ['review_begun', 'deadline_passed', 'not_withdrawable'].includes(refusal),
  );
  if (!worded) return null;
  return (
    <section>
      <h2>{t('editor.own.submission')}</h2>
      {actions.map(({ action, refusal }) =>
        refusal !== null ? (
          <p key={action} className="soft">
            <WhyNot application={application} refusal={refusal} />
          </p>
        ) : action === 'take_back' ? (
          <div key={action} className={classes.action}>
            <p>
              <MayTakeBack application={application} />
            </p>
            <Button size="sm" leftSection={<Icon name="turn-left" />} onClick={() => props.onAsk(action)}>
              {t('editor.own.takeBack.do')}
            </Button>
          </div>
        ) : (
          <div key={action} className={classes.action}>
            <p>{t('editor.own.withdraw.may')}</p>
            <Button
              size="sm"
              variant="danger"
              className={classes.withdraw}
              onClick={() => props.onAsk(action)}
            >
              {t('editor.own.withdraw.do')}
            </Button>
          </div>
        ),
      )}
    </section>
  );
}

/** Offers the owner a copy of the application as a new draft, while a call takes it. */
export function DuplicatePart({ application }: { application: Application }) {
  const duplicate = useDuplicate(application.uid);
  if (!application.can.duplicate) return null;
  return (
    <section>
      <h2>{t('editor.own.again.title')}</h2>
      <div className={classes.action}>
        <p>{t('editor.own.again.text')}</p>
        <Button
          size="sm"
          leftSection={<Icon name="copy" />}
          loading={duplicate.isPending}
          onClick={() => duplicate.mutate()}
        >
          {t('parts.duplicate.do')}
        </Button>
      </div>
    </section>
  );
}

interface Asked {
  application: Application;
  onClose: () => void;
  reload: () => void;
}

/** What the server says when the page shows what is no longer so. */
const outdated: ReadonlySet<string> = new Set([
  'not_found',
  'not_under_way',
  'review_begun',
  'deadline_passed',
  'not_withdrawable',
]);

/** The page is loaded again when it was carried out, and when it shows what is no longer so. */
const followUp = ({ application, onClose, reload }: Asked) => ({
  after: () => {
    announceClosed(application.uid);
    // The page that comes is another one.
    window.scrollTo(0, 0);
    reload();
  },
  onRefused: ({ code }: CallError) => {
    if (!outdated.has(code)) return;
    onClose();
    reload();
  },
  onClose,
});

/** Asks before a submission becomes a draft again. */
export function TakeBackDialog(props: Asked) {
  const { application } = props;
  return (
    <CommandDialog
      title={t('editor.own.takeBack.title')}
      verb={t('editor.own.takeBack.do')}
      cancel={t('editor.own.takeBack.keep')}
      send={(call) =>
        call('POST /v2/applications/:id/take-back', { params: { id: application.uid }, body: {} })
      }
      done={{ type: 'success', message: { id: 'editor.own.takeBack.done' } }}
      {...followUp(props)}
    >
      <ul className={classes.points}>
        <li>{t('editor.own.takeBack.becomes')}</li>
        <li>
          <RichText
            id="editor.own.takeBack.again"
            parts={{
              at: () => (
                <b>
                  <CutOff application={application} />
                </b>
              ),
            }}
          />
        </li>
        <li>{t('editor.own.takeBack.otherwise')}</li>
      </ul>
    </CommandDialog>
  );
}

/** Asks before an application ends for good: what ends, and what others see of it. */
export function WithdrawDialog(props: Asked) {
  const { application } = props;
  return (
    <CommandDialog
      title={t('editor.own.withdraw.title')}
      verb={t('editor.own.withdraw.do')}
      danger
      cancel={t('editor.own.withdraw.keep')}
      fields={{
        understood: {
          type: 'tick',
          label: t('editor.own.withdraw.understood'),
          required: t('editor.own.withdraw.tick'),
        },
      }}
      send={(call) =>
        call('POST /v2/applications/:id/withdraw', { params: { id: application.uid }, body: {} })
      }
      done={{ type: 'success', message: { id: 'editor.own.withdraw.done' } }}
      {...followUp(props)}
    >
      <p>{t('editor.own.withdraw.final', { uid: application.uid })}</p>
      <ul className={classes.points}>
        <li>{t('editor.own.withdraw.ends')}</li>
        <li>{t('editor.own.withdraw.others')}</li>
        <li>{t('editor.own.withdraw.kept')}</li>
      </ul>
    </CommandDialog>
  );
}
