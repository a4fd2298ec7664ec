import { laterCutoffs } from '@clearcall/domain/calls/definition/decide-publication.ts';
import { instantOfDay } from '@clearcall/domain/deadlines/wall-clock.ts';
import { dateFault, isPlainDate } from '@clearcall/domain/forms/dates.ts';
import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { FieldControl, isShown, missingIn, useValues } from '@clearcall/ui/kit/command/command-field.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import { BackLink, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText, zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isAsked, PlannedNote } from '../../parts/calls/planned-note.tsx';
import { RecordPage } from '../../parts/record/record-page.tsx';
import { Approval } from './approval.tsx';
import { DifferenceList } from './difference-list.tsx';
import { cutoffName, differenceGroups, type Naming, quotedTitle, titleText } from './difference-text.ts';
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
          {t('setup.publishing.crumb')}
        </BackLink>
      }
      what={t('setup.publishing.what')}
      title={({ naming }) =>
        quoting(t('setup.publishing.title', { call: titleText(naming) }), quotedTitle(naming))
      }
      main={({ check, naming }) => (
        <>
          {failed === null ? null : (
            <Note kind="warn" live>
              {failed}
            </Note>
          )}
          <FindingList id={id} findings={check.findings} flow={naming.definition.flow} />
          <Section title={t('setup.publishing.changes')}>
            {check.differences.length === 0 ? (
              <p className="soft">{t('setup.publishing.changes.none')}</p>
            ) : (
              <DifferenceList groups={differenceGroups(check.differences, naming)} />
            )}
          </Section>
        </>
      )}
      side={({ check, naming }) =>
        check.differences.length === 0 && check.planned === null ? null : (
          <Section title={t('setup.publishing.effect')}>
            <EffectList check={check} definition={naming.definition} />
            <Plan id={id} check={check} naming={naming} fail={fail} />
          </Section>
        )
      }
    />
  );
}

/** What the reader can do about the publication now. */
function Plan(props: Parameters<typeof PublishForm>[0]) {
  const { id, check, naming } = props;
  const { timeZone } = naming.definition;
  const { planned } = check;
  const asked = isAsked(useUser(), planned);
  if (planned === null) return <PublishForm {...props} />;
  return asked ? (
    <Approval id={id} check={check} planned={planned} timeZone={timeZone} />
  ) : (
    <PlannedNote call={{ id: Number(id), timeZone, planned }} />
  );
}

/** Refusals that mean that the page shows something else than what is there now. */
const outdated: Readonly<Record<string, () => string>> = {
  stale_revision: () => t('setup.publishing.stale'),
  publication_planned: () => t('refusals.publication_planned'),
  no_draft: () => t('setup.publishing.noDraft'),
  call_has_errors: () => t('setup.publishing.hasErrors'),
};

/** When the publication goes live, by the clock of the call. */
const whenFields = (timeZone: string) =>
  ({
    when: {
      type: 'radio',
      label: t('setup.publishing.when'),
      initial: 'soon',
      choices: [
        { value: 'soon', label: t('setup.publishing.when.soon') },
        { value: 'at', label: t('setup.publishing.when.at') },
      ],
    },
    day: {
      type: 'day',
      label: t('setup.publishing.when.day'),
      zone: timeZone,
      required: t('setup.publishing.when.dayMissing'),
      shownIf: { when: ['at'] },
    },
    hour: {
      type: 'time',
      label: t('parts.moment.hour'),
      hint: zoneText(timeZone),
      required: t('parts.moment.hourFault'),
      shownIf: { when: ['at'] },
    },
    note: {
      type: 'text',
      label: t('setup.publishing.note'),
      hint: t('setup.publishing.note.hint'),
      maxLength: 500,
    },
  }) as const;

function PublishForm(props: {
  id: string;
  check: Check;
  naming: Naming;
  fail: (sentence: string | null) => void;
}) {
  const { id, check, naming, fail } = props;
  const { timeZone } = naming.definition;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mayPublish = hasRight(useUser().role, 'change_calls');
  const fields = whenFields(timeZone);
  const [values, setValue] = useValues(fields);
  const [from, setFrom] = useState('');
  const later =
    check.newFlow && check.version > 0 ? laterCutoffs(naming.definition, new Date(workflowNow())) : [];
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Readonly<Record<string, string | undefined>>>({});
  const reload = () => queries.invalidateQueries({ queryKey: ['administered-calls'] });
  const publish = useCommand({
    send: (call) =>
      call('POST /admin/calls/:id/publish', {
        params: { id },
        body: {
          revision: check.revision,
          note: values.note,
          ...(from !== '' && { fromCutoff: from }),
          ...(values.when === 'at' && { publishAt: instantOfDay(values, timeZone).at }),
        },
      }),
    done: ({ number, dueAt }) => ({
      type: 'success',
      message:
        number === null && dueAt === null
          ? { id: 'setup.approval.asked' }
          : number === null
            ? { id: 'setup.publishing.planned', values: { at: dateTimeText(dueAt, timeZone) } }
            : { id: 'setup.publishing.done', values: { n: String(number) } },
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
    const found = missingIn(fields, values);
    if (found.day === undefined && values.when === 'at' && !isPlainDate(values.day))
      found.day = translate(dateFault(values.day));
    flushSync(() => setFaults(found));
    if (Object.keys(found).length > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    fail(null);
    publish.send();
  };
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      {later.length === 0 ? null : (
        <SelectField
          label={t('setup.from.label')}
          hint={t('setup.from.hint')}
          value={from}
          unset={t('setup.from.all')}
          choices={later.map(({ id: value }) => ({
            value,
            label: t('setup.from.cutoff', { cutoff: cutoffName(value, naming.definition) }),
          }))}
          set={setFrom}
        />
      )}
      {Object.entries(fields)
        .filter(([, field]) => isShown(field, values))
        .map(([name, field]) => (
          <FieldControl
            key={name}
            field={field}
            values={values}
            value={values[name as keyof typeof values]}
            error={faults[name] ?? null}
            isPending={publish.isPending}
            set={(value) => {
              setValue(name, value);
              setFaults({ ...faults, [name]: undefined });
            }}
          />
        ))}
      {publish.sentence === null || isOutdated ? null : (
        <Note kind="bad" live>
          {publish.sentence}
        </Note>
      )}
      <Button type="submit" variant={errors > 0 ? 'default' : 'filled'} loading={publish.isPending}>
        {errors > 0
          ? t('setup.publishing.errors', { n: errors })
          : t(check.needsApproval ? 'setup.approval.ask' : 'setup.publishing.do')}
      </Button>
    </form>
  );
}
