import { PageHead } from '@clearcall/ui/kit/page-head.tsx';

export function CallsHome() {
  return (
    <div className="page">
      <PageHead title="Open Calls for Proposals" />
    </div>
  );
}
