import { Button } from '@clearcall/ui/kit/button.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { applicantGuide } from './applicant-guide.tsx';
import { DocumentPage } from './document-page.tsx';
import { everybodysGuide } from './everybodys-guide.tsx';
import { reviewerGuide } from './reviewer-guide.tsx';

/** How the portal is used: for those who apply, those who review, and what concerns both. */
export function Documentation() {
  return (
    <DocumentPage
      title={t('documents.guide.title')}
      lead={t('documents.guide.lead')}
      actions={
        <Button className="only-wide only-screen" onClick={() => window.print()}>
          {t('documents.print')}
        </Button>
      }
      parts={[...applicantGuide(), ...reviewerGuide(), ...everybodysGuide()]}
    />
  );
}
