import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { MenuButton, type MenuItem } from '@clearcall/ui/kit/overlay/menu-button.tsx';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { callFile, saveFile } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { savedNotice } from '../../parts/record/edit-dialog.tsx';
import type { CallRow, OpenedCall } from './calls-queries.ts';
import { CloseDialog } from './close-dialog.tsx';

/** The text that asks before a call is deleted. It counts what is deleted with the call. */
export const deletionText = ({
  title,
  cutoffs,
  documentCount,
  draft,
}: Pick<OpenedCall, 'title' | 'draft' | 'documentCount'> & { cutoffs: readonly unknown[] }): string =>
  [
    t('setup.delete.text', { title, cutoffs: cutoffs.length, documents: documentCount }),
    ...(draft === null ? [] : [t('setup.newcall.delete.draft', { n: draft.edits })]),
  ].join(' ');

/** The menu of a call in the list. */
export function CallMenu({ call, copy }: { call: CallRow; copy: () => void }) {
  const queries = useQueryClient();
  const [asked, ask] = useState<'close' | 'archive' | 'delete' | null>(null);
  const mayChange = hasRight(useUser().role, 'change_calls');
  const { id, title, standing, version, submitted, planned } = call;
  const params = { id: String(id) };
  const download = useCommand({
    send: () => callFile('GET /admin/calls/:id/package', { params }),
    after: saveFile,
  });
  const isArchived = standing === 'archived';
  const isOpen = standing === 'open' || standing === 'opening_soon';
  const archiving = isArchived ? t('setup.archive.restore') : t('setup.archive.do');
  const items: MenuItem[] = mayChange
    ? [
        {
          label: t('setup.newcall.copy.do'),
          icon: 'copy',
          onSelect: copy,
          ...(version === null && { why: t('refusals.call_never_published') }),
        },
        {
          label: t('setup.newcall.package.download'),
          icon: 'download',
          onSelect: () => void download.send(undefined),
        },
        'rule',
        {
          label: t('setup.close.do'),
          icon: 'lock',
          danger: true,
          onSelect: () => ask('close'),
          ...(standing !== 'open'
            ? { why: t('refusals.call_closed') }
            : planned !== null && { why: t('refusals.publication_planned') }),
        },
        {
          label: archiving,
          icon: isArchived ? 'turn-left' : 'file',
          onSelect: () => ask('archive'),
          ...(isOpen && { why: t('refusals.call_open') }),
        },
        {
          label: t('setup.delete.do'),
          icon: 'trash',
          danger: true,
          onSelect: () => ask('delete'),
          // Zero only if the call never had an application.
          ...(submitted !== 0 && { why: t('refusals.call_used') }),
        },
      ]
    : [];
  const shared = {
    done: savedNotice,
    after: () => queries.invalidateQueries({ queryKey: ['administered-calls'] }),
    onClose: () => ask(null),
  };
  return items.length === 0 ? null : (
    <>
      <MenuButton
        label={t('setup.newcall.menu', { title })}
        draw={(label) => quoting(label, quoted(call, 'title'))}
        items={items}
      >
        <Icon name="more" />
      </MenuButton>
      {asked === 'close' ? (
        <CloseDialog call={call} onClose={() => ask(null)} />
      ) : asked === 'archive' ? (
        <CommandDialog
          {...shared}
          title={archiving}
          verb={archiving}
          send={(send) => send('PUT /admin/calls/:id/archived', { params, body: { archived: !isArchived } })}
        >
          {quoting(
            t(isArchived ? 'setup.archive.restoreText' : 'setup.archive.text', { title }),
            quoted(call, 'title'),
          )}
        </CommandDialog>
      ) : asked === 'delete' ? (
        <CommandDialog
          {...shared}
          danger
          title={t('setup.delete.do')}
          verb={t('setup.delete.do')}
          send={(send) => send('DELETE /admin/calls/:id', { params })}
        >
          {quoting(deletionText(call), quoted(call, 'title'))}
        </CommandDialog>
      ) : null}
    </>
  );
}
