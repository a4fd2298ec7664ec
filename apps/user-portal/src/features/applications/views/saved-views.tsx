import type { SavedView } from '@clearcall/contract/lists.ts';
import { columnNames, type ListColumn } from '@clearcall/domain/model/list-columns.ts';
import { message } from '@clearcall/i18n/message.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { TickBox } from '@clearcall/ui/kit/field/boxes.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { newId } from '@clearcall/ui/kit/new-id.ts';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { MenuButton, type MenuItem } from '@clearcall/ui/kit/overlay/menu-button.tsx';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError, sentenceOf } from '@clearcall/ui/session/call-error.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { ApplicationsSearch } from '../../../search-params.ts';
import classes from '../applications-list.module.css';
import { searchBody } from '../list-search.ts';
import { isShown, lateWork, searchOfView, shownView } from './view-search.ts';

const queryKey = ['views'];

type Asked = { kind: 'new' } | { kind: 'rename' | 'delete'; view: SavedView };

/**
 * The views that the person has saved: opened, made of the list as it is, replaced by it, renamed and deleted. The default
 * one is shown where somebody comes to the plain list.
 */
export function SavedViews(props: {
  search: ApplicationsSearch;
  /** In which the list is shown, also where the address names none. */
  role: string | undefined;
  columns: readonly ListColumn[];
  /** Whether it tells of late work, which staff look for before anything else. */
  forStaff: boolean;
  onOpen: (search: ApplicationsSearch, columns: readonly ListColumn[], replaces: boolean) => void;
}) {
  const { search, onOpen } = props;
  const queries = useQueryClient();
  const views = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /v2/views', { signal, quiet: true }),
  });
  const [asked, setAsked] = useState<Asked>();
  const [opened, setOpened] = useState(false);
  const ask = (what: Asked) => {
    setAsked(what);
    setOpened(true);
  };
  const known = views.data ?? [];
  const shown = shownView(known, search);
  const late = lateWork(props.role);
  const isLate = shown === undefined && props.forStaff && isShown(late, search);
  // Another filter, and it is still the view that somebody works on: what is replaced or renamed.
  const [last, setLast] = useState<string>();
  const current = shown ?? known.find(({ id }) => id === last);

  const came = useRef(Object.keys(search).length === 0);
  const standard = known.find(({ isDefault }) => isDefault);
  useEffect(() => {
    if (!came.current || views.data === undefined) return;
    came.current = false;
    if (standard !== undefined) onOpen(searchOfView(standard), standard.columns, true);
  }, [views.data, standard, onOpen]);

  const { searchBy, orderBy } = searchBody(search);
  const state = {
    searchBy: [...searchBy],
    orderBy: { ...orderBy },
    ...(props.role === undefined ? {} : { role: props.role }),
    columns: columnNames.filter((column) => props.columns.includes(column)),
  };
  const save = useMutation({
    mutationFn: ({ id, ...body }: SavedView) =>
      call('PUT /v2/views/:id', { params: { id }, body, quiet: true }),
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey });
      setLast(saved.id);
      setOpened(false);
      if (asked?.kind === 'new') onOpen(searchOfView(saved), saved.columns, true);
      notify({ type: 'success', message: message('lists.views.saved', { name: saved.name }) });
    },
    onError: (error) => {
      if (!opened) notify({ type: 'error', sent: sentenceOf(error) });
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) => call('DELETE /v2/views/:id', { params: { id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey });
      setOpened(false);
      notify({ type: 'success', message: message('lists.views.deleted') });
    },
  });
  const items: MenuItem[] = [
    ...(props.forStaff
      ? [
          {
            label: t('lists.views.late'),
            chosen: isLate,
            onSelect: () => onOpen(late, props.columns, false),
          },
          'rule' as const,
        ]
      : []),
    ...known.map((view) => ({
      label: view.isDefault ? t('lists.views.default', { name: view.name }) : view.name,
      chosen: view.id === shown?.id,
      onSelect: () => {
        setLast(view.id);
        onOpen(searchOfView(view), view.columns, false);
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
      <MenuButton className={classes.columnsButton} items={items}>
        <Icon name="list" />
        {shown?.name ?? t(isLate ? 'lists.views.late' : 'lists.views.title')}
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
              <Button onClick={() => setOpened(false)}>{t('lists.views.keep')}</Button>
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
              asked.kind === 'new' ? { id: newId(), ...state, ...given } : { ...asked.view, ...given },
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
  view: SavedView | undefined;
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
          <Button onClick={props.onClose}>{t('lists.views.cancel')}</Button>
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
