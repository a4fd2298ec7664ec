import { ChangeEmail } from '@clearcall/ui/account/change-email.tsx';
import { Part } from '@clearcall/ui/account/part.tsx';
import { IconButton } from '@clearcall/ui/kit/button.tsx';
import formClasses from '@clearcall/ui/kit/field/field.module.css';
import { CheckField, TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { LanguageSwitch } from '@clearcall/ui/kit/page/language-switch.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  BirthField,
  LineField,
  LinesField,
  OptionField,
  PhoneField,
  ResearchFields,
  SearchField,
} from './profile-fields.tsx';
import { fieldId, useProfileField, useProfileForm } from './profile-form-context.ts';

/** Who somebody is, how to reach them, what they know. Source: Requirements 1, 2.84, 2.85, 2.87 and 2.88. */
export function PersonalTab() {
  return (
    <>
      <Part id="you" title={t('profile.personal.you')} hint={t('profile.personal.youHint')}>
        <LineField field="firstName" title={t('profile.personal.firstName')} half autoComplete="given-name" />
        <LastName />
        <OptionField field="title" title={t('profile.personal.title')} half autoComplete="honorific-prefix" />
        <OptionField field="gender" title={t('profile.personal.gender')} half autoComplete="sex" />
        <SearchField field="nationality" title={t('profile.personal.nationality')} half />
        <BirthField title={t('profile.personal.birth')} half />
      </Part>
      <Part id="contact" title={t('profile.personal.contact')} hint={t('profile.personal.contactHint')}>
        <EmailField />
        <PhoneField title={t('profile.personal.phone')} />
        <LinesField field="homeAddress" title={t('profile.personal.address')} autoComplete="street-address" />
      </Part>
      <Part id="expertise" title={t('profile.personal.expertise')} hint={t('profile.personal.expertiseHint')}>
        <ResearchFields />
      </Part>
      <Part id="language" title={t('frame.language.name')} hint={t('frame.language.hint')}>
        <div className={formClasses.full}>
          <LanguageSwitch />
        </div>
      </Part>
      <Part id="mail" title={t('profile.personal.mail')}>
        <div className={formClasses.full}>
          <MailingList />
        </div>
      </Part>
    </>
  );
}

/** The last name, unless the person has one name. */
function LastName() {
  const form = useProfileForm();
  return (
    <>
      {form.oneName ? null : (
        <LineField field="lastName" title={t('profile.personal.lastName')} half autoComplete="family-name" />
      )}
      <div className={formClasses.full}>
        <CheckField
          label={t('account.field.oneName')}
          checked={form.oneName}
          onChange={(event) => form.setOneName(event.currentTarget.checked)}
        />
      </div>
    </>
  );
}

function EmailField() {
  const form = useProfileForm();
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  return (
    <div className={formClasses.full}>
      <TextField
        label={t('profile.personal.email')}
        hint={t('profile.personal.emailHint')}
        value={form.saved.email}
        readOnly
        autoComplete="off"
        inside={<IconButton icon="edit" label={t('profile.email.change')} onClick={() => setOpened(true)} />}
      />
      <ChangeEmail
        opened={opened}
        onClose={() => setOpened(false)}
        onSent={(email) => navigate({ to: '/auth/email/confirmation', search: { email } })}
      />
    </div>
  );
}

function MailingList() {
  const { value, set } = useProfileField('acceptMailingList');
  return (
    <CheckField
      label={t('parts.list.wording')}
      hint={t('profile.personal.listHint')}
      name={fieldId('acceptMailingList')}
      checked={value === true}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  );
}
