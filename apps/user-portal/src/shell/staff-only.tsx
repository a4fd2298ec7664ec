import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { ErrorState } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A page for staff; everybody else is told so, as the server tells them. */
export function StaffOnly({ children }: { children: ReactNode }) {
  const { staffRoles } = useOrganisation();
  return staffRoles.includes(useUser().role) ? (
    children
  ) : (
    <div className="page">
      <ErrorState title={t('dashboard.late.notYours')}>
        <p>
          <Link to="/dashboard">{t('dashboard.late.back')}</Link>
        </p>
      </ErrorState>
    </div>
  );
}
