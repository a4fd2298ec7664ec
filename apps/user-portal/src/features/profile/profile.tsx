import { type ProfileField, type ProfileTab, profileLists } from '@clearcall/domain/people/profile.ts';
import type { Profile } from '@clearcall/domain/people/user.ts';
import type { MessageId } from '@clearcall/i18n/message.ts';
import partClasses from '@clearcall/ui/account/part.module.css';
import { Button } from '@clearcall/ui/kit/button.tsx';
import formClasses from '@clearcall/ui/kit/field/field.module.css';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { LinkButton } from '@clearcall/ui/kit/link-button.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { BackLink } from '@clearcall/ui/kit/page/page-head.tsx';
import { Bar, CallFailure } from '@clearcall/ui/kit/state/page-states.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { initialsText } from '@clearcall/ui/kit/text/initials-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { call } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { reloadUser } from '@clearcall/ui/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { AdditionalTab } from './additional-tab.tsx';
import { BankTab } from './bank-tab.tsx';
import { InvolvementTab } from './involvement-tab.tsx';
import { formOf } from './kept-form.ts';
import { LeaveGuard } from './leave-profile-guard.tsx';
import { PasswordTab } from './password-tab.tsx';
import { PersonalTab } from './personal-tab.tsx';
import classes from './profile.module.css';
import type { Lists, ProfileForm } from './profile-form.ts';
import { FormContext } from './profile-form-context.ts';
import { type TabName, tabNames, tabOf, tabs } from './profile-tabs.ts';
import { showFaults, useSaving } from './use-saving.ts';

const formTabs = {
  personal: PersonalTab,
  additional: AdditionalTab,
  involvement: InvolvementTab,
  bank: BankTab,
} as const satisfies Record<ProfileTab, () => ReactNode>;

async function loadLists(): Promise<Lists> {
  const { data } = await call('GET /v2/options', {
    query: { tags: profileLists.join(','), older: 'true' },
    quiet: true,
  });
  const optionsOf = (tag: string) =>
    data
      .find((group) => group.tag === tag)
      ?.options.map((option) => ({ ...option, lang: langOf(option, 'label') })) ?? [];
  return Object.fromEntries(profileLists.map((tag) => [tag, optionsOf(tag)])) as unknown as Lists;
}

async function loadProfile(id: number): Promise<Profile> {
  const opened = await call('GET /users/:id', { params: { id }, quiet: true });
  if (!('email' in opened)) throw new Error('The own profile was not answered.');
  return opened;
}

/** The own profile: five tabs, each saved on its own. Source: Requirements 1, 2.79. */
export function ProfilePage() {
  const user = useUser();
  const theme = useOrganisation();
  const asked = useRouterState({
    select: ({ location }) => tabOf(location.pathname, location.search as { tab?: TabName }),
  });
  const profile = useQuery({ queryKey: ['profile', user.id], queryFn: () => loadProfile(user.id) });
  const lists = useQuery({ queryKey: ['options', 'profile'], queryFn: loadLists });
  const failed = [profile, lists].filter((query) => query.isError);
  const form = profile.data && lists.data ? formOf(profile.data, lists.data, theme.timeZone) : null;
  const tab = asked ?? 'personal';

  const saving = useSaving(form);
  useNewsOfOneself(profile.data);
  useEffect(() => {
    if (profile.data && lists.data) form?.learn(profile.data, lists.data);
  }, [form, profile.data, lists.data]);

  return (
    <>
      {form !== null && tab !== 'password' ? (
        <OpenForm
          form={form}
          tab={tab}
          asked={asked}
          saving={saving.isPending}
          onSave={() => saving.save(tab)}
        />
      ) : (
        <ProfileFrame asked={asked} tab={tab} profile={profile.data} form={form}>
          {tab === 'password' ? (
            <PasswordTab />
          ) : failed.length > 0 ? (
            <CallFailure
              query={{
                error: failed[0]?.error,
                refetch: () => Promise.all(failed.map((query) => query.refetch())),
              }}
              what={t('profile.what.profile')}
            />
          ) : (
            <TabSkeleton />
          )}
        </ProfileFrame>
      )}
      {form === null ? null : <LeaveGuard form={form} saveAll={saving.saveAll} />}
    </>
  );
}

/** The session learns what the profile knows better: a name, an address, a role. Source: Requirements 1, 4.18. */
function useNewsOfOneself(profile: Profile | undefined): void {
  const user = useUser();
  const previous = useRef<Profile>(undefined);
  useEffect(() => {
    if (profile === undefined || previous.current === profile) return;
    previous.current = profile;
    const known = ['firstName', 'lastName', 'role', 'email', 'acceptMailingList'] as const;
    if (known.some((field) => profile[field] !== user[field])) void reloadUser();
  }, [profile, user]);
}

