import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import type { FormContext, Step } from '@clearcall/domain/forms/types.ts';
import { FormStore } from '@clearcall/ui/form/form-store.ts';
import { FormView } from '@clearcall/ui/form/form-view.tsx';
import { readOnlyServices } from '@clearcall/ui/form/read-only-services.ts';
import { FormProvider, type FormServices } from '@clearcall/ui/form/use-form.tsx';
import { newId } from '@clearcall/ui/kit/new-id.ts';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { Reply } from '@clearcall/ui/session/call.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { useMemo } from 'react';
import classes from './call-preview.module.css';

type Preview = Reply<'GET /admin/calls/:id/preview'>;

/** The forms of a step as the person who fills them in sees them first. Nothing can be filled in. */
export function FormPreview({ preview, step }: { preview: Preview; step: Step }) {
  const services = useMemo(() => servicesFor(preview, step), [preview, step]);
  return (
    <FormProvider value={services}>
      <h1 lang={langOf(step, 'title')}>{step.title}</h1>
      {step.guide ? (
        <p className={`read ${classes.guide}`} lang={langOf(step, 'guide')}>
          {step.guide}
        </p>
      ) : null}
      <p className="soft">{t('preview.readOnly')}</p>
      {step.forms
        .toSorted((one, other) => one.order - other.order)
        .map((form) => (
          <Section key={form.id} id={form.id} title={<span lang={langOf(form, 'title')}>{form.title}</span>}>
            {form.description ? (
              <p className="read" lang={langOf(form, 'description')}>
                {form.description}
              </p>
            ) : null}
            <fieldset className={classes.form} disabled>
              <FormView form={form} />
            </fieldset>
          </Section>
        ))}
    </FormProvider>
  );
}

function servicesFor({ call, steps, options }: Preview, step: Step): FormServices {
  const { current, partitions, timeZone, code } = call;
  const context: FormContext = {
    today: plainDate(new Date(workflowNow()), timeZone),
    callCode: code,
    cutoff: current && {
      start: plainDate(new Date(current.start), timeZone),
      end: current.end === null ? null : plainDate(new Date(current.end), timeZone),
    },
    partitions,
    options,
    submitted: [],
    ownPartitionId: null,
    documents: [],
  };
  const { plan } = compileFlow({ version: 0, steps, automations: [], templates: [] });
  const store = new FormStore({ plan, step, answers: [], rows: [], context, editable: true, newId });
  return readOnlyServices(store, {
    partitions,
    links: { terms: null, privacy: null, terms_of_reference: call.links.termsOfReference ?? null },
  });
}
