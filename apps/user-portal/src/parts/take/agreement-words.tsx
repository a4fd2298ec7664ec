import type { Told } from '@clearcall/domain/forms/types.ts';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import classes from './take.module.css';

/** Conflict-of-interest text of a step, as its author wrote it. */
export function AgreementWords({ config, text }: { config: { told?: Told | undefined }; text: string }) {
  return (
    <div className={classes.agreement} lang={langOf(config, 'coiText')}>
      {text
        .split(/\n\s*\n/)
        .filter((part) => part.trim() !== '')
        .map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of an agreement never change on a page
          <p key={at}>{part}</p>
        ))}
    </div>
  );
}
