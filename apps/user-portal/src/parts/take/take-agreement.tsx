import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { AgreementWords } from './agreement-words.tsx';
import type { Agreement, Taken } from './taken.ts';
import { WorkSubject } from './work-subject.tsx';

/** Asks for the agreement that a step requires before a person takes its work. Source: Requirements 2, 3.1. */
export function TakeAgreement({
  id,
  project,
  agreement,
  onDone,
  onRefused,
  onConflict,
  onClose,
}: Omit<Taken, 'uid'> & { agreement: Agreement | 'emails'; onConflict: () => void; onClose: () => void }) {
  const asks = agreement !== 'emails';
  return (
    <CommandDialog
      title={asks ? t('work.coi.title') : t('work.take.title')}
      verb={asks ? t('work.coi.agree') : t('work.take.do')}
      moreActions={<Button onClick={onConflict}>{t('work.coi.conflict')}</Button>}
      cancel={t('work.coi.later')}
      send={(call) =>
        call('PUT /v2/assignments/:id/take', { params: { id }, body: asks ? { agreed: true } : {} })
      }
      done={noticeTexts.taken}
      reloads
      after={() => onDone('taken')}
      onRefused={onRefused}
      onClose={onClose}
    >
      {asks ? <p className="soft small">{t('work.take.before')}</p> : <p>{t('work.accept.emails')}</p>}
      {asks ? (
        <>
          <WorkSubject project={project} of={agreement.of} />
          <AgreementWords config={agreement} text={agreement.coiText} />
        </>
      ) : (
        <p>
          <b>{project}</b>
        </p>
      )}
    </CommandDialog>
  );
}
