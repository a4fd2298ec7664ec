import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { isReloading } from '@clearcall/ui/kit/page/new-version.ts';
import { PageHead } from '@clearcall/ui/kit/page/page-head.tsx';
import tabs from '@clearcall/ui/kit/page/tab-list.module.css';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { sessionState } from '@clearcall/ui/session/access-token.ts';
import type { call } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useBlocker } from '@tanstack/react-router';
import { Children, type ReactNode, useEffect, useRef, useState } from 'react';
import { settingName, valueText } from '../../parts/changes/setting-label.ts';
import { followOrganisation } from '../../parts/follow-organisation.ts';
import classes from './organisation.module.css';
import { type Opened, settingsQuery } from './settings-query.ts';
import { type Place, type SettingsForm, useSettingsForm } from './use-settings-form.ts';

const pages = [
  { to: '/organisation', label: 'admin.org.general' },
  { to: '/organisation/theme', label: 'admin.theme' },
  { to: '/organisation/texts', label: 'admin.texts' },
  { to: '/organisation/roles', label: 'admin.org.roles' },
  { to: '/organisation/rules', label: 'admin.rules' },
] as const;

/** Where the tabs scroll, the current one is in view. */
const showCurrent = (nav: HTMLElement | null) =>
  nav?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });

type Conflicts = readonly { at: Place; now: unknown }[];

interface Parts {
  children: (form: SettingsForm) => ReactNode;
  /** Consequences of the changes, one sentence each, shown before they are saved. */
  consequences?: ((form: SettingsForm) => readonly ReactNode[]) | undefined;
}

/** A page of settings with its form and its save bar. */
export function SettingsPage(props: Parts) {
  const settings = useQuery(settingsQuery);
  return (
    <div className="page">
      <PageHead title={t('admin.org.title')} />
      <nav ref={showCurrent} className={`${tabs.tabs} ${tabs.ruled}`} aria-label={t('admin.org.parts')}>
        {pages.map(({ to, label }) => (
          <Link key={to} to={to} activeOptions={{ exact: true }}>
            {t(label)}
          </Link>
        ))}
      </nav>
      {settings.data !== undefined ? (
        <Form opened={settings.data} {...props} />
      ) : settings.error === null ? (
        <LoadingRows rows={8} height={56} label={t('admin.org.loading')} />
      ) : (
        <CallFailure query={settings} what={t('admin.org.what')} />
      )}
    </div>
  );
}

const bodyOf = (error: CallError) =>
  (error.body ?? {}) as { fields?: Record<Place, string>; conflicts?: Conflicts };

function Form({ opened, children, consequences }: Parts & { opened: Opened }) {
  const queries = useQueryClient();
  const form = useSettingsForm(opened, hasRight(useUser().role, 'change_organisation'));
  const [asks, setAsks] = useState<readonly ReactNode[] | null>(null);
  const [conflicts, setConflicts] = useState<Conflicts | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const sends = (send: typeof call) =>
    send('PUT /admin/organisation', { body: { changes: form.changes.map(written) } });
  const saving = {
    done: { type: 'success', message: { id: 'admin.org.saved' } },
    after: async () => {
      await queries.invalidateQueries({ queryKey: ['organisation'] });
      form.reset();
      followOrganisation();
    },
    onRefused: (refusal: CallError) => {
      const body = bodyOf(refusal);
      setAsks(null);
      if (body.conflicts !== undefined) setConflicts(body.conflicts);
      form.setFaults(body.fields ?? {});
    },
  } as const;
  const save = useCommand({ ...saving, send: sends, showsError: true });
  const [first] = Object.keys(form.faults);
  useEffect(() => {
    if (first === undefined) return;
    const field = content.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    // In the middle, where the bar that saves does not cover it.
    field?.scrollIntoView({ block: 'center' });
  }, [first]);
  const isQuestion = save.error instanceof CallError && save.error.code === 'changed_meanwhile';
  return (
    <>
      {opened.newer.length === 0 ? null : (
        <Note kind="info">{t('admin.org.newer', { list: opened.newer })}</Note>
      )}
      {form.mayChange ? null : <Note kind="info">{t('admin.org.readOnly')}</Note>}
      <div ref={content} className={classes.form}>
        {children(form)}
      </div>
      {form.changes.length > 0 ? (
        <div className={classes.saving}>
          <Button
            variant="filled"
            loading={save.isPending}
            onClick={() => {
              const sentences = consequences?.(form) ?? [];
              if (sentences.length > 0) setAsks(sentences);
              else save.send();
            }}
          >
            {t('admin.org.save')}
          </Button>
          <Button variant="subtle" onClick={form.reset}>
            {t('admin.org.discard')}
          </Button>
          <span className="muted small" role="status">
            {t('admin.org.unsaved', { n: form.unsaved })}
          </span>
          {save.sentence === null || isQuestion ? null : (
            <Note kind="bad" live>
              {save.sentence}
            </Note>
          )}
        </div>
      ) : null}
      {asks === null ? null : (
        <CommandDialog
          title={t('admin.org.consequences')}
          verb={t('admin.org.save')}
          send={sends}
          {...saving}
          onClose={() => setAsks(null)}
        >
          <ul>
            {Children.map(asks, (sentence) => (
              <li>{sentence}</li>
            ))}
          </ul>
        </CommandDialog>
      )}
      {conflicts === null ? null : <Conflict form={form} conflicts={conflicts} setConflicts={setConflicts} />}
      <LeaveGuard unsaved={form.unsaved} />
    </>
  );
}

