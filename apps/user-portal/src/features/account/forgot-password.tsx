import { PageHead } from '@clearcall/ui/kit/page-head.tsx';

export function ForgotPassword() {
  return (
    <main className="page" id="main">
      <PageHead title="Forgot password" />
    </main>
  );
}
