import { Button } from '@clearcall/ui/kit/button.tsx';
import { applicantGuide } from './applicant-guide.tsx';
import { DocumentPage } from './document-page.tsx';
import { everybodysGuide } from './everybodys-guide.tsx';
import { reviewerGuide } from './reviewer-guide.tsx';

/** How the portal is used: for those who apply, those who review, and what concerns both. */
export function Documentation() {
  return (
    <DocumentPage
      title="Guide for applicants and reviewers"
      lead="From finding a call to the decision, step by step. Each part has an address of its own that you can pass on."
      actions={
        <Button className="only-wide only-screen" onClick={() => window.print()}>
          Print this guide
        </Button>
      }
      parts={[...applicantGuide, ...reviewerGuide, ...everybodysGuide]}
    />
  );
}
