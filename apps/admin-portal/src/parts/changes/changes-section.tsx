import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText, readerZone, zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import type { Reply } from '@clearcall/ui/session/call.ts';
import classes from '../record/record.module.css';
import { ChangeSubject } from './change-subject.tsx';
import { changeText } from './change-text.ts';

/** The changes by administrators to one object and what belongs to it, the newest first. */
export function ChangesSection(
  props: Pick<Reply<'GET /admin/people/:id'>, 'changes'> & {
    id: string;
    /** That of the reader unless given. */
    zone?: string;
  },
) {
  const { changes, id, zone = readerZone } = props;
  return (
    <Section title={t('admin.person.changes')}>
      <p className="soft">
        {changes.length === 0
          ? t('admin.person.noChanges')
          : t('admin.changes.zone', { zone: zoneText(zone) })}
      </p>
      <ul className={classes.changes}>
        {changes.map((change) => (
          <li key={change.id}>
            <span className="muted small">
              {t('admin.person.changedBy', {
                at: dateTimeText(change.at, zone),
                name: change.by ?? t('admin.person.operator'),
              })}
            </span>
            <span>
              {change.subject.id === id ? null : (
                <>
                  <ChangeSubject change={change} />{' '}
                </>
              )}
              {changeText(change, zone)}
            </span>
            {change.reason === null ? null : <span className="muted">{change.reason}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
