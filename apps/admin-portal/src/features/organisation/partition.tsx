import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { BackLink, KeyValue, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ChangesSection } from '../../parts/changes/changes-section.tsx';
import { coarseText } from '../../parts/record/coarse-text.ts';
import { DisabledChip } from '../../parts/record/disabled-chip.tsx';
import { EditDialog } from '../../parts/record/edit-dialog.tsx';
import { RecordActions } from '../../parts/record/record-actions.tsx';
import { RecordPage } from '../../parts/record/record-page.tsx';
import { partitionFields } from './fields.ts';
import { type Partition as OnePartition, partitionOf } from './organisation-queries.ts';

const given = (text: string): string => text || t('admin.none');
const amountText = (amount: string): string => (amount === '' ? t('admin.none') : numberText(Number(amount)));

/** One partition: its unit, limits and supply, what uses it, and what administrators can do about it. */
export function Partition() {
  const { id } = useParams({ from: '/signed-in/partitions/$id' });
  const query = useQuery(partitionOf(id));
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
          <ChangesSection id={id} changes={partition.changes} />
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
          {partition.used.calls > 0 ? <p className="soft">{t('admin.partition.unitStays')}</p> : null}
          {mayChange ? <Actions partition={partition} /> : null}
        </Section>
      )}
    />
  );
}

function Actions({ partition }: { partition: OnePartition }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, disabled: from, name, used } = partition;
  const params = { id };
  const after = () => queries.invalidateQueries({ queryKey: ['organisation'] });
  return (
    <RecordActions
      change={t('admin.partition.change')}
      edit={(onClose) => (
        <EditDialog<object>
          title={t('admin.partition.change')}
          fields={partitionFields()}
          stored={partition}
          send={(call, body) => call('PUT /admin/partitions/:id', { params, body })}
          after={after}
          onClose={onClose}
        />
      )}
      disable={{
        title: from ? t('admin.partition.enable') : t('admin.partition.disable'),
        text: from
          ? t('admin.partition.enableText', { name })
          : t('admin.partition.disableText', { name, n: used.calls }),
        send: (call) =>
          call('PUT /admin/partitions/:id', { params, body: { disabled: { from, to: !from } } }),
      }}
      remove={
        used.calls > 0
          ? undefined
          : {
              title: t('admin.partition.delete'),
              text: t('admin.partition.deleteText', { name }),
              send: (call) => call('DELETE /admin/partitions/:id', { params }),
            }
      }
      after={after}
      leave={() => navigate({ to: '/partitions' })}
    />
  );
}
