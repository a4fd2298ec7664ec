import { LogInSections } from '@clearcall/ui/account/log-in-sections.tsx';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { Link } from '@tanstack/react-router';
import { OwnDataSection } from './own-data-section.tsx';

/** The ways to log in, and the user's own data. */
export function PasswordTab() {
  const { email } = useUser();
  return (
    <>
      <LogInSections
        forgotLink={(label) => (
          <Link to="/auth/forgot" state={(before) => ({ ...before, email })}>
            {label}
          </Link>
        )}
      />
      <OwnDataSection />
    </>
  );
}
