import type { LateWork } from '@clearcall/domain/applications/application.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import classes from './late-work.module.css';
import { nameOf } from './late-work-dialog.tsx';

/** A request for more time, with its answer. */
export function AskedTime(props: {
  row: LateWork;
  request: NonNullable<LateWork['timeRequest']>;
  answer: () => void;
}) {
  const { row, request } = props;
  const day = dateText(request.until);
  const of = { name: nameOf(row), id: row.uid };
  return (
    <div className={classes.request}>
      <p>{t('dashboard.late.time.asks', { day, reason: request.reason })}</p>
      <Button size="sm" variant="subtle" onClick={props.answer}>
        {t('staff.command.answer_time')}
        <span className="hidden-visually">{t('dashboard.late.time.of', of)}</span>
      </Button>
    </div>
  );
}
