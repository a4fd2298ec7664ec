import type { LateWork } from '@clearcall/domain/applications/application.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { grantTime } from '../../parts/more-time/answer-dialog.tsx';
import classes from './late-work.module.css';
import { nameOf } from './late-work-dialog.tsx';

/** A request for more time, with one press to grant it. */
export function AskedTime(props: {
  row: LateWork;
  request: NonNullable<LateWork['timeRequest']>;
  answer: (row: LateWork) => void;
  granted: () => void;
}) {
  const { row, request } = props;
  const day = dateText(request.until);
  const of = { name: nameOf(row), id: row.uid };
  const grant = useCommand({
    send: (call) => grantTime(call, row.id, request.until, row.revision),
    after: props.granted,
  });
  return (
    <div className={classes.request}>
      <p>{t('dashboard.late.time.asks', { day, reason: request.reason })}</p>
      <Button size="sm" loading={grant.isPending} onClick={() => grant.send()}>
        {t('dashboard.late.time.grant', { day })}
        <span className="hidden-visually">{t('dashboard.late.time.of', of)}</span>
      </Button>
      <Button size="sm" variant="subtle" onClick={() => props.answer(row)}>
        {t('dashboard.late.time.other')}
        <span className="hidden-visually">{t('dashboard.late.time.of', of)}</span>
      </Button>
    </div>
  );
}
