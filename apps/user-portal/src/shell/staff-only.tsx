import { ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { NoAccessPage } from '@clearcall/ui/kit/page/no-page.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import type { ReactNode } from 'react';

/** A page for staff; the API refuses its data to everybody else. */
export function StaffOnly({ children }: { children: ReactNode }) {
  const { staffRoles } = useOrganisation();
  return staffRoles.includes(useUser().role) ? children : <NotYours title={t('frame.noAccess.staffOnly')} />;
}

/** A page that the role of the reader may not open, and the way to their dashboard. */
export function NotYours({ title }: { title: string }) {
  return (
    <NoAccessPage title={title}>
      <ButtonLink to="/dashboard" variant="filled">
        {t('frame.tabs.dashboard')}
      </ButtonLink>
    </NoAccessPage>
  );
}
