import { PageHead } from '@clearcall/ui/kit/page-head.tsx';

export function ApplicationsList() {
  return (
    <div className="page">
      <PageHead title="Applications" />
    </div>
  );
}
