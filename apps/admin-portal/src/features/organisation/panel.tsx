import { BackLink, KeyValue, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ChangesSection } from '../../parts/changes/changes-section.tsx';
import { coarseText } from '../../parts/record/coarse-text.ts';
import { DisabledChip } from '../../parts/record/disabled-chip.tsx';
import { RecordPage } from '../../parts/record/record-page.tsx';
import { MembersSection } from './members-section.tsx';
import { panelOf } from './organisation-queries.ts';

/** One panel and its people. Its name is changed in the list of fields of expertise. */
export function Panel() {
  const { id } = useParams({ from: '/signed-in/panels/$id' });
  return (
    <RecordPage
      query={useQuery(panelOf(id))}
      crumb={<BackLink to="/panels">{t('admin.panels.title')}</BackLink>}
      what={t('admin.panels.one')}
      title={(panel) => t('admin.panel', { panel: panel.id })}
      chip={({ disabled }) => <DisabledChip disabled={disabled} />}
      main={(panel) => (
        <>
          <MembersSection
            group={{ kind: 'panel', id, name: t('admin.panel', { panel: id }) }}
            members={panel.members}
          />
          <ChangesSection id={id} changes={panel.changes} />
        </>
      )}
      side={(panel) => (
        <Section title={t('admin.used.title')}>
          <KeyValue
            rows={[
              [t('admin.field.name'), panel.name],
              [t('admin.used.applications'), coarseText(panel.applications)],
            ]}
          />
          <p className="soft">
            <RichText id="admin.panels.lead" parts={{ link: (label) => <Link to="/lists">{label}</Link> }} />
          </p>
        </Section>
      )}
    />
  );
}
