import { useOrganisation } from '@clearcall/ui/kit/organisation.tsx';
import { CheckField } from '@clearcall/ui/kit/text-field.tsx';

/** What a form waits for until the box is ticked. */
export const termsNeed = 'your acceptance of the terms';

/** The consent without which there is no account. Source: Specification 1, sections 2 and 5. */
export function TermsConsent(props: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { links } = useOrganisation();
  return (
    <CheckField
      required
      checked={props.checked}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
      label={
        <>
          I accept the{' '}
          <a href={links.terms} target="_blank" rel="noreferrer">
            Terms of Use<span className="hidden-visually"> (opens in a new tab)</span>
          </a>{' '}
          and the{' '}
          <a href={links.privacy} target="_blank" rel="noreferrer">
            Privacy Policy<span className="hidden-visually"> (opens in a new tab)</span>
          </a>
          .
        </>
      }
    />
  );
}
