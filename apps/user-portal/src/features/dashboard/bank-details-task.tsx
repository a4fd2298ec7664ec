import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { Link } from '@tanstack/react-router';
import { actionClass, TaskLine, TaskList } from '../../parts/tasks/task-card.tsx';

/** Asks a reviewer for the bank details without which submitted reviews cannot be paid. */
export function BankDetailsTask({ reviews }: { reviews: number }) {
  if (reviews === 0) return null;
  return (
    <TaskList title={t('dashboard.bank.title')}>
      {[
        <TaskLine
          key="bank"
          what={<b>{t('dashboard.bank.task')}</b>}
          facts={[t('dashboard.bank.reviews', { n: reviews })]}
        >
          <Link className={actionClass} to="/profile" search={{ tab: 'bank' }}>
            {t('dashboard.bank.do')}
            <Icon name="arrow-right" size={14} />
          </Link>
        </TaskLine>,
      ]}
    </TaskList>
  );
}
