import { maxPreviewed, type PreviewedLetter } from '@clearcall/contract/letters.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { sentenceOf } from '@clearcall/ui/session/call-error.ts';
import { useMutation } from '@tanstack/react-query';
import { LetterText } from '../../../shell/letters/letter-text.tsx';
import classes from './letters.module.css';
import { applicationsOf, byCall, type StepChoice } from './step-choices.ts';

/** Every letter that the release would send, asked for in parts; one opens at a time. Source: Requirements 2e, 7.1. */
export function ReleaseLetters(props: { choice: StepChoice }) {
  const { choice } = props;
  const letters = useMutation({ mutationFn: () => load(choice) });
  if (letters.data === undefined)
    return (
      <>
        {letters.error === null ? null : <Note kind="warn">{sentenceOf(letters.error)}</Note>}
        <p>
          <Button size="sm" loading={letters.isPending} onClick={() => letters.mutate()}>
            {t('lists.many.letters.show')}
          </Button>
        </p>
      </>
    );
  const labels = { to: t('lists.many.letters.to'), subject: t('lists.many.letters.subject') };
  return (
    <section className={classes.letters} aria-label={t('lists.many.letters.title')}>
      <p role="status">{t('lists.many.letters.count', { n: letters.data.length })}</p>
      {letters.data.map((letter, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is read once and never changes
        <details key={nth} name="letters">
          <summary>{t('lists.many.letters.one', { uid: letter.uid, recipient: letter.recipient })}</summary>
          <LetterText letter={letter} labels={labels} />
        </details>
      ))}
    </section>
  );
}

async function load(choice: StepChoice): Promise<PreviewedLetter[]> {
  const letters: PreviewedLetter[] = [];
  for (const { callId, applicationIds } of byCall(applicationsOf(choice)))
    for (let at = 0; at < applicationIds.length; at += maxPreviewed) {
      const came = await call('POST /v2/calls/:callId/release/preview', {
        params: { callId },
        body: {
          flowElementId: choice.flowElementId,
          applicationIds: applicationIds.slice(at, at + maxPreviewed),
        },
        quiet: true,
      });
      letters.push(...came.letters);
    }
  return letters;
}
