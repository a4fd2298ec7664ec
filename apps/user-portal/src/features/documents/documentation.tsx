import { PageHead } from '@clearcall/ui/kit/page-head.tsx';

export function Documentation() {
  return (
    <div className="page">
      <PageHead title="Documentation" />
    </div>
  );
}
