import type { Application } from '@clearcall/domain/applications/application.ts';
import type { Element, FieldKey } from '@clearcall/domain/forms/types.ts';
import { addressOf } from '@clearcall/ui/form/field-address.ts';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { quotingTitles } from '@clearcall/ui/form/quoting-titles.ts';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { Link } from '@tanstack/react-router';
import classes from './editor.module.css';
import { nameOf, ProblemLink } from './problem-links.tsx';
import { useChanges } from './use-gathered.ts';

type Field = FieldKey & { title: string };

/** Returns the declarations of the form that are shown; `isMade`: ticked. */
export function declarationsOf(store: FormStore): (Field & { isMade: boolean })[] {
  const among = (elements: readonly Element[], groupId: string | null): ReturnType<typeof declarationsOf> =>
    elements.flatMap(({ id, title, config, children }) => {
      const key = { elementId: id, groupId };
      const { visible, values } = store.read(key);
      if (!visible) return [];
      if (children !== undefined) return store.rows(id).flatMap((row) => among(children, row.id));
      // A box that was never ticked is 'false'.
      return config.declaration ? [{ ...key, title, isMade: values.some((value) => value !== 'false') }] : [];
    });
  return store.step.forms.flatMap(({ elements }) => among(elements, null));
}

/** Names the application that a draft copies, and links the declarations and answers that were not copied. */
export function CopyNote(props: { from: NonNullable<Application['duplicatedFrom']>; store: FormStore }) {
  const { store } = props;
  const { uid, leftOut } = props.from;
  useChanges(store);
  const all = declarationsOf(store);
  const declarations = all.filter(({ isMade }) => !isMade);
  const link = (field: Field) => (
    <ProblemLink
      store={store}
      name={nameOf(store, field)}
      address={addressOf(field)}
      formId={store.formOf(field.elementId) ?? ''}
    />
  );
  return (
    <Note kind="info">
      <p>
        <RichText
          id="editor.note.copied"
          parts={{
            link: () => (
              <Link to="/applications/$uid" params={{ uid }}>
                {unbroken(uid)}
              </Link>
            ),
          }}
        />
      </p>
      {declarations.length === 0 ? null : (
        <details>
          <summary>
            {t('editor.note.copiedDeclarations', { n: declarations.length, total: String(all.length) })}
          </summary>
          <ul className={classes.notCopied}>
            {declarations.map((field) => (
              <li key={addressOf(field)}>{link(field)}</li>
            ))}
          </ul>
        </details>
      )}
      {leftOut.length === 0 ? null : (
        <details>
          <summary>{t('editor.note.copiedLeftOut', { n: leftOut.length })}</summary>
          <ul className={classes.notCopied}>
            {leftOut.map(({ title, elementId }) => (
              <li key={title}>
                {elementId !== null && store.read({ elementId, groupId: null }).visible
                  ? link({ elementId, groupId: null, title })
                  : quotingTitles(store, title)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Note>
  );
}