/** Asks before a page with unsaved settings is left: nothing else has them. */
function LeaveGuard({ unsaved }: { unsaved: number }) {
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: () => !isReloading() && unsaved > 0,
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && sessionState().state === 'signed-in' && unsaved > 0,
  });
  return (
    <Dialog
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('admin.org.leave')}
      actions={
        <>
          <Button variant="filled" onClick={() => blocker.reset?.()}>
            {t('admin.org.stay')}
          </Button>
          <Button onClick={() => blocker.proceed?.()}>{t('admin.org.discard')}</Button>
        </>
      }
    >
      <p>{t('admin.org.unsaved', { n: unsaved })}</p>
    </Dialog>
  );
}

/** A change as it is sent: settings are texts, numbers, switches and lists of texts. */
const written = ({ at, seen, to }: SettingsForm['changes'][number]) => ({
  at: [...at],
  seen: seen as string | null,
  to: to as string | null,
});

/** Asks which value to keep where another administrator has changed the same setting. */
function Conflict(props: {
  form: SettingsForm;
  conflicts: Conflicts;
  setConflicts: (conflicts: Conflicts | null) => void;
}) {
  const { form, conflicts, setConflicts } = props;
  const queries = useQueryClient();
  /** The changes that are left after the answers. */
  const leftBy = (values: Readonly<Record<Place, unknown>>) =>
    form.changes.flatMap((change) => {
      const conflict = conflicts.find(({ at }) => at === change.at.join('/'));
      if (conflict === undefined) return [change];
      return values[conflict.at] === 'own' ? [{ ...change, seen: conflict.now }] : [];
    });
  return (
    <CommandDialog
      title={t('admin.org.conflict')}
      verb={t('admin.org.conflict.save')}
      fields={Object.fromEntries(
        conflicts.map(({ at, now }) => [
          at,
          {
            type: 'radio',
            label: settingName(at),
            initial: 'theirs',
            choices: [
              { value: 'theirs', label: t('admin.org.conflict.theirs', { value: valueText(now) }) },
              {
                value: 'own',
                label: t('admin.org.conflict.own', { value: valueText(form.get(at)) }),
              },
            ],
          } as const,
        ]),
      )}
      send={async (call, values) => {
        const left = leftBy(values);
        if (left.length > 0) await call('PUT /admin/organisation', { body: { changes: left.map(written) } });
      }}
      onRefused={(refusal, values) => {
        const body = bodyOf(refusal);
        form.take(leftBy(values));
        form.setFaults(body.fields ?? {});
        setConflicts(body.conflicts ?? null);
      }}
      done={{ type: 'success', message: { id: 'admin.org.saved' } }}
      after={async () => {
        await queries.invalidateQueries({ queryKey: ['organisation'] });
        form.reset();
      }}
      onClose={() => setConflicts(null)}
    >
      {t('admin.org.conflict.text')}
    </CommandDialog>
  );
}
