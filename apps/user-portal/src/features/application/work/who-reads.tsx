import type { Step } from '@clearcall/domain/forms/types.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { listText } from '@clearcall/ui/kit/time/date-text.ts';
import { type Readers, readersOf } from './own-work.ts';
import classes from './work.module.css';

const fromWhen = {
  submission: 'work.reads.fromSubmission',
  award: 'work.reads.fromAward',
  release: 'work.reads.fromRelease',
} as const;

function Moments({ readers }: { readers: Readers['readers'] }) {
  const { shortName } = useOrganisation().organization;
  const name = (role: string) => translate(roleMessage(role));
  const at = (from: keyof typeof fromWhen) => [
    ...new Set(readers.filter((one) => one.from === from).map(({ role }) => name(role))),
  ];
  return (
    <ul>
      {(['submission', 'release', 'award'] as const).map((from) =>
        at(from).length === 0 ? null : <li key={from}>{t(fromWhen[from], { roles: listText(at(from)) })}</li>,
      )}
      <li>{t('work.reads.staff', { organisation: shortName })}</li>
    </ul>
  );
}

/** Who will read each part of what is filled in here, from when, and who learns by whom it is. */
export function WhoReads({ step, role }: { step: Step; role: string }) {
  const { shortName } = useOrganisation().organization;
  const parts = readersOf(step);
  const assigners = step.permissions.assign.filter((one) => one !== 'pro');
  if (parts.length === 0) return null;
  return (
    <details className={classes.reads}>
      <summary>{t('work.reads.title')}</summary>
      {parts.map(({ audience, fields, readers }) => (
        <div key={audience}>
          <p>
            {fields.length === 0 ? (
              <b>{parts.length === 1 ? t('work.reads.everything') : t('work.reads.others')}</b>
            ) : (
              fields.map((field, at) => (
                <b key={field.id}>
                  {at === 0 ? '' : ', '}
                  <span lang={langOf(field, 'title')}>{field.title}</span>
                </b>
              ))
            )}
          </p>
          <Moments readers={readers} />
        </div>
      ))}
      <p>
        {assigners.length === 0
          ? t('work.reads.name', { organisation: shortName, role: translate(roleMessage(role)) })
          : t('work.reads.nameAssigners', {
              organisation: shortName,
              assigners: listText(assigners.map((one) => translate(roleMessage(one)))),
              role: translate(roleMessage(role)),
            })}
      </p>
    </details>
  );
}
