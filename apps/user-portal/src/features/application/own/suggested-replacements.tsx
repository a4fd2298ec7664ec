import type { Application } from '@clearcall/domain/applications/application.ts';
import { mailtoLink } from '@clearcall/domain/forms/email-address.ts';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { stepsOf } from '../editor/editor-session.ts';
import classes from './own.module.css';

/** Whom those who refused named in their place, for those who assign: nothing for everybody else. */
export function SuggestedReplacements(props: {
  application: Application;
  /** Of one step alone, where it is assigned. */
  stepId?: string;
}) {
  const { application, stepId } = props;
  const people = (application.suggestedReplacements ?? []).filter(
    (one) => stepId === undefined || one.stepId === stepId,
  );
  if (people.length === 0) return null;
  return (
    <section>
      <h2>{t('editor.suggested.title')}</h2>
      <p className="soft">{t('editor.suggested.text')}</p>
      <ul className={classes.suggested}>
        {people.map((one, at) => {
          const step = stepsOf(application).find(({ id }) => id === one.stepId);
          const partition = application.partitions.find(({ id }) => id === one.partitionId);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may name the same person, and none is ever moved
            <li key={at}>
              <b>{one.name}</b>
              {one.institution === null ? null : <span>{one.institution}</span>}
              {one.email === null ? null : <a href={mailtoLink(one.email)}>{one.email}</a>}
              <span className="muted">
                {step === undefined ? null : <span lang={langOf(step, 'title')}>{step.title}</span>}
                {partition === undefined ? null : `, ${partition.name}`}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
