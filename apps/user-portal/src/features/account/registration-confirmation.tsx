import { PageHead } from '@clearcall/ui/kit/page-head.tsx';

export function RegistrationConfirmation() {
  return (
    <main className="page" id="main">
      <PageHead title="Thanks for joining us!" />
    </main>
  );
}
