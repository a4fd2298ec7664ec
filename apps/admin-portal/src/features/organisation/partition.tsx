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
import { partitionFields } from './fields.ts';
import { type Partition as OnePartition, partitionOf } from './organisation-queries.ts';

type Asked = 'change' | 'disable' | 'delete';

const given = (text: string): string => text || t('admin.none');
const amountText = (amount: string): string => (amount === '' ? t('admin.none') : numberText(Number(amount)));

/** One partition: its unit, limits and supply, what uses it, and what administrators can do about it. */
export function Partition() {
  const { id } = useParams({ from: '/signed-in/partitions/$id' });
  const query = useQuery(partitionOf(id));
  const [asked, ask] = useState<Asked | null>(null);
  const mayChange = hasRight(useUser().role, 'change_organisation');
  return (
    <RecordPage
      query={query}
      crumb={<BackLink to="/partitions">{t('admin.partitions.title')}</BackLink>}
      what={t('admin.partition.what')}
      title={({ name }) => name}
      chip={({ disabled, centre }) => <DisabledChip disabled={disabled || centre.disabled} />}
      main={(partition) => (
        <>
          <Section title={t('admin.partition.resources')}>
            <KeyValue
              rows={[
                [t('admin.field.system'), partition.system],
                [t('admin.field.kind'), partition.kind],
                [t('admin.field.description'), given(partition.description)],
                [t('admin.field.unit'), partition.unit],
                [t('admin.field.coreHoursPerUnit'), amountText(partition.coreHoursPerUnit)],
                [t('admin.field.gpuHoursPerUnit'), amountText(partition.gpuHoursPerUnit)],
                [t('admin.field.maxNodesPerJob'), amountText(partition.maxNodesPerJob)],
                [t('admin.field.yearlySupply'), amountText(partition.yearlySupply)],
              ]}
            />
          </Section>
          <ChangesSection changes={partition.changes} />
        </>
      )}
      side={(partition) => (
        <Section title={t('admin.used.title')}>
          <KeyValue
            rows={[
              [
                t('admin.field.centre'),
                <Link key="centre" to="/centres/$id" params={{ id: partition.centre.id }}>
                  {partition.centre.name}
                </Link>,
              ],
              [t('admin.used.calls'), numberText(partition.used.calls)],
              [t('admin.used.applications'), coarseText(partition.used.applications)],
            ]}
          />
          {partition.used.calls > 0 ? <p className="muted">{t('admin.partition.unitStays')}</p> : null}
          {mayChange ? (
            <div className={classes.actions}>
              <Button onClick={() => ask('change')}>{t('admin.partition.change')}</Button>
              <Button onClick={() => ask('disable')}>
                {partition.disabled ? t('admin.partition.enable') : t('admin.partition.disable')}
              </Button>
              {partition.used.calls === 0 ? (
                <Button variant="danger" onClick={() => ask('delete')}>
                  {t('admin.partition.delete')}
                </Button>
              ) : null}
            </div>
          ) : null}
        </Section>
      )}
    >
      {query.data !== undefined && asked !== null ? (
        <PartitionDialog partition={query.data} asked={asked} onClose={() => ask(null)} />
      ) : null}
    </RecordPage>
  );
}

function PartitionDialog(props: { partition: OnePartition; asked: Asked; onClose: () => void }) {
  const { partition, asked, onClose } = props;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const params = { id: partition.id };
  const { disabled: from, name, used } = partition;
  const reload = () => queries.invalidateQueries({ queryKey: ['organisation'] });
  const common = { done: savedNotice, after: reload, onClose };
  switch (asked) {
    case 'change':
      return (
        <EditDialog<object>
          title={t('admin.partition.change')}
          fields={partitionFields()}
          stored={partition}
          send={(call, body) => call('PUT /admin/partitions/:id', { params, body })}
          after={reload}
          onClose={onClose}
        />
      );
    case 'disable': {
      const title = from ? t('admin.partition.enable') : t('admin.partition.disable');
      return (
        <CommandDialog
          {...common}
          title={title}
          verb={title}
          send={(call) =>
            call('PUT /admin/partitions/:id', { params, body: { disabled: { from, to: !from } } })
          }
        >
          {from
            ? t('admin.partition.enableText', { name })
            : t('admin.partition.disableText', { name, n: used.calls })}
        </CommandDialog>
      );
    }
    case 'delete':
      return (
        <CommandDialog
          {...common}
          title={t('admin.partition.delete')}
          verb={t('admin.partition.delete')}
          danger
          send={(call) => call('DELETE /admin/partitions/:id', { params })}
          after={() => navigate({ to: '/partitions' })}
        >
          {t('admin.partition.deleteText', { name })}
        </CommandDialog>
      );
  }
}
