import { PageHead } from '@clearcall/ui/kit/page-head.tsx';

export function CallDetail() {
  return (
    <div className="page">
      <PageHead title="Call" />
    </div>
  );
}
