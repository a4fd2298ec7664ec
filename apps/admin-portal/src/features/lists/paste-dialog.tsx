import { decideListRows, maxListRows, readListRows } from '@clearcall/domain/organisation/option-list.ts';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { useRested } from '@clearcall/ui/kit/state/use-rested.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { savedNotice } from '../../parts/record/edit-dialog.tsx';
import type { List } from './lists-queries.ts';

/** So many values of a preview are shown; the rest is counted. */
const shown = 5;

/** Adds and changes values from a table, and says before what will happen. */
export function PasteDialog(props: { list: List; after: () => unknown; onClose: () => void }) {
  const { list, after, onClose } = props;
  return (
    <CommandDialog
      title={t('admin.list.paste')}
      verb={t('admin.list.paste')}
      size={720}
      fields={{
        table: {
          type: 'area',
          label: t('admin.list.table'),
          hint: t('admin.list.tableHint'),
          required: t('admin.list.tableNeeded'),
          rows: 8,
          isFirst: true,
        },
        retires: { type: 'tick', label: t('admin.list.retires'), hint: t('admin.list.retiresHint') },
      }}
      check={({ table }) => {
        const { rows } = readListRows(table);
        if (rows.length === 0) return { table: t('admin.list.tableNeeded') };
        return rows.length > maxListRows ? { table: t('admin.list.tooMany', { n: maxListRows }) } : {};
      }}
      send={(call, { table, retires }) =>
        call('PUT /admin/lists/:id/values', {
          params: { id: list.id },
          body: { rows: readListRows(table).rows, retires, revision: list.revision },
        })
      }
      onRefused={({ code }) => {
        if (code === 'list_changed') after();
      }}
      done={savedNotice}
      after={after}
      onClose={onClose}
    >
      {({ fields, values }) => (
        <>
          {fields}
          <Preview list={list} table={values.table} retires={values.retires} />
        </>
      )}
    </CommandDialog>
  );
}

/** Describes the effect of pasting the table. */
function Preview({ list, table, retires }: { list: List; table: string; retires: boolean }) {
  const { rows, faults } = readListRows(useRested(table));
  if (rows.length === 0 && faults.length === 0) return null;
  const { added, changed, retired, reordered } = decideListRows(list.options, rows, { retires });
  const some = (values: readonly string[]) => values.slice(0, shown);
  return (
    <div aria-live="polite">
      <p>{t('admin.list.preview', { added: added.length, changed: changed.length })}</p>
      {added.length === 0 ? null : (
        <p className="soft">{t('admin.list.previewAdded', { list: some(added) })}</p>
      )}
      {changed.length === 0 ? null : (
        <p className="soft">{t('admin.list.previewChanged', { list: some(changed) })}</p>
      )}
      {reordered ? <p>{t('admin.list.previewOrder')}</p> : null}
      {retired.length === 0 ? null : (
        <Note kind="warn">{t('admin.list.previewRetired', { n: retired.length, list: some(retired) })}</Note>
      )}
      {faults.length === 0 ? null : (
        <Note kind="warn">
          {t('admin.list.faults', {
            n: faults.length,
            list: faults.slice(0, shown).map(({ line, text }) => `${line}: ${text.slice(0, 60)}`),
          })}
        </Note>
      )}
    </div>
  );
}
