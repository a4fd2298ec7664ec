import type { Element, Form } from '@clearcall/domain/forms/types.ts';
import { Instructions } from '@clearcall/ui/form/elements/instructions.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { formHeadId } from '../../../search-params.ts';
import { AboutStep } from '../own/after-submission.tsx';
import classes from './editor.module.css';
import type { EditorSession } from './editor-session.ts';
import { useChanges } from './use-gathered.ts';
import { WholeProposalLink } from './whole-proposal-link.tsx';

/** Which form of how many it is, and what it is about. */
export function FormHead(props: {
  session: EditorSession;
  form: Form;
  forms: readonly Form[];
  instructions: readonly Element[];
}) {
  const { session, form, forms, instructions } = props;
  const { assignment, step, store } = session;
  const { editable } = store;
  return (
    <header className={classes.formHead}>
      <p className="small soft">
        <span className={classes.formNumber}>
          {t('editor.form.of', { n: forms.indexOf(form) + 1, total: forms.length })}
        </span>
        {editable ? (
          <span>
            <RichText
              id="editor.everythingKept"
              parts={{
                star: () => <span className={classes.star}>*</span>,
                more: (text) => <span className="only-wide">{text}</span>,
              }}
            />
          </span>
        ) : null}
      </p>
      <h2 id={formHeadId} tabIndex={-1} lang={langOf(form, 'title')} data-titles-page="">
        {form.title}
      </h2>
      {form.description ? (
        <p className={`small ${classes.formText}`} lang={langOf(form, 'description')}>
          {form.description}
        </p>
      ) : null}
      <AboutStep step={step} title={instructions.length > 0 ? t('editor.form.instructions') : undefined}>
        {instructions.map((element) => (
          <Instructions key={element.id} element={element} />
        ))}
      </AboutStep>
      {!editable && (assignment.submittedAt === null || assignment.status === 'changes_requested') ? (
        <p>
          <WholeProposalLink store={store}>{t('editor.read.link')}</WholeProposalLink>
        </p>
      ) : null}
    </header>
  );
}

/** A form may have nothing for this kind of application; an empty page would look broken. */
export function NothingHere(props: { session: EditorSession; formId: string }) {
  const { store, step } = props.session;
  useChanges(store);
  const form = step.forms.find((one) => one.id === props.formId);
  const anything = form?.elements.some(
    (element) => store.read({ elementId: element.id, groupId: null }).visible,
  );
  return anything ? null : <p className="soft">{t('editor.form.none')}</p>;
}
