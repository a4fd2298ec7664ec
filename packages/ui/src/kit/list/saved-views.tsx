import { message } from '@clearcall/i18n/message.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { CallError, sentenceOf } from '../../session/call-error.ts';
import { Button, smallButton } from '../button.tsx';
import { TickBox } from '../field/boxes.tsx';
import { TextField } from '../field/text-field.tsx';
import { Icon } from '../icon.tsx';
import { newId } from '../new-id.ts';
import { Dialog } from '../overlay/dialog.tsx';
import { MenuButton, type MenuItem } from '../overlay/menu-button.tsx';
import { notify } from '../state/notices.ts';
import { t } from '../text/translate.ts';
import classes from './list-tools.module.css';

interface NamedView {
  id: string;
  name: string;
  /** Opened for a person who comes to the plain list. */
  isDefault: boolean;
}

/** Where the views of a list are stored. */
export interface ViewStore<View extends NamedView> {
  key: string;
  list: (signal: AbortSignal) => Promise<readonly View[]>;
  save: (view: View) => Promise<View>;
  remove: (id: string) => Promise<unknown>;
}

type Asked<View> = { kind: 'new' } | { kind: 'rename' | 'delete'; view: View };

/** The views that a person has saved of a list: opened, saved, replaced, renamed and deleted. */
export function SavedViews<View extends NamedView>(props: {
  store: ViewStore<View>;
  /** The list as it is shown, to be saved as a view. */
  state: Omit<View, keyof NamedView>;
  isShown: (view: View) => boolean;
  /** Whether the address asks for nothing: then the default view is opened once. */
  isPlain: boolean;
  /** A view that everybody has without saving it. */
  preset?: { name: string; isShown: boolean; onOpen: () => void } | undefined;
  onOpen: (view: View, replaces: boolean) => void;
}) {
  const { store, state, preset, onOpen } = props;
  const queryKey = [store.key];
  const queries = useQueryClient();
  const views = useQuery({ queryKey, queryFn: ({ signal }) => store.list(signal) });
  const [asked, setAsked] = useState<Asked<View>>();
  const [opened, setOpened] = useState(false);
  const ask = (what: Asked<View>) => {
    setAsked(what);
    setOpened(true);
  };
  const known = views.data ?? [];
  const shown = known.find(props.isShown);
  const showsPreset = shown === undefined && preset?.isShown === true;
  // With another filter it is still the view that the person works on: it can be replaced and renamed.
  const [last, setLast] = useState<string>();
  const current = shown ?? known.find(({ id }) => id === last);

  const cameToPlain = useRef(props.isPlain);
  const standard = known.find(({ isDefault }) => isDefault);
  const latest = useRef(onOpen);
  latest.current = onOpen;
  useEffect(() => {
    if (!cameToPlain.current || views.data === undefined) return;
    cameToPlain.current = false;
    if (standard !== undefined) latest.current(standard, true);
  }, [views.data, standard]);

  const save = useMutation({
    mutationFn: store.save,
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey });
      setLast(saved.id);
      setOpened(false);
      if (asked?.kind === 'new') onOpen(saved, true);
      notify({ type: 'success', message: message('lists.views.saved', { name: saved.name }) });
    },
    onError: (error) => {
      if (!opened) notify({ type: 'error', sent: sentenceOf(error) });
    },
  });
  const remove = useMutation({
    mutationFn: store.remove,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey });
      setOpened(false);
      notify({ type: 'success', message: message('lists.views.deleted') });
    },
  });
  const items: MenuItem[] = [
    ...(preset === undefined
      ? []
      : [{ label: preset.name, chosen: showsPreset, onSelect: preset.onOpen }, 'rule' as const]),
    ...known.map((view) => ({
      label: view.isDefault ? t('lists.views.default', { name: view.name }) : view.name,
      chosen: view.id === shown?.id,
      onSelect: () => {
        setLast(view.id);
        onOpen(view, false);
      },
    })),
    ...(known.length > 0 ? (['rule'] as const) : []),
    { label: t('lists.views.new'), icon: 'plus', onSelect: () => ask({ kind: 'new' }) },
    ...(current === undefined
      ? []
      : [
          {
            label: t('lists.views.replace', { name: current.name }),
            icon: 'check' as const,
            onSelect: () => save.mutate({ ...current, ...state }),
          },
          {
            label: t('lists.views.rename', { name: current.name }),
            icon: 'edit' as const,
            onSelect: () => ask({ kind: 'rename', view: current }),
          },
          {
            label: t('lists.views.delete', { name: current.name }),
            icon: 'trash' as const,
            danger: true,
            onSelect: () => ask({ kind: 'delete', view: current }),
          },
        ]),
  ];
  return (
    <>
      <MenuButton className={smallButton} items={items}>
        <Icon name="list" />
        <span className={classes.viewName}>
          {shown?.name ?? (showsPreset ? preset?.name : t('lists.views.title'))}
        </span>
      </MenuButton>
      {asked === undefined ? null : asked.kind === 'delete' ? (
        <Dialog
          opened={opened}
          onClose={() => setOpened(false)}
          title={t('lists.views.deleteTitle')}
          actions={
            <>
              <Button
                variant="danger-filled"
                loading={remove.isPending}
                onClick={() => remove.mutate(asked.view.id)}
              >
                {t('lists.views.deleteDo')}
              </Button>
              <Button variant="subtle" onClick={() => setOpened(false)}>
                {t('lists.views.keep')}
              </Button>
            </>
          }
        >
          <p>{t('lists.views.deleteText', { name: asked.view.name })}</p>
        </Dialog>
      ) : (
        <NameDialog
          key={asked.kind === 'new' ? 'new' : `${asked.view.id} ${asked.view.name}`}
          title={t(asked.kind === 'new' ? 'lists.views.newTitle' : 'lists.views.renameTitle')}
          opened={opened}
          onClose={() => setOpened(false)}
          view={asked.kind === 'new' ? undefined : asked.view}
          pending={save.isPending}
          error={save.isError ? save.error : null}
          onSave={(given) =>
            save.mutate(
              asked.kind === 'new'
                ? ({ id: newId(), ...state, ...given } as View)
                : { ...asked.view, ...given },
            )
          }
        />
      )}
    </>
  );
}

