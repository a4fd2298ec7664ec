import { type Role, roleCodes, roleMessage } from '@clearcall/domain/people/roles.ts';
import { Part } from '@clearcall/ui/account/part.tsx';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { BareTick } from '@clearcall/ui/kit/field/boxes.tsx';
import formClasses from '@clearcall/ui/kit/field/field.module.css';
import tableClasses from '@clearcall/ui/kit/table/table-frame.module.css';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import classes from './organisation.module.css';
import { SettingsPage } from './settings-page.tsx';
import type { Place, SettingsForm } from './use-settings-form.ts';

/** The tabs that can be chosen: the archive has its tab whenever there is one. */
const tabs = ['calls', 'dashboard', 'applications'] as const;
const tabLabel = (tab: (typeof tabs)[number]): string => t(`frame.tabs.${tab}`);

const staffPlace = 'theme/staffRoles';
const defaultTabs = 'theme/tabs/default';

const listAt = (form: SettingsForm, at: Place): readonly string[] | null =>
  form.get(at) as readonly string[] | null;

/** Says for how many people the change of the staff roles means what. */
function consequences({ opened, changes }: SettingsForm): readonly string[] {
  const change = changes.find(({ at }) => at.join('/') === staffPlace);
  if (change === undefined) return [];
  const [before, after] = [change.seen as Role[], change.to as Role[]];
  const told = (id: 'admin.org.staff.gains' | 'admin.org.staff.loses') => (role: Role) =>
    t(id, { n: opened.accounts[role] ?? 0, role: translate(roleMessage(role)) });
  return [
    ...after.filter((role) => !before.includes(role)).map(told('admin.org.staff.gains')),
    ...before.filter((role) => !after.includes(role)).map(told('admin.org.staff.loses')),
  ];
}

/** Which roles act for the organisation, and which tabs each role has in the user portal. */
export function Roles() {
  return (
    <SettingsPage consequences={consequences}>
      {(form) => (
        <>
          <Part id="staff" title={t('admin.org.staff')} hint={t('admin.org.staffText')}>
            <StaffRoles form={form} />
          </Part>
          <Part id="tabs" title={t('admin.org.tabs')} hint={t('admin.org.tabsText')}>
            <table className={`${tableClasses.table} ${classes.tabs} ${formClasses.full}`}>
              <thead>
                <tr>
                  <th scope="col">{t('admin.people.role')}</th>
                  {tabs.map((tab) => (
                    <th key={tab} scope="col">
                      {tabLabel(tab)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                <TabsOf form={form} at={defaultTabs} title={t('admin.org.tabsDefault')} />
                {roleCodes.map((role) => (
                  <TabsOf
                    key={role}
                    form={form}
                    at={`theme/tabs/byRole/${role}`}
                    title={translate(roleMessage(role))}
                  />
                ))}
              </tbody>
            </table>
          </Part>
        </>
      )}
    </SettingsPage>
  );
}

/** Returns the props of a checkbox that adds a value to a list and removes it. */
const membership = (form: SettingsForm, at: Place, list: readonly string[], value: string) => ({
  disabled: !form.mayChange,
  checked: list.includes(value),
  onChange: ({ currentTarget: { checked } }: { currentTarget: { checked: boolean } }) =>
    form.set(at, checked ? [...list, value] : list.filter((one) => one !== value)),
});

function StaffRoles({ form }: { form: SettingsForm }) {
  return (
    <fieldset className={`${classes.ticks} ${formClasses.full}`} aria-labelledby="staff-title">
      {roleCodes.map((role) => (
        <label key={role}>
          <BareTick {...membership(form, staffPlace, listAt(form, staffPlace) ?? [], role)} />
          {translate(roleMessage(role))}
        </label>
      ))}
    </fieldset>
  );
}

/** The tabs of a role; one without tabs of its own has those of all other roles. */
function TabsOf({ form, at, title }: { form: SettingsForm; at: Place; title: string }) {
  const own = listAt(form, at);
  return (
    <tr>
      <th scope="row">
        <span className={classes.role}>
          {title}
          {at === defaultTabs ? null : own === null ? (
            <span className="muted small">{t('admin.org.tabsInherited')}</span>
          ) : form.mayChange ? (
            <Button
              size="sm"
              variant="subtle"
              aria-label={t('admin.org.tabsResetOf', { role: title })}
              onClick={() => form.set(at, null)}
            >
              {t('admin.org.tabsReset')}
            </Button>
          ) : null}
        </span>
      </th>
      {tabs.map((tab) => (
        <td key={tab}>
          <label>
            <BareTick
              {...membership(form, at, own ?? listAt(form, defaultTabs) ?? [], tab)}
              aria-label={`${title}, ${tabLabel(tab)}`}
            />
            <span className="only-narrow">{tabLabel(tab)}</span>
          </label>
        </td>
      ))}
    </tr>
  );
}
