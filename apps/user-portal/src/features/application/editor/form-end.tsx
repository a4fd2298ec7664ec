import type { Form } from '@clearcall/domain/forms/types.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { ReactNode } from 'react';
import classes from './editor.module.css';

/** Below a form: the way to the forms before and after it. */
export function FormEnd(props: {
  forms: readonly Form[];
  index: number;
  goTo: (formId: string) => void;
  /** Null where the form can only be read. */
  mainButton: ReactNode;
}) {
  const { forms, index, goTo, mainButton } = props;
  const before = forms[index - 1];
  const next = forms[index + 1];
  const nextButton = next ? (
    <Button variant="filled" onClick={() => goTo(next.id)}>
      {t('editor.next')}
    </Button>
  ) : null;
  return (
    <div className={classes.end}>
      {before ? (
        <Button leftSection={<Icon name="chevron-left" />} onClick={() => goTo(before.id)}>
          {t('editor.back')}
        </Button>
      ) : (
        <span />
      )}
      <span className="small soft">
        {next ? (
          <RichText
            id="editor.form.nextIs"
            values={{ form: next.title }}
            parts={{ title: (title) => <span lang={langOf(next, 'title')}>{title}</span> }}
          />
        ) : null}
      </span>
      <span className="only-wide">{mainButton ?? nextButton}</span>
      {mainButton === null && next ? <span className="only-narrow">{nextButton}</span> : null}
    </div>
  );
}
