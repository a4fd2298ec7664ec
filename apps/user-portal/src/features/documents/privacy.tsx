import { PageHead } from '@clearcall/ui/kit/page-head.tsx';

export function Privacy() {
  return (
    <div className="page">
      <PageHead title="Privacy Policy" />
    </div>
  );
}
