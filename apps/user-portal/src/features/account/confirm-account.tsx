import { PageHead } from '@clearcall/ui/kit/page-head.tsx';

export function ConfirmAccount() {
  return (
    <main className="page" id="main">
      <PageHead title="Confirm" />
    </main>
  );
}
