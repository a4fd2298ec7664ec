import { PageHead } from '@clearcall/ui/kit/page-head.tsx';

export function Mailbox() {
  return (
    <div className="page">
      <PageHead title="Mailbox" />
    </div>
  );
}
