import { listTable } from '@clearcall/domain/organisation/option-list.ts';
import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { BackLink, KeyValue, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { AuthorText } from '@clearcall/ui/kit/text/author-text.tsx';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ChangesSection } from '../../parts/changes/changes-section.tsx';
import { EditDialog } from '../../parts/record/edit-dialog.tsx';
import classes from '../../parts/record/record.module.css';
import { RecordActions } from '../../parts/record/record-actions.tsx';
import { RecordPage } from '../../parts/record/record-page.tsx';
import { labelFields } from './label-fields.ts';
import { listOf, type List as OneList } from './lists-queries.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { ValuesSection } from './values-section.tsx';

/** One list: its values, what uses it, and what administrators can do about it. */
export function List() {
  const { id } = useParams({ from: '/signed-in/lists/$id' });
  const query = useQuery(listOf(id));
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isPasting, paste] = useState(false);
  const mayChange = hasRight(useUser().role, 'change_lists');
  const after = () => queries.invalidateQueries({ queryKey: ['option-lists'] });
  const { data } = query;
  return (
    <RecordPage
      query={query}
      crumb={<BackLink to="/lists">{t('admin.lists.title')}</BackLink>}
      what={t('admin.list.what')}
      title={(list) => <AuthorText of={list} name="title" />}
      main={(list) => (
        <>
          <ValuesSection list={list} after={after} />
          <ChangesSection id={id} changes={list.changes} />
        </>
      )}
      side={(list) => (
        <Details list={list}>
          {mayChange ? (
            <RecordActions
              change={t('admin.list.change')}
              edit={(onClose) => (
                <EditDialog<object>
                  title={t('admin.list.change')}
                  fields={{
                    ...labelFields(),
                    version: { type: 'text', label: t('admin.field.version'), maxLength: 40 },
                  }}
                  stored={list}
                  send={(call, body) => call('PUT /admin/lists/:id', { params: { id }, body })}
                  after={after}
                  onClose={onClose}
                />
              )}
              remove={
                list.isUsed
                  ? undefined
                  : {
                      title: t('admin.list.deleteWhole'),
                      text: (
                        <p>
                          {quoting(
                            t('admin.list.deleteWholeText', { name: list.title, n: list.options.length }),
                            quoted(list, 'title'),
                          )}
                        </p>
                      ),
                      send: (call) => call('DELETE /admin/lists/:id', { params: { id } }),
                    }
              }
              after={after}
              leave={() => navigate({ to: '/lists' })}
            >
              <Button variant="filled" onClick={() => paste(true)}>
                {t('admin.list.paste')}
              </Button>
              <CopyButton options={list.options} />
            </RecordActions>
          ) : null}
        </Details>
      )}
    >
      {data === undefined || !isPasting ? null : (
        <PasteDialog list={data} after={after} onClose={() => paste(false)} />
      )}
    </RecordPage>
  );
}

/** Copies the values that are offered as the table that *Paste values* reads, to be put in another order. */
function CopyButton({ options }: Pick<OneList, 'options'>) {
  const copy = () =>
    navigator.clipboard.writeText(listTable(options)).then(
      () => notify({ type: 'success', message: { id: 'admin.list.copied' } }),
      () => notify({ type: 'error', message: { id: 'admin.list.notCopied' } }),
    );
  return options.length === 0 ? null : <Button onClick={() => void copy()}>{t('admin.list.copy')}</Button>;
}

function Details({ list, children }: { list: OneList; children: ReactNode }) {
  return (
    <>
      <Section title={t('admin.centre.details')}>
        <KeyValue
          rows={[
            [t('admin.lists.tag'), list.tag],
            [t('admin.field.version'), list.version],
            [t('admin.list.profiles'), list.inProfiles ? t('admin.yes') : t('admin.no')],
          ]}
        />
        {children}
      </Section>
      <Section title={t('admin.used.title')}>
        {list.calls.length === 0 ? <p className="soft">{t('admin.list.noCalls')}</p> : null}
        <ul className={classes.rows}>
          {list.calls.map((call, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two calls can have one title
            <li key={nth}>
              <AuthorText of={call} name="title" />
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
