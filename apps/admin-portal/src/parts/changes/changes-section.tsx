import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';
import type { Reply } from '@clearcall/ui/session/call.ts';
import classes from '../record/record.module.css';
import { changeText } from './change-text.ts';

/** The changes by administrators to one object, the newest first. */
export function ChangesSection({ changes }: Pick<Reply<'GET /admin/people/:id'>, 'changes'>) {
  return (
    <Section title={t('admin.person.changes')}>
      {changes.length === 0 ? <p className="muted">{t('admin.person.noChanges')}</p> : null}
      <ul className={classes.changes}>
        {changes.map((change) => (
          <li key={change.id}>
            <span className="muted small">
              {t('admin.person.changedBy', {
                at: dateTimeText(change.at),
                name: change.by ?? t('admin.person.operator'),
              })}
            </span>
            <span>{changeText(change)}</span>
            {change.reason === null ? null : <span className="muted">{change.reason}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
