import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { AgreementWords } from './agreement-words.tsx';
import classes from './take.module.css';
import type { Agreement, Taken } from './taken.ts';

/** Asks for the agreement that a step requires before a person takes its work. Source: Requirements 2, 3.1. */
export function TakeAgreement({
  id,
  project,
  agreement,
  onDone,
  onRefused,
  onConflict,
  onClose,
}: Omit<Taken, 'uid'> & { agreement: Agreement; onConflict: () => void; onClose: () => void }) {
  return (
    <CommandDialog
      title={t('work.coi.title')}
      verb={t('work.coi.agree')}
      moreActions={<Button onClick={onConflict}>{t('work.coi.conflict')}</Button>}
      cancel={t('work.coi.later')}
      send={(call) => call('PUT /v2/assignments/:id/take', { params: { id }, body: { agreed: true } })}
      done={noticeTexts.taken}
      reloads
      after={onDone}
      onRefused={onRefused}
      onClose={onClose}
    >
      <p className="soft small">{t('work.take.before')}</p>
      <div className={classes.subject}>
        <p className="soft small">{t('work.coi.subject')}</p>
        <p>
          <b>{project}</b>
        </p>
      </div>
      <AgreementWords config={agreement} text={agreement.coiText} />
    </CommandDialog>
  );
}
