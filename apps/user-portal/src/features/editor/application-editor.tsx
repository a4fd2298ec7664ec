import { PageHead } from '@clearcall/ui/kit/page-head.tsx';

export function ApplicationEditor() {
  return (
    <div className="page">
      <PageHead title="Application" />
    </div>
  );
}
