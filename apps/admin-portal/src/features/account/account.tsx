import { ChangeEmail } from '@clearcall/ui/account/change-email.tsx';
import { LogInSections } from '@clearcall/ui/account/log-in-sections.tsx';
import { NameFields, useOwnName } from '@clearcall/ui/account/name-fields.tsx';
import { Part } from '@clearcall/ui/account/part.tsx';
import { Button, IconButton } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import formClasses from '@clearcall/ui/kit/field/field.module.css';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { allRight } from '@clearcall/ui/kit/field/use-field.ts';
import { LanguageSwitch } from '@clearcall/ui/kit/page/language-switch.tsx';
import { PageHead } from '@clearcall/ui/kit/page/page-head.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { reloadUser } from '@clearcall/ui/session/session.ts';
import { useState } from 'react';
import classes from './account.module.css';

/** The administrator's own account: name, email, language, ways to log in and sessions. */
export function Account() {
  return (
    <div className="page">
      <PageHead title={t('frame.menu.account')} />
      <div className={classes.parts}>
        <Part id="name" title={t('admin.account.name')} hint={t('admin.account.nameHint')}>
          <OwnNameForm />
        </Part>
        <Part id="contact" title={t('profile.personal.email')} hint={t('profile.personal.emailHint')}>
          <OwnEmail />
        </Part>
        <Part id="language" title={t('frame.language.name')} hint={t('frame.language.hint')}>
          <div className={formClasses.full}>
            <LanguageSwitch />
          </div>
        </Part>
        <LogInSections forgotLink={(label) => <a href="/auth/forgot">{label}</a>} />
      </div>
    </div>
  );
}

function OwnNameForm() {
  const user = useUser();
  const name = useOwnName(user);
  const save = useCommand({
    send: (call) => {
      const { lastName, ...others } = name.values;
      const body = { ...others, lastName: lastName === '' ? null : lastName };
      return call('PATCH /users/:id', { params: { id: user.id }, body });
    },
    done: noticeTexts.profileSaved,
    after: reloadUser,
  });
  return (
    <form
      className={`${classes.name} ${formClasses.full}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (allRight(name.fields)) save.send();
      }}
    >
      <NameFields {...name} />
      <div className="row">
        <Button type="submit" loading={save.isPending}>
          {t('admin.account.saveName')}
        </Button>
      </div>
    </form>
  );
}

function OwnEmail() {
  const { email } = useUser();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <div className={formClasses.full}>
      <TextField
        label={t('profile.personal.email')}
        value={email}
        readOnly
        autoComplete="off"
        inside={<IconButton icon="edit" label={t('profile.email.change')} onClick={() => setOpened(true)} />}
      />
      <ChangeEmail opened={opened} onClose={close} onSent={close} />
    </div>
  );
}
