import { PageHead } from '@clearcall/ui/kit/page-head.tsx';

export function SignIn() {
  return (
    <main className="page" id="main">
      <PageHead title="Log in" />
    </main>
  );
}
