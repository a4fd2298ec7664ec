import { type Role, roleCodes, roleMessage } from '@clearcall/domain/people/roles.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { BareTick } from '@clearcall/ui/kit/field/boxes.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import classes from './organisation.module.css';
import { SettingsPage } from './settings-page.tsx';
import type { Place, SettingsForm } from './use-settings-form.ts';

/** The tabs that can be chosen: the archive has its tab whenever there is one. */
const tabs = ['calls', 'dashboard', 'applications'] as const;
type Tab = (typeof tabs)[number];
const tabLabel = (tab: Tab): string => t(`frame.tabs.${tab}`);

const staffPlace = 'theme/staffRoles';

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
          <Section title={t('admin.org.staff')}>
            <p className="muted">{t('admin.org.staffText')}</p>
            <Ticks
              form={form}
              at={staffPlace}
              all={roleCodes}
              label={(role) => translate(roleMessage(role))}
              title={t('admin.org.staff')}
            />
          </Section>
          <Section title={t('admin.org.tabs')}>
            <p className="muted">{t('admin.org.tabsText')}</p>
            <ul className={classes.rows}>
              <TabsOf form={form} at="theme/tabs/default" title={t('admin.org.tabsDefault')} />
              {roleCodes.map((role) => (
                <TabsOf
                  key={role}
                  form={form}
                  at={`theme/tabs/byRole/${role}`}
                  title={translate(roleMessage(role))}
                  otherwise="theme/tabs/default"
                />
              ))}
            </ul>
          </Section>
        </>
      )}
    </SettingsPage>
  );
}

/** A setting that is a list of a few known values, as boxes to tick. */
function Ticks<V extends string>(props: {
  form: SettingsForm;
  at: Place;
  all: readonly V[];
  label: (value: V) => string;
  /** Names the group. */
  title: string;
  /** The value that applies while the setting is absent. */
  otherwise?: Place | undefined;
}) {
  const { form, at, all, otherwise } = props;
  const chosen = listAt(form, at) ?? (otherwise === undefined ? [] : (listAt(form, otherwise) ?? []));
  return (
    <fieldset className={classes.ticks} aria-label={props.title} disabled={!form.mayChange} data-setting={at}>
      {all.map((value) => (
        <label key={value}>
          <BareTick
            checked={chosen.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              form.set(at, checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
          {props.label(value)}
        </label>
      ))}
    </fieldset>
  );
}

function TabsOf(props: { form: SettingsForm; at: Place; title: string; otherwise?: Place }) {
  const { form, at, title, otherwise } = props;
  const isOwn = otherwise !== undefined && listAt(form, at) !== null;
  return (
    <li>
      <span>{title}</span>
      <Ticks form={form} at={at} all={tabs} label={tabLabel} title={title} otherwise={otherwise} />
      {isOwn && form.mayChange ? (
        <Button
          size="sm"
          variant="subtle"
          aria-label={t('admin.org.tabsResetOf', { role: title })}
          onClick={() => form.set(at, null)}
        >
          {t('admin.org.tabsReset')}
        </Button>
      ) : otherwise === undefined || isOwn ? null : (
        <span className="muted small">{t('admin.org.tabsInherited')}</span>
      )}
    </li>
  );
}
