import { PageHead } from '@clearcall/ui/kit/page-head.tsx';

export function Terms() {
  return (
    <div className="page">
      <PageHead title="Terms of Use" />
    </div>
  );
}
