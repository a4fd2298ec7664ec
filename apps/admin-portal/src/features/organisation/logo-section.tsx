import { maxLogoBytes } from '@clearcall/domain/organisation/logo.ts';
import { Part } from '@clearcall/ui/account/part.tsx';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import formClasses from '@clearcall/ui/kit/field/field.module.css';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FileButton } from '../../parts/file-button.tsx';
import { followOrganisation } from '../../parts/follow-organisation.ts';
import recordClasses from '../../parts/record/record.module.css';
import classes from './organisation.module.css';
import type { SettingsForm } from './use-settings-form.ts';

const dataAddressOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** The logo of the organisation. It is saved at once, apart from the settings of the page. */
export function LogoSection({ form: { opened, get, mayChange } }: { form: SettingsForm }) {
  const queries = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const reload = () => {
    followOrganisation();
    return queries.invalidateQueries({ queryKey: ['organisation'] });
  };
  const upload = useCommand<unknown, File>({
    send: async (call, file) =>
      call('PUT /admin/organisation/logo', { body: { dataUrl: await dataAddressOf(file) } }),
    done: { type: 'success', message: { id: 'admin.logo.saved' } },
    after: reload,
  });
  const { logo } = opened;
  return (
    <Part id="logo" title={t('admin.setting.logo')} hint={t('admin.logo.text')}>
      <div className={formClasses.full}>
        {logo === null ? (
          <p className="soft">{t('admin.logo.none')}</p>
        ) : (
          <p className={classes.logo}>
            <img {...logo} alt={String(get('theme/organization/name'))} />
          </p>
        )}
        {mayChange ? (
          <div className={recordClasses.actions}>
            <FileButton
              accept=".png,.svg,.webp,image/png,image/svg+xml,image/webp"
              loading={upload.isPending}
              onFile={(file) => {
                if (file.size <= maxLogoBytes) upload.send(file);
                else notify({ type: 'error', message: { id: 'admin.logo.tooLarge' } });
              }}
            >
              {logo === null ? t('admin.logo.upload') : t('admin.logo.replace')}
            </FileButton>
            {logo === null ? null : (
              <Button onClick={() => setRemoving(true)}>{t('admin.logo.remove')}</Button>
            )}
          </div>
        ) : null}
        {isRemoving ? (
          <CommandDialog
            title={t('admin.logo.remove')}
            verb={t('admin.logo.remove')}
            danger
            send={(call) => call('DELETE /admin/organisation/logo', {})}
            done={{ type: 'success', message: { id: 'admin.logo.removed' } }}
            after={reload}
            onClose={() => setRemoving(false)}
          >
            {t('admin.logo.removeText')}
          </CommandDialog>
        ) : null}
      </div>
    </Part>
  );
}
