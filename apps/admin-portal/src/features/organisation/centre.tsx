import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { BackLink, KeyValue, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ChangesSection } from '../../parts/changes/changes-section.tsx';
import { coarseText } from '../../parts/record/coarse-text.ts';
import { DisabledChip } from '../../parts/record/disabled-chip.tsx';
import { EditDialog, savedNotice } from '../../parts/record/edit-dialog.tsx';
import classes from '../../parts/record/record.module.css';
import { RecordPage } from '../../parts/record/record-page.tsx';
import { centreFields, partitionFields } from './fields.ts';
import { MembersSection } from './members-section.tsx';
import { centreOf, type Centre as OneCentre } from './organisation-queries.ts';

type Asked = 'change' | 'disable' | 'delete' | 'partition';

/** One computing centre: its partitions and people, what uses it, and what administrators can do about it. */
export function Centre() {
  const { id } = useParams({ from: '/signed-in/centres/$id' });
  const query = useQuery(centreOf(id));
  const [asked, ask] = useState<Asked | null>(null);
  const mayChange = hasRight(useUser().role, 'change_organisation');
  return (
    <RecordPage
      query={query}
      crumb={<BackLink to="/centres">{t('admin.centres.title')}</BackLink>}
      what={t('admin.centre.what')}
      title={({ name }) => name}
      chip={({ disabled }) => <DisabledChip disabled={disabled} />}
      main={(centre) => (
        <>
          <Section
            title={t('admin.partitions.title')}
            aside={
              mayChange ? (
                <Button size="sm" onClick={() => ask('partition')}>
                  {t('admin.partition.add')}
                </Button>
              ) : null
            }
          >
            {centre.partitions.length === 0 ? <p className="muted">{t('admin.partitions.empty')}</p> : null}
            <ul className={classes.rows}>
              {centre.partitions.map((partition) => (
                <li key={partition.id}>
                  <span>
                    <Link to="/partitions/$id" params={{ id: partition.id }}>
                      {partition.name}
                    </Link>{' '}
                    <span className="muted">{`${partition.kind}, ${partition.unit}`}</span>
                  </span>
                  {partition.disabled ? <DisabledChip disabled /> : null}
                </li>
              ))}
            </ul>
          </Section>
          <MembersSection group={{ kind: 'centre', id, name: centre.name }} members={centre.members} />
          <ChangesSection changes={centre.changes} />
        </>
      )}
      side={(centre) => (
        <Section title={t('admin.centre.details')}>
          <KeyValue
            rows={[
              [t('admin.field.city'), centre.city || t('admin.none')],
              [t('admin.field.country'), centre.country || t('admin.none')],
              [t('admin.field.contact'), centre.contact || t('admin.none')],
              [t('admin.used.calls'), numberText(centre.used.calls)],
              [t('admin.used.applications'), coarseText(centre.used.applications)],
            ]}
          />
          {mayChange ? (
            <div className={classes.actions}>
              <Button onClick={() => ask('change')}>{t('admin.centre.change')}</Button>
              <Button onClick={() => ask('disable')}>
                {centre.disabled ? t('admin.centre.enable') : t('admin.centre.disable')}
              </Button>
              {centre.partitions.length + centre.members.length === 0 ? (
                <Button variant="danger" onClick={() => ask('delete')}>
                  {t('admin.centre.delete')}
                </Button>
              ) : null}
            </div>
          ) : null}
        </Section>
      )}
    >
      {query.data !== undefined && asked !== null ? (
        <CentreDialog centre={query.data} asked={asked} onClose={() => ask(null)} />
      ) : null}
    </RecordPage>
  );
}

function CentreDialog(props: { centre: OneCentre; asked: Asked; onClose: () => void }) {
  const { centre, asked, onClose } = props;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const params = { id: centre.id };
  const reload = () => queries.invalidateQueries({ queryKey: ['organisation'] });
  const common = { done: savedNotice, after: reload, onClose };
  switch (asked) {
    case 'change':
      return (
        <EditDialog<object>
          title={t('admin.centre.change')}
          fields={centreFields()}
          stored={centre}
          send={(call, body) => call('PUT /admin/centres/:id', { params, body })}
          after={reload}
          onClose={onClose}
        />
      );
    case 'partition':
      return (
        <CommandDialog
          {...common}
          title={t('admin.partition.add')}
          verb={t('admin.partition.add')}
          fields={partitionFields()}
          send={(call, body) => call('POST /admin/centres/:id/partitions', { params, body })}
        />
      );
    case 'disable': {
      const { disabled: from, used, name } = centre;
      const title = from ? t('admin.centre.enable') : t('admin.centre.disable');
      return (
        <CommandDialog
          {...common}
          title={title}
          verb={title}
          send={(call) => call('PUT /admin/centres/:id', { params, body: { disabled: { from, to: !from } } })}
        >
          {from
            ? t('admin.centre.enableText', { name })
            : t('admin.centre.disableText', { name, n: used.calls })}
        </CommandDialog>
      );
    }
    case 'delete':
      return (
        <CommandDialog
          {...common}
          title={t('admin.centre.delete')}
          verb={t('admin.centre.delete')}
          danger
          send={(call) => call('DELETE /admin/centres/:id', { params })}
          after={() => navigate({ to: '/centres' })}
        >
          {t('admin.centre.deleteText', { name: centre.name })}
        </CommandDialog>
      );
  }
}
