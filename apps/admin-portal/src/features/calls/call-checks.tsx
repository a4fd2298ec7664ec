import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { listText } from '@clearcall/ui/kit/time/date-text.ts';
import type { Reply } from '@clearcall/ui/session/call.ts';
import { Link } from '@tanstack/react-router';
import classes from './calls.module.css';

export type Counts = Reply<'GET /admin/call-checks'>['data'][number];

/** Numbers of findings of a call, with a link to them. */
export function Checks({ id, counts }: { id: number; counts: Counts | undefined }) {
  if (counts === undefined) return <span className="muted">{t('setup.newcall.checks.waits')}</span>;
  const { errors, warnings } = counts;
  if (errors + warnings === 0)
    return (
      <span className={`${classes.checks} muted`}>
        <Icon name="check" />
        {t('setup.newcall.checks.clean')}
      </span>
    );
  return (
    <Link
      to="/calls/$id"
      params={{ id: String(id) }}
      hash="before"
      className={classes.checks}
      data-kind={errors > 0 ? 'error' : 'warning'}
    >
      <Icon name={errors > 0 ? 'warning' : 'info'} />
      {listText([
        ...(errors > 0 ? [t('setup.newcall.checks.errors', { n: errors })] : []),
        ...(warnings > 0 ? [t('setup.newcall.checks.warnings', { n: warnings })] : []),
      ])}
    </Link>
  );
}
