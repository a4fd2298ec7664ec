import { useOrganisation } from '@clearcall/ui/kit/organisation.tsx';
import { RichText } from '@clearcall/ui/kit/rich-text.tsx';
import { CheckField } from '@clearcall/ui/kit/text-field.tsx';
import { t } from '@clearcall/ui/kit/words.ts';
import type { ReactNode } from 'react';

/** What a form waits for until the box is ticked. */
export const termsNeed = () => t('account.need.terms');

/** The consent without which there is no account. Source: Specification 1, sections 2 and 5. */
export function TermsConsent(props: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { links } = useOrganisation();
  return (
    <CheckField
      required
      checked={props.checked}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
      label={
        <RichText
          id="account.terms"
          parts={{
            terms: (words) => <NewTab to={links.terms}>{words}</NewTab>,
            privacy: (words) => <NewTab to={links.privacy}>{words}</NewTab>,
          }}
        />
      }
    />
  );
}

function NewTab(props: { to: string; children: ReactNode }) {
  return (
    <a href={props.to} target="_blank" rel="noreferrer">
      {props.children}
      <span className="hidden-visually"> {t('account.newTab')}</span>
    </a>
  );
}
