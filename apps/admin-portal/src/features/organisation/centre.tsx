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
import { RecordActions } from '../../parts/record/record-actions.tsx';
import { RecordPage } from '../../parts/record/record-page.tsx';
import { centreFields, partitionFields } from './fields.ts';
import { MembersSection } from './members-section.tsx';
import { centreOf, type Centre as OneCentre } from './organisation-queries.ts';

/** One computing centre: its partitions and people, what uses it, and what administrators can do about it. */
export function Centre() {
  const { id } = useParams({ from: '/signed-in/centres/$id' });
  const query = useQuery(centreOf(id));
  const queries = useQueryClient();
  const [isAdding, add] = useState(false);
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
                <Button size="sm" onClick={() => add(true)}>
                  {t('admin.partition.add')}
                </Button>
              ) : null
            }
          >
            {centre.partitions.length === 0 ? <p className="soft">{t('admin.partitions.empty')}</p> : null}
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
          <ChangesSection id={id} changes={centre.changes} />
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
          {mayChange ? <Actions centre={centre} /> : null}
        </Section>
      )}
    >
      {query.data !== undefined && isAdding ? (
        <CommandDialog
          title={t('admin.partition.add')}
          verb={t('admin.partition.add')}
          fields={partitionFields()}
          send={(call, body) => call('POST /admin/centres/:id/partitions', { params: { id }, body })}
          done={savedNotice}
          after={() => queries.invalidateQueries({ queryKey: ['organisation'] })}
          onClose={() => add(false)}
        />
      ) : null}
    </RecordPage>
  );
}

function Actions({ centre }: { centre: OneCentre }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, disabled: from, name, used } = centre;
  const params = { id };
  const after = () => queries.invalidateQueries({ queryKey: ['organisation'] });
  return (
    <RecordActions
      change={t('admin.centre.change')}
      edit={(onClose) => (
        <EditDialog<object>
          title={t('admin.centre.change')}
          fields={centreFields()}
          stored={centre}
          send={(call, body) => call('PUT /admin/centres/:id', { params, body })}
          after={after}
          onClose={onClose}
        />
      )}
      disable={{
        title: from ? t('admin.centre.enable') : t('admin.centre.disable'),
        text: from
          ? t('admin.centre.enableText', { name })
          : t('admin.centre.disableText', { name, n: used.calls }),
        send: (call) => call('PUT /admin/centres/:id', { params, body: { disabled: { from, to: !from } } }),
      }}
      remove={
        centre.partitions.length + centre.members.length > 0
          ? undefined
          : {
              title: t('admin.centre.delete'),
              text: t('admin.centre.deleteText', { name }),
              send: (call) => call('DELETE /admin/centres/:id', { params }),
            }
      }
      after={after}
      leave={() => navigate({ to: '/centres' })}
    />
  );
}
