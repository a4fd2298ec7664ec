import formClasses from '@clearcall/ui/form/form.module.css';
import { IconButton } from '@clearcall/ui/kit/button.tsx';
import { LanguageSwitch } from '@clearcall/ui/kit/language-switch.tsx';
import { CheckField, TextField } from '@clearcall/ui/kit/text-field.tsx';
import { t } from '@clearcall/ui/kit/words.ts';
import { useState } from 'react';
import { ChangeEmail } from './change-email.tsx';
import { fieldId, useProfileField, useProfileForm } from './form-context.ts';
import {
  BirthField,
  LineField,
  LinesField,
  OptionField,
  PhoneField,
  ResearchFields,
  SearchField,
} from './profile-fields.tsx';
import { Part } from './tab-parts.tsx';

/** Who somebody is, how to reach them, what they know. Source: Specification 1, section 2 (Personal). */
export function PersonalTab() {
  return (
    <>
      <Part id="you" title="You" hint="Copied into new applications, where you can change it.">
        <LineField field="firstName" title="First name" half autoComplete="given-name" />
        <LineField field="lastName" title="Last name" half autoComplete="family-name" />
        <OptionField field="title" title="Title" half autoComplete="honorific-prefix" />
        <OptionField field="gender" title="Gender" half autoComplete="sex" />
        <SearchField field="nationality" title="Nationality" half />
        <BirthField title="Date of birth" half />
      </Part>
      <Part
        id="contact"
        title="Contact"
        hint="Seen by staff, and by computing centres that open accounts for you."
      >
        <EmailField />
        <PhoneField title="Phone number" />
        <LinesField field="homeAddress" title="Home address" autoComplete="street-address" />
      </Part>
      <Part
        id="expertise"
        title="Scientific fields of expertise"
        hint="Up to three. We match reviewers to proposals by these."
      >
        <ResearchFields />
      </Part>
      <Part id="language" title={t('frame.language.name')} hint={t('frame.language.hint')}>
        <div className={formClasses.full}>
          <LanguageSwitch />
        </div>
      </Part>
      <Part id="mail" title="Mail">
        <div className={formClasses.full}>
          <MailingList />
        </div>
      </Part>
    </>
  );
}

function EmailField() {
  const form = useProfileForm();
  const [opened, setOpened] = useState(false);
  return (
    <div className={formClasses.full}>
      <TextField
        label="Email"
        hint="You log in with it. A change is confirmed by a link to the new address."
        value={form.saved.email}
        readOnly
        autoComplete="off"
        inside={<IconButton icon="edit" label="Change E-mail" onClick={() => setOpened(true)} />}
      />
      <ChangeEmail opened={opened} onClose={() => setOpened(false)} />
    </div>
  );
}

function MailingList() {
  const { value, set } = useProfileField('acceptMailingList');
  return (
    <CheckField
      label={t('parts.list.wording')}
      hint="About twice a month. Mail about your own applications comes in any case."
      name={fieldId('acceptMailingList')}
      checked={value === true}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  );
}
