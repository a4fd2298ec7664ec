import { PageHead } from '@clearcall/ui/kit/page-head.tsx';

export function Accessibility() {
  return (
    <div className="page">
      <PageHead title="Accessibility" />
    </div>
  );
}
