import { type MailPace, mailPaces } from '@clearcall/domain/people/mail-pace.ts';
import type { ProfileText } from '@clearcall/domain/people/profile.ts';
import type { MessageId } from '@clearcall/i18n/message.ts';
import { Part } from '@clearcall/ui/account/part.tsx';
import formClasses from '@clearcall/ui/kit/field/field.module.css';
import { describedById, FieldFrame } from '@clearcall/ui/kit/field/field-frame.tsx';
import { SelectBox } from '@clearcall/ui/kit/field/select-box.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import classes from './profile.module.css';
import { LineField } from './profile-fields.tsx';
import { useProfileField, useProfileForm } from './profile-form-context.ts';

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
      <Part id="pace" title={t('profile.additional.pace')} hint={t('profile.additional.paceHint')}>
        <PaceField />
      </Part>
    </>
  );
}

/** How mails about one's work come. Source: Requirements 2e, 4.1. */
function PaceField() {
  const { id, value, error, set, leave } = useProfileField('mailPace');
  return (
    <FieldFrame
      id={id}
      frame="for"
      className={formClasses.full}
      title={t('profile.additional.paceTitle')}
      required
      hint={undefined}
      error={error}
    >
      <SelectBox
        id={id}
        value={value}
        choices={mailPaces.map((pace) => ({ value: pace, label: t(`profile.pace.${pace}`) }))}
        required
        invalid={error !== null}
        describedBy={describedById(id, undefined, error)}
        set={(pace) => set(pace as MailPace)}
        leave={leave}
      />
    </FieldFrame>
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
