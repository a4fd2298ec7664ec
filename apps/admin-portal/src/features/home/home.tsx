import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { ButtonAnchor } from '@clearcall/ui/kit/button.tsx';
import { PageHead, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { Link } from '@tanstack/react-router';
import classes from '../../parts/side-by-side.module.css';
import { placesFor } from '../../shell/places.ts';
import { Approvals } from './approvals.tsx';
import { FirstSteps } from './first-steps.tsx';
import homeClasses from './home.module.css';

/** The start of the administration: its parts, and the first steps of a new portal. */
export function Home() {
  const user = useUser();
  return (
    <div className="page">
      <PageHead
        title={t('frame.adminTitle')}
        actions={<ButtonAnchor href="/">{t('admin.openUserPortal')}</ButtonAnchor>}
      >
        <p>{t('admin.loggedInAs', { email: user.email })}</p>
      </PageHead>
      {hasRight(user.role, 'change_calls') ? <Approvals /> : null}
      {hasRight(user.role, 'read_organisation') ? <FirstSteps /> : null}
      <div className={classes.sideBySide}>
        {placesFor(user.role).map(({ to, label, text }) => (
          <Section key={to} className={homeClasses.place} title={<Link to={to}>{t(label)}</Link>}>
            <p>{t(text)}</p>
          </Section>
        ))}
      </div>
    </div>
  );
}
