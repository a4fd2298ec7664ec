import { CheckField } from '@clearcall/ui/kit/field/text-field.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { ReactNode } from 'react';

/** What a form waits for until the box is ticked. */
export const termsNeed = () => t('account.need.terms');

/** The consent without which there is no account. Source: Requirements 1, 2.60 and 5.9. */
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
            terms: (text) => <NewTab to={links.terms}>{text}</NewTab>,
            privacy: (text) => <NewTab to={links.privacy}>{text}</NewTab>,
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
