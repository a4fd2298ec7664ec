import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { Button, ButtonAnchor, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { BackLink, KeyValue, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateText, dateTimeText, zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { goToHash } from '../../parts/calls/call-places.ts';
import { PlannedNote } from '../../parts/calls/planned-note.tsx';
import { ChangesSection } from '../../parts/changes/changes-section.tsx';
import { coarseText } from '../../parts/record/coarse-text.ts';
import { RecordActions } from '../../parts/record/record-actions.tsx';
import { RecordPage } from '../../parts/record/record-page.tsx';
import { Amounts } from './amounts.tsx';
import classes from './call.module.css';
import { CallChip } from './call-chip.tsx';
import { deletionText } from './call-menu.tsx';
import { Rights } from './call-rights.tsx';
import { Facts } from './call-texts.tsx';
import type { OpenedCall } from './calls-queries.ts';
import { CloseDialog } from './close-dialog.tsx';
import { Documents } from './documents/documents.tsx';
import { EditLinks } from './documents/edit-links.tsx';
import { CallEditingProvider, useCallEditing } from './editing/call-editing.tsx';
import { DraftSections } from './editing/draft-sections.tsx';
import { EditBar } from './editing/edit-bar.tsx';
import { EditFacts } from './editing/edit-facts.tsx';
import { EditQuestions } from './editing/edit-questions.tsx';
import { type EditedCall, editedCallOf } from './editing/editing-queries.ts';
import { OtherEditors } from './editing/other-editors.tsx';
import { FlowParts } from './flow-parts.tsx';
import { Links } from './links.tsx';
import { SectionNav } from './section-nav.tsx';
import { Timeframes } from './timeframes.tsx';
import { usualCutoff } from './usual-cutoff.ts';

const parts = ['facts', 'cutoffs', 'timeframes', 'flow', 'documents', 'rights', 'links'] as const;

/** One call: its texts, cut-offs with amounts, timeframes, documents, rights and links, and what administrators can do about it. */
export function Call() {
  const { id } = useParams({ from: '/signed-in/calls/$id' });
  const query = useQuery(editedCallOf(id));
  const page = <CallPage query={query} />;
  return query.data === undefined ? (
    page
  ) : (
    <CallEditingProvider key={id} call={query.data.call} opened={query.data.opened}>
      {page}
    </CallEditingProvider>
  );
}

function CallPage({ query }: { query: UseQueryResult<EditedCall> }) {
  const now = useNow();
  return (
    <RecordPage
      query={query}
      crumb={<BackLink to="/calls">{t('setup.title')}</BackLink>}
      what={t('setup.call.what')}
      title={({ call }) => <span lang={langOf(call, 'title')}>{call.title}</span>}
      chip={({ call }) => (
        <p className={classes.chip}>
          <CallChip standing={call.standing} />
          <span>
            {t('setup.call.numbered', { code: call.code, number: call.number, year: String(call.year) })}
          </span>
          <OtherEditors call={call} />
        </p>
      )}
      actions={() => <EditBar />}
      nav={() => (
        <SectionNav label={t('setup.call.parts')} sections={parts.map((id) => [id, t(`setup.call.${id}`)])} />
      )}
      main={({ call }) => (
        <>
          <Arrival />
          <PlannedNote call={call} />
          <EditQuestions call={call} />
          <EditableFacts call={call} />
          <Cutoffs call={call} now={now} />
          <FlowParts />
          <Documents />
          <Rights call={call} />
          <EditableLinks call={call} />
          <ChangesSection id={String(call.id)} changes={call.changes} zone={call.timeZone} />
        </>
      )}
      side={({ call }) => (
        <>
          <DraftSections call={call} />
          <Section title={t('setup.call.now')}>
            <KeyValue
              rows={[
                [
                  t('setup.version'),
                  call.version === null ? t('setup.noVersion') : t('setup.versionOf', { n: call.version }),
                ],
                ...call.keptVersions.map(
                  ({ cutoffId, version }) =>
                    [keptText(call, cutoffId), t('setup.versionOf', { n: version })] as const,
                ),
                [t('setup.cutoffs'), <CutoffCount key="cutoffs" call={call} />],
                [t('setup.call.submitted'), coarseText(call.submitted)],
                [t('setup.call.zone'), zoneText(call.timeZone)],
                ...(call.archivedAt === null
                  ? []
                  : [[t('setup.call.archivedOn'), dateText(call.archivedAt)] as const]),
              ]}
            />
            <Actions call={call} />
          </Section>
        </>
      )}
    />
  );
}

/** Goes to the place that the address names, once it is drawn; places of findings are drawn with them. */
function Arrival() {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const isChecked = useCallEditing().check !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place may appear when the check has arrived.
  useEffect(() => {
    if (hash !== '') goToHash(hash);
  }, [hash, isChecked]);
  return null;
}

/** Number of live cut-offs; of those of the draft if the call was never live. */
function CutoffCount({ call }: { call: OpenedCall }) {
  const { definition } = useCallEditing();
  return call.version === null
    ? t('setup.call.cutoffsOfDraft', { n: definition.cutoffs.length })
    : numberText(call.cutoffs.length);
}

/** The sections that show one of the cut-offs, the same one. */
function Cutoffs({ call, now }: { call: OpenedCall; now: number }) {
  const { cutoffs } = useCallEditing().definition;
  const [chosen, choose] = useState<string>();
  const cutoff = cutoffs.find(({ id }) => id === chosen) ?? usualCutoff(cutoffs, now);
  return (
    <>
      <Amounts call={call} cutoff={cutoff} choose={choose} now={now} />
      <Timeframes cutoff={cutoff} choose={choose} now={now} />
    </>
  );
}

/** A cut-off that keeps an earlier version, by its end. */
function keptText({ cutoffs, timeZone }: OpenedCall, cutoffId: number): string {
  const end = cutoffs.find(({ id }) => id === cutoffId)?.end;
  return end == null
    ? t('setup.from.keptAlways')
    : t('setup.from.kept', { until: dateTimeText(end, timeZone) });
}

function EditableFacts({ call }: { call: OpenedCall }) {
  return useCallEditing().mayEdit ? <EditFacts call={call} /> : <Facts />;
}

function EditableLinks({ call }: { call: OpenedCall }) {
  return useCallEditing().mayEdit ? <EditLinks call={call} /> : <Links />;
}

function Actions({ call }: { call: OpenedCall }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, title, standing, planned, whyNot } = call;
  const [closes, setCloses] = useState(false);
  const params = { id: String(id) };
  const isArchived = standing === 'archived';
  const isPublic = standing !== 'draft' && !(isArchived && whyNot.delete === null);
  const mayChange = hasRight(useUser().role, 'change_calls');
  const after = () => queries.invalidateQueries({ queryKey: ['administered-calls'] });
  const archiving = {
    title: isArchived ? t('setup.archive.restore') : t('setup.archive.do'),
    text: t(isArchived ? 'setup.archive.restoreText' : 'setup.archive.text', { title }),
    send: (call_: Parameters<NonNullable<Parameters<typeof RecordActions>[0]['disable']>['send']>[0]) =>
      call_('PUT /admin/calls/:id/archived', { params, body: { archived: !isArchived } }),
  };
  return (
    <>
      <RecordActions
        disable={mayChange && (isArchived || whyNot.archive === null) ? archiving : undefined}
        remove={
          whyNot.delete === null
            ? {
                title: t('setup.delete.do'),
                text: deletionText(call),
                send: (call_) => call_('DELETE /admin/calls/:id', { params }),
              }
            : undefined
        }
        after={after}
        leave={async () => {
          await navigate({ to: '/calls' });
          await after();
        }}
      >
        <ButtonLink to="/calls/$id/history" params={params}>
          {t('setup.call.history')}
        </ButtonLink>
        <ButtonLink to="/calls/$id/preview" params={params}>
          {t('setup.call.preview')}
        </ButtonLink>
        {isPublic ? <ButtonAnchor href={`/calls/${id}`}>{t('setup.call.public')}</ButtonAnchor> : null}
        {mayChange && standing === 'open' && planned === null ? (
          <Button variant="danger" onClick={() => setCloses(true)}>
            {t('setup.close.do')}
          </Button>
        ) : null}
      </RecordActions>
      {closes ? <CloseDialog call={call} onClose={() => setCloses(false)} /> : null}
      {mayChange && !isArchived && whyNot.archive === 'call_open' ? (
        <p className={`soft small ${classes.reason}`}>{t('refusals.call_open')}</p>
      ) : null}
    </>
  );
}
