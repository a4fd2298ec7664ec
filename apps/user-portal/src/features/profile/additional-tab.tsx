import type { ProfileText } from '@clearcall/domain/model/profile.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { useProfileForm } from './form-context.ts';
import classes from './profile.module.css';
import { LineField } from './profile-fields.tsx';
import { Part } from './tab-parts.tsx';

const accounts = [
  ['linkedin', 'LinkedIn'],
  ['researchgate', 'ResearchGate'],
  ['scholar', 'Google Scholar'],
  ['scopus', 'Scopus'],
] as const satisfies readonly (readonly [ProfileText, string])[];
const others = [
  ['website', 'Website'],
  ['link1', 'Link 1'],
  ['link2', 'Link 2'],
] as const satisfies readonly (readonly [ProfileText, string])[];

/** Where else to read about somebody. Source: Specification 1, section 2 (Additional). */
export function AdditionalTab() {
  return (
    <>
      <Part id="accounts" title="Research profiles" hint="Seen by staff who look for reviewers.">
        {accounts.map(([field, title]) => (
          <LinkField key={field} field={field} title={title} />
        ))}
      </Part>
      <Part id="links" title="Other pages">
        {others.map(([field, title]) => (
          <LinkField key={field} field={field} title={title} />
        ))}
      </Part>
    </>
  );
}

/** An address that can be opened once it is saved. */
function LinkField(props: { field: ProfileText; title: string }) {
  const saved = useProfileForm().saved as Partial<Record<ProfileText, string | null>>;
  return (
    <LineField
      field={props.field}
      title={props.title}
      inputMode="url"
      autoComplete={props.field === 'website' ? 'url' : 'off'}
      under={(text) =>
        text !== '' && text === saved[props.field] ? (
          <p className={classes.open}>
            <a href={text} target="_blank" rel="noopener noreferrer">
              Open {text.replace(/^https?:\/\//i, '')}
              <span className="hidden-visually"> (opens in a new tab)</span>
            </a>
            <Icon name="external" size={14} />
          </p>
        ) : null
      }
    />
  );
}