/** A view is named, and may be the one that is shown first. */
function NameDialog(props: {
  title: string;
  opened: boolean;
  onClose: () => void;
  view: NamedView | undefined;
  pending: boolean;
  error: unknown;
  onSave: (given: { name: string; isDefault: boolean }) => void;
}) {
  const id = useId();
  const [name, setName] = useState(props.view?.name ?? '');
  const [isDefault, setDefault] = useState(props.view?.isDefault ?? false);
  const [tried, setTried] = useState(false);
  const missing = tried && name.trim() === '';
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() !== '') props.onSave({ name: name.trim(), isDefault });
  };
  const refusal = props.error instanceof CallError ? sentenceOf(props.error) : null;
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      actions={
        <>
          <Button type="submit" form={id} variant="filled" loading={props.pending}>
            {t('lists.views.save')}
          </Button>
          <Button variant="subtle" onClick={props.onClose}>
            {t('frame.kit.cancel')}
          </Button>
        </>
      }
    >
      <form id={id} className={classes.drawer} onSubmit={send} noValidate>
        <TextField
          label={t('lists.views.name')}
          hint={t('lists.views.nameHint')}
          value={name}
          maxLength={80}
          required
          data-autofocus=""
          error={missing ? t('lists.views.nameMissing') : refusal}
          onChange={(event) => setName(event.target.value)}
        />
        <TickBox
          id={`${id}:default`}
          title={t('lists.views.first')}
          checked={isDefault}
          required={false}
          invalid={false}
          describedBy={undefined}
          onChange={(event) => setDefault(event.target.checked)}
        />
      </form>
    </Dialog>
  );
}
