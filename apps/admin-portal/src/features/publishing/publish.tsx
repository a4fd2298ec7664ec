import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { BackLink, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { RecordPage } from '../../parts/record/record-page.tsx';
import { DifferenceList } from './difference-list.tsx';
import { differenceGroups, titleText } from './difference-text.ts';
import { EffectList } from './effect-list.tsx';
import { FindingList, focusFirstFinding } from './finding-list.tsx';
import classes from './publishing.module.css';
import { type Check, draftToPublish } from './publishing-queries.ts';

/** What a publication would change and do, and the button that publishes the draft. */
export function Publish() {
  const { id } = useParams({ from: '/signed-in/calls/$id/publish' });
  const [failed, fail] = useState<string | null>(null);
  return (
    <RecordPage
      query={useQuery(draftToPublish(id))}
      crumb={
        <BackLink to="/calls/$id" params={{ id }}>
          {t('publishing.crumb')}
        </BackLink>
      }
      what={t('publishing.what')}
      title={({ naming }) => t('publishing.title', { call: titleText(naming) })}
      main={({ check, naming }) => (
        <>
          {failed === null ? null : (
            <Note kind="warn" live>
              {failed}
            </Note>
          )}
          <FindingList id={id} findings={check.findings} />
          <Section title={t('publishing.changes')}>
            {check.differences.length === 0 ? (
              <p className="soft">{t('publishing.changes.none')}</p>
            ) : (
              <DifferenceList groups={differenceGroups(check.differences, naming)} />
            )}
          </Section>
        </>
      )}
      side={({ check }) => (
        <Section title={t('publishing.effect')}>
          <EffectList check={check} />
          <PublishForm id={id} check={check} fail={fail} />
        </Section>
      )}
    />
  );
}

/** Refusals that mean that the page shows something else than what is there now. */
const outdated: Readonly<Record<string, () => string>> = {
  stale_revision: () => t('publishing.stale'),
  no_draft: () => t('publishing.noDraft'),
  call_has_errors: () => t('publishing.hasErrors'),
};

function PublishForm(props: { id: string; check: Check; fail: (sentence: string | null) => void }) {
  const { id, check, fail } = props;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mayPublish = hasRight(useUser().role, 'change_calls');
  const [note, setNote] = useState('');
  const reload = () => queries.invalidateQueries({ queryKey: ['administered-calls'] });
  const publish = useCommand({
    send: (call) =>
      call('POST /admin/calls/:id/publish', { params: { id }, body: { revision: check.revision, note } }),
    done: ({ number }) => ({
      type: 'success',
      message: { id: 'publishing.done', values: { n: String(number) } },
    }),
    after: async () => {
      await navigate({ to: '/calls/$id', params: { id } });
      await reload();
    },
    onRefused: ({ code }) => {
      fail(outdated[code]?.() ?? null);
      void reload();
    },
    showsError: true,
  });
  const errors = check.findings.filter(({ severity }) => severity === 'error').length;
  const isOutdated = publish.error instanceof CallError && publish.error.code in outdated;
  if (check.differences.length === 0 || !mayPublish) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (errors > 0) return focusFirstFinding();
    fail(null);
    publish.send();
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextField
        label={t('publishing.note')}
        hint={t('publishing.note.hint')}
        value={note}
        maxLength={500}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {publish.sentence === null || isOutdated ? null : (
        <Note kind="bad" live>
          {publish.sentence}
        </Note>
      )}
      <Button type="submit" variant={errors > 0 ? 'default' : 'filled'} loading={publish.isPending}>
        {errors > 0 ? t('publishing.errors', { n: errors }) : t('publishing.do')}
      </Button>
    </form>
  );
}
