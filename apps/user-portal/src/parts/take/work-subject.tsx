import type { Step } from '@clearcall/domain/forms/types.ts';
import { type Previewed, previewLines } from '@clearcall/domain/permissions/template-preview.ts';
import { titlesIn } from '@clearcall/ui/form/quoting-titles.ts';
import { quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import classes from './take.module.css';

/** The project that a person is asked to work on, with its abstract and people, which speak for or against a conflict. */
export function WorkSubject({ project, of }: { project: string; of: Previewed }) {
  const lines = previewLines(of);
  const step = (of.steps as Step[]).find(({ id }) => id === of.process[0]?.id);
  const draw = (words: string) => quoting(words, ...(step === undefined ? [] : titlesIn({ step })));
  return (
    <div className={classes.subject}>
      <p className="soft small">{t('work.coi.subject')}</p>
      <p>
        <b>{project}</b>
      </p>
      {lines.length === 0 ? null : (
        <details>
          <summary>{t('work.coi.names')}</summary>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change in a dialog
            <p key={at} className={classes.line}>
              {typeof line === 'string' ? <b>{draw(line)}</b> : draw(translate(line))}
            </p>
          ))}
        </details>
      )}
    </div>
  );
}
