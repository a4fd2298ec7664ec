import { ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { CallFailure } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { call, type Reply } from '@clearcall/ui/session/call.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallRow, callTemplates } from '../calls-queries.ts';
import { FromCall } from './from-call.tsx';
import { NewCallDialog } from './new-call-dialog.tsx';
import classes from './start-call.module.css';

type Template = Reply<'GET /admin/call-templates'>['data'][number];

/** The ways to start a call. */
export function StartCall(props: {
  calls: readonly CallRow[];
  /** The call to copy. */
  copied: number | undefined;
  choose: (id: number | undefined) => void;
}) {
  const year = new Date(useNow()).getFullYear();
  return (
    <Section
      id="start"
      title={t('setup.newcall.title')}
      aside={<p className="small soft">{t('setup.newcall.private')}</p>}
      className={classes.start}
    >
      <div className={classes.ways}>
        <FromTemplate year={year} />
        <FromCall {...props} year={year} />
        <div>
          <h3>{t('setup.newcall.package')}</h3>
          <p className="small soft">{t('setup.newcall.package.text')}</p>
          <p className={classes.do}>
            <ButtonLink to="/calls/import" leftSection={<Icon name="upload" />}>
              {t('setup.newcall.package.title')}
            </ButtonLink>
          </p>
        </div>
      </div>
    </Section>
  );
}

function FromTemplate({ year }: { year: number }) {
  const templates = useQuery(callTemplates);
  const [chosen, choose] = useState<Template>();
  return (
    <div>
      <h3>{t('setup.newcall.template')}</h3>
      <p className="small soft">{t('setup.newcall.template.text')}</p>
      {templates.error !== null && templates.data === undefined ? (
        <CallFailure query={templates} what={t('setup.newcall.template.what')} />
      ) : (
        <ul className={classes.templates}>
          {templates.data?.map((template: Template) => (
            <li key={template.id}>
              <button type="button" onClick={() => choose(template)}>
                <strong>{t(`setup.newcall.template.${template.id}`)}</strong>
                <span>{t(`setup.newcall.template.${template.id}.text`)}</span>
                <Steps steps={template.steps} />
                <span>
                  {t('setup.newcall.template.size', { steps: template.steps.length, forms: template.forms })}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosen === undefined ? null : (
        <NewCallDialog
          title={t('setup.newcall.dialog', { template: t(`setup.newcall.template.${chosen.id}`) })}
          create={(name) =>
            call('POST /admin/calls', {
              body: { ...name, from: { kind: 'template', template: chosen.id } },
            })
          }
          year={year}
          onClose={() => choose(undefined)}
        />
      )}
    </div>
  );
}

/** A picture of a workflow: a tick for each step. */
function Steps({ steps }: Pick<Template, 'steps'>) {
  return (
    <span className={classes.steps} aria-hidden="true">
      {steps.map((mark, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a template never change
        <i key={nth} data-mark={mark} />
      ))}
    </span>
  );
}