/** Head and menu, which every state of the page has. */
function ProfileFrame(props: {
  asked: TabName | null;
  tab: TabName;
  profile: Profile | undefined;
  form: ProfileForm | null;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const user = useUser();
  const shown = props.profile ?? user;
  const fullName = `${shown.firstName} ${shown.lastName}`.trim();
  return (
    <div className={`page ${classes.profile}`} data-menu={props.asked === null || undefined}>
      <header className={classes.head}>
        <span className={classes.initials} aria-hidden="true">
          {initialsText(shown)}
        </span>
        <div className={classes.name}>
          <h1>{fullName === '' ? shown.email : fullName}</h1>
          <p className="small soft">
            {t('profile.lastLogin')}{' '}
            {props.profile ? <DateTime at={props.profile.lastLogin} unset={t('profile.firstLogin')} /> : '…'}
          </p>
        </div>
        {props.actions}
      </header>
      <div className={classes.columns}>
        <nav className={`${classes.tabs} side-list`} aria-label={t('profile.name')}>
          {tabNames.map((name) => (
            <TabLink key={name} name={name} current={name === props.tab} form={props.form} />
          ))}
        </nav>
        <div className={classes.content}>
          <div className={classes.back}>
            <BackLink to="/profile">{t('profile.back')}</BackLink>
          </div>
          {props.children}
        </div>
      </div>
    </div>
  );
}

/** A tab before its fields are known: their places in the final layout. */
function TabSkeleton() {
  return (
    <div data-loading="">
      <p className="hidden-visually" role="status">
        {t('profile.loading.profile')}
      </p>
      {[6, 3, 3].map((fields, part) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing but places
        <section key={part} className={partClasses.part} aria-hidden="true">
          <div>
            <Bar width="8rem" height={20} />
          </div>
          <div className={formClasses.fields}>
            {Array.from({ length: fields }, (_none, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing but places
              <div key={at} className={part === 0 ? formClasses.half : formClasses.full}>
                <Bar width="6rem" />
                <div style={{ height: 'var(--s-3)' }} />
                <Bar height={40} />
              </div>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

const noWatch = () => () => {};
const noVersion = () => 0;

function TabLink(props: { name: TabName; current: boolean; form: ProfileForm | null }) {
  const { name, form } = props;
  const { label, to, search } = tabs[name];
  useSyncExternalStore(form?.watch ?? noWatch, form?.version ?? noVersion);
  const unsaved = form !== null && name !== 'password' ? form.unsaved(name) : 0;
  return (
    <Link
      to={to}
      search={search}
      aria-current={props.current ? 'page' : undefined}
      data-titles-page={props.current ? '' : undefined}
    >
      <span>{t(label)}</span>
      {unsaved > 0 && !props.current ? (
        <span className={classes.mark} title={t('profile.notSaved')}>
          <Icon name="dot" />
          <span className="hidden-visually">{t('profile.notSavedAside')}</span>
        </span>
      ) : null}
      <span className={classes.into}>
        <Icon name="chevron-right" />
      </span>
    </Link>
  );
}

/** The fields that have to be filled in, by the labels that they have on their tab. */
const labels: Partial<Record<ProfileField, MessageId>> = {
  firstName: 'profile.personal.firstName',
  lastName: 'profile.personal.lastName',
  title: 'profile.personal.title',
  gender: 'profile.personal.gender',
  nationality: 'profile.personal.nationality',
  dateOfBirth: 'profile.personal.birth',
  homeAddress: 'profile.personal.address',
  fields: 'profile.fields.first',
};
function nameOf(field: ProfileField): string {
  const label = labels[field];
  return label === undefined ? field : t(label);
}

/** A tab whose fields are saved together. */
function OpenForm(props: {
  form: ProfileForm;
  tab: ProfileTab;
  asked: TabName | null;
  saving: boolean;
  onSave: () => void;
}) {
  const { form, tab, saving } = props;
  useSyncExternalStore(form.watch, form.version);
  const missing = form.missing(tab);
  const faults = Object.keys(form.faults(tab)).length - missing.length;
  const waits = faults > 0 || missing.length > 0;
  const unsaved = form.unsaved(tab);
  const Tab = formTabs[tab];

  const state = (
    <>
      {unsaved > 0 ? (
        <p className={classes.unsaved}>
          <Icon name="dot" />
          {t('profile.unsaved', { n: unsaved })}
        </p>
      ) : !waits ? (
        <p className={classes.kept}>
          <Icon name="check" />
          {t('profile.kept')}
        </p>
      ) : null}
      {faults > 0 ? (
        <LinkButton className={classes.faults} onClick={() => showFaults(form, tab)}>
          <Icon name="warning" size={14} />
          {t('profile.toCheck', { n: faults })}
        </LinkButton>
      ) : null}
      {missing.length > 0 ? (
        <LinkButton className={classes.faults} onClick={() => showFaults(form, tab)}>
          <Icon name="warning" size={14} />
          {t('frame.kit.stillNeeded', { what: missing.map(nameOf) })}
        </LinkButton>
      ) : null}
    </>
  );
  // Beside the button stands why it waits.
  const button = (described: string) => (
    <Button
      type="submit"
      form="profile-form"
      variant="filled"
      disabled={waits || saving}
      loading={saving}
      aria-describedby={described}
    >
      {t('profile.save')}
    </Button>
  );
  return (
    <FormContext value={form}>
      <ProfileFrame
        asked={props.asked}
        tab={tab}
        profile={form.saved}
        form={form}
        actions={
          <div className={`only-wide ${classes.actions}`}>
            <div id="profile-state" className={classes.state}>
              {state}
            </div>
            {button('profile-state')}
          </div>
        }
      >
        <form
          id="profile-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            props.onSave();
          }}
        >
          <Tab />
        </form>
        <div className={`only-narrow ${classes.bar}`}>
          <div id="profile-state-narrow">{state}</div>
          {button('profile-state-narrow')}
        </div>
      </ProfileFrame>
    </FormContext>
  );
}
