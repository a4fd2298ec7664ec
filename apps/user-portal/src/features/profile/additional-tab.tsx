import type { ProfileText } from '@clearcall/domain/model/profile.ts';
import type { MessageId } from '@clearcall/i18n/message.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import classes from './profile.module.css';
import { LineField } from './profile-fields.tsx';
import { useProfileForm } from './profile-form-context.ts';
import { Part } from './tab-parts.tsx';

const accounts = [
  ['linkedin', 'LinkedIn'],
  ['researchgate', 'ResearchGate'],
  ['scholar', 'Google Scholar'],
  ['scopus', 'Scopus'],
] as const satisfies readonly (readonly [ProfileText, string])[];
const others = [
  ['website', 'profile.additional.website'],
  ['link1', 'profile.additional.link1'],
  ['link2', 'profile.additional.link2'],
] as const satisfies readonly (readonly [ProfileText, MessageId])[];

/** Where else to read about somebody. Source: Requirements 1, 2.89. */
export function AdditionalTab() {
  return (
    <>
      <Part
        id="accounts"
        title={t('profile.additional.research')}
        hint={t('profile.additional.researchHint')}
      >
        {accounts.map(([field, title]) => (
          <LinkField key={field} field={field} title={title} />
        ))}
      </Part>
      <Part id="links" title={t('profile.additional.others')}>
        {others.map(([field, title]) => (
          <LinkField key={field} field={field} title={t(title)} />
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
              <RichText
                id="profile.additional.open"
                values={{ address: text.replace(/^https?:\/\//i, '') }}
                parts={{ hidden: (words) => <span className="hidden-visually">{words}</span> }}
              />
            </a>
            <Icon name="external" size={14} />
          </p>
        ) : null
      }
    />
  );
}
