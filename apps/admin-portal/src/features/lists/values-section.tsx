import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { folded } from '@clearcall/domain/values/folded.ts';
import { languages } from '@clearcall/i18n/language.ts';
import { IconButton } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { SearchField } from '@clearcall/ui/kit/list/search-field.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { Chip } from '@clearcall/ui/kit/status-chip.tsx';
import { type Quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { pageLanguage, t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useState } from 'react';
import { EditDialog, savedNotice } from '../../parts/record/edit-dialog.tsx';
import classes from '../../parts/record/record.module.css';
import { labelFields } from './label-fields.ts';
import type { List, Option } from './lists-queries.ts';

/** So many values are shown at once; a search finds the others. */
const shown = 100;

/** The label of a value in the language of the page, else in one that it has. */
const labelOf = (option: Option): Quoted => {
  const language = languages.find((one) => one === pageLanguage() && option[one] !== '');
  const given = language ?? languages.find((one) => option[one] !== '');
  return given === undefined
    ? { title: option.value, lang: undefined }
    : { title: option[given], lang: given === language ? undefined : given };
};

/** The values of a list, and what administrators can do about one of them. */
export function ValuesSection({ list, after }: { list: List; after: () => unknown }) {
  const mayChange = hasRight(useUser().role, 'change_lists');
  const [search, setSearch] = useState('');
  const [asked, ask] = useState<{ what: 'change' | 'delete'; option: Option } | null>(null);
  const words = folded(search);
  const found = list.options.filter((option) =>
    [option.value, option.en, option.de, option.fr, option.parent].some((text) =>
      folded(text).includes(words),
    ),
  );
  return (
    <Section title={t('admin.lists.values')}>
      {list.options.length === 0 ? (
        <p className="soft">{t('admin.list.noValues')}</p>
      ) : (
        <SearchField label={t('admin.list.search')} value={search} onSearch={setSearch} />
      )}
      <ul className={classes.rows}>
        {found.slice(0, shown).map((option) => (
          <li key={option.value}>
            <span className={classes.value}>
              <span>
                <span lang={labelOf(option).lang}>{labelOf(option).title}</span>{' '}
                {option.offered ? null : (
                  <Chip tone="quiet" icon="ring">
                    {t('admin.list.retired')}
                  </Chip>
                )}
              </span>
              <span className="muted small">
                {option.parent !== ''
                  ? t('admin.list.under', { value: option.value, parent: option.parent })
                  : labelOf(option).title.startsWith(option.value)
                    ? null
                    : option.value}
              </span>
            </span>
            {mayChange ? (
              <span className={classes.buttons}>
                <IconButton
                  label={t('admin.list.changeOne', { value: option.value })}
                  icon="edit"
                  onClick={() => ask({ what: 'change', option })}
                />
                <IconButton
                  label={t('admin.list.deleteOne', { value: option.value })}
                  icon="trash"
                  onClick={() => ask({ what: 'delete', option })}
                />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {found.length > shown ? (
        <p className="soft">{t('admin.list.more', { n: found.length - shown })}</p>
      ) : null}
      {asked === null ? null : (
        <ValueDialog id={list.id} {...asked} after={after} onClose={() => ask(null)} />
      )}
    </Section>
  );
}

function ValueDialog(props: {
  id: number;
  what: 'change' | 'delete';
  option: Option;
  after: () => unknown;
  onClose: () => void;
}) {
  const { id, option, after, onClose } = props;
  const { value } = option;
  if (props.what === 'change')
    return (
      <EditDialog<object>
        title={t('admin.list.changeOne', { value })}
        fields={{
          ...labelFields(),
          parent: {
            type: 'text',
            label: t('admin.field.parent'),
            hint: t('admin.list.parentHint'),
            maxLength: 120,
            codes: ['no_such_parent'],
          },
          offered: { type: 'tick', label: t('admin.field.offered'), hint: t('admin.list.offeredHint') },
        }}
        stored={option}
        send={(call, edits) => call('PUT /admin/lists/:id/value', { params: { id }, body: { value, edits } })}
        after={after}
        onClose={onClose}
      />
    );
  return (
    <CommandDialog
      title={t('admin.list.delete')}
      verb={t('admin.list.delete')}
      danger
      send={(call) => call('DELETE /admin/lists/:id/value', { params: { id }, body: { value } })}
      done={savedNotice}
      after={after}
      onClose={onClose}
    >
      <p>{quoting(t('admin.list.deleteText', { value: labelOf(option).title }), labelOf(option))}</p>
    </CommandDialog>
  );
}
