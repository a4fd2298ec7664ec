import type { ApplicationRow } from '@clearcall/domain/applications/application.ts';
import { type Role, roleMessage } from '@clearcall/domain/people/roles.ts';
import { BareTick } from '@clearcall/ui/kit/field/boxes.tsx';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import { CheckField, TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import type { Selection } from '@clearcall/ui/kit/list/selection.ts';
import { attemptEach } from '@clearcall/ui/kit/many/attempt-each.ts';
import { type Action, ManyDialog } from '@clearcall/ui/kit/many/many-dialog.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { useRested } from '@clearcall/ui/kit/state/use-rested.ts';
import { EmailText } from '@clearcall/ui/kit/text/email-text.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { call, read } from '@clearcall/ui/session/call.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endedText } from '../../../parts/applications/ended-text.ts';
import { evidenceText } from '../../../parts/applications/evidence-text.ts';
import { AssignEmails, byEmails } from '../../../parts/assign/assign-emails.tsx';
import { ChosenPeople } from '../../../parts/many/chosen-people.tsx';
import { Load } from '../../../parts/many/load.tsx';
import { type Named, nameOf } from '../../../parts/many/named.ts';
import { type Foreseen, foreseen, maxPairs, type Pair, pairsOf, sorted } from './assign-choices.ts';
import classes from './assign-dialog.module.css';
import type { StepChoice } from './step-choices.ts';
import { StepQuestion, useStepChoices } from './step-question.tsx';

/** So many requests at a time: the page tells how far it has come. */
const atOnce = 10;
const shown = 20;

interface Terms {
  flowElementId: string;
  role: string;
  partitionId: string | null;
}

/** Gives a step of the chosen applications to people, after it was said what would be refused and why. */
export function AssignDialog(props: {
  selection: Selection<ApplicationRow>;
  onClose: () => void;
  onDone: () => void;
}) {
  const [key, setKey] = useState('');
  const [wantedRole, setRole] = useState('');
  const [wantedPartition, setPartition] = useState('');
  const [people, setPeople] = useState<readonly Named[]>([]);
  const [despite, setDespite] = useState(false);
  const { survey, choices } = useStepChoices(props.selection, true);
  const assignable = choices.filter(({ roles }) => roles.length > 0);
  const choice = assignable.find((one) => one.key === key);
  const { roles = [], partitions = [], perPartition = false } = choice ?? {};
  const role = roles.includes(wantedRole) ? wantedRole : roles.length === 1 ? (roles[0] ?? '') : '';
  const partitionId = partitions.some(({ id }) => id === wantedPartition) ? wantedPartition : null;
  const terms: Terms | undefined =
    choice === undefined || role === '' || (perPartition && partitionId === null)
      ? undefined
      : { flowElementId: choice.flowElementId, role, partitionId };
  const pairs = choice === undefined ? [] : pairsOf(choice, people);
  const foretold = useForetold(pairs, terms);
  const { possible, asks, refused } = sorted(foretold.data ?? []);
  const made = despite ? [...possible, ...asks] : possible;
  const job: Action<Pair> | undefined =
    terms === undefined || foretold.isPlaceholderData || made.length === 0
      ? undefined
      : {
          items: made,
          atOnce,
          nameOf: pairText,
          act: (part) => attemptEach(part, pairText, (pair) => assign(pair, terms, despite)),
        };
  const choosePeople = (next: readonly Named[]) => {
    setPeople(next);
    // What was confirmed was confirmed of others.
    setDespite(false);
  };
  return (
    <ManyDialog
      title={t('lists.many.assign.title')}
      opened
      onClose={props.onClose}
      onDone={props.onDone}
      verb={t('lists.many.assign.do', { n: job === undefined ? 0 : made.length })}
      action={job}
    >
      <StepQuestion
        survey={survey}
        choices={assignable}
        value={key}
        set={(value) => {
          setKey(value);
          choosePeople([]);
        }}
      >
        {roles.length > 1 ? (
          <SelectField
            label={t('staff.assign.role')}
            required
            value={role}
            unset={t('parts.role.select')}
            choices={roles.map((one) => ({ value: one, label: translate(roleMessage(one)) }))}
            set={setRole}
          />
        ) : null}
        {partitions.length > 0 ? (
          <SelectField
            label={t('staff.assign.partition')}
            required={perPartition}
            hint={perPartition ? '' : t('staff.assign.wholeHint')}
            unset={perPartition ? t('staff.assign.needsPartition') : t('staff.assign.whole')}
            value={partitionId ?? ''}
            choices={partitions.map(({ id, name }) => ({ value: id, label: name }))}
            set={setPartition}
          />
        ) : null}
        {choice === undefined ? null : (
          <PeopleSearch choice={choice} role={role} chosen={people} onChange={choosePeople} />
        )}
        {choice !== undefined && choice.applications < props.selection.size ? (
          <p className="small soft">
            {t('lists.many.without', { n: props.selection.size - choice.applications })}
          </p>
        ) : null}
        {pairs.length > maxPairs ? (
          <Note kind="bad" live>
            {t('lists.many.assign.tooMany', { n: pairs.length, max: maxPairs })}
          </Note>
        ) : foretold.isError ? (
          <CallFailure query={foretold} what={t('lists.many.assign.checkingWhat')} />
        ) : terms === undefined || pairs.length === 0 ? null : foretold.data === undefined ? (
          <p role="status" className="small soft">
            {t('lists.many.assign.checking')}
          </p>
        ) : (
          <div className={classes.preview} aria-busy={foretold.isPlaceholderData}>
            <p role="status">
              <b>{t('lists.many.assign.preview', { n: made.length })}</b>
            </p>
            <AssignEmails assigned={byEmails(made)} />
            {asks.length > 0 ? (
              <>
                <p>{t('lists.many.assign.asks', { n: asks.length })}</p>
                <Pairs label={t('lists.many.assign.asks', { n: asks.length })} pairs={asks} />
                <CheckField
                  label={t('staff.assign.despite')}
                  checked={despite}
                  onChange={(event) => setDespite(event.target.checked)}
                />
              </>
            ) : null}
            {refused.length > 0 ? (
              <>
                <p>{t('lists.many.assign.refused', { n: refused.length })}</p>
                <Pairs label={t('lists.many.assign.refusedLabel')} pairs={refused} />
              </>
            ) : null}
          </div>
        )}
      </StepQuestion>
    </ManyDialog>
  );
}

const pairText = ({ uid, name }: Pair): string => `${uid}, ${name}`;

/** What would be answered to each pair. */
function useForetold(pairs: readonly Pair[], terms: Terms | undefined) {
  return useQuery({
    queryKey: ['applications', 'assign-preview', terms, pairs.map(pairText)],
    queryFn: async ({ signal }) => {
      const told: Foreseen[] = [];
      for (const callId of new Set(pairs.map((pair) => pair.callId))) {
        const ofCall = pairs.filter((pair) => pair.callId === callId);
        const answers = await call('POST /v2/calls/:callId/assign/preview', {
          params: { callId },
          body: {
            ...(terms as Terms),
            makeLead: false,
            despiteEvidence: false,
            pairs: ofCall.map(({ applicationId, userId }) => ({ applicationId, userId })),
          },
          signal,
          quiet: true,
        });
        told.push(...foreseen(ofCall, answers));
      }
      return told;
    },
    enabled: terms !== undefined && pairs.length > 0 && pairs.length <= maxPairs,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}

const assign = (pair: Pair, terms: Terms, despiteEvidence: boolean) =>
  call('POST /v2/applications/:id/assign', {
    params: { id: pair.uid },
    body: { ...terms, userId: pair.userId, makeLead: false, despiteEvidence },
    once: `assign.${pair.uid}.${terms.flowElementId}.${terms.partitionId}.${pair.userId}`,
    quiet: true,
  });

function Pairs(props: { label: string; pairs: readonly Foreseen[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <ul className={classes.pairs} aria-label={props.label} tabIndex={0}>
      {props.pairs.map((pair) => (
        <li key={pairText(pair)}>
          <b>{pairText(pair)}</b>
          {pair.evidence.length === 0
            ? pair.message
            : unbroken(pair.evidence.map(({ kind, says }) => evidenceText(kind, says)).join(' '))}
        </li>
      ))}
    </ul>
  );
}

/** Looks for people who can get the step and keeps those who are chosen, whatever is looked for next. */
function PeopleSearch(props: {
  choice: StepChoice;
  role: string;
  chosen: readonly Named[];
  onChange: (people: readonly Named[]) => void;
}) {
  const { choice, role, chosen, onChange } = props;
  const [search, setSearch] = useState('');
  const rested = useRested(search.trim());
  const applications = choice.calls.flatMap((one) => one.applications);
  const [first] = applications;
  const asked = role === '' ? choice.roles : [role];
  const found = useQuery({
    queryKey: ['applications', 'assign-people', choice.flowElementId, first?.uid, asked, rested],
    queryFn: read('POST /users/suggestions', {
      body: {
        search: rested,
        roles: asked as Role[],
        // How much waits for somebody is told with a step.
        applicationId: first?.uid,
        flowElementId: choice.flowElementId,
        page: 0,
        pageSize: shown,
      },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  const people = found.data?.data;
  const isChosen = (id: number) => chosen.some((one) => one.id === id);
  const hidden = chosen.filter(({ id }) => people?.every((one) => one.id !== id) ?? true);
  const most = Math.max(5, ...(people ?? []).map(({ work }) => work?.load ?? 0));
  const toggle = (person: Named, on: boolean) =>
    onChange(on ? [...chosen, person] : chosen.filter(({ id }) => id !== person.id));
  return (
    <div className={classes.search}>
      <TextField
        label={t('staff.assign.search')}
        type="search"
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p role="status" className="small soft">
        {people === undefined && found.error === null
          ? '\u00a0'
          : people === undefined || people.length === 0
            ? t('staff.assign.none')
            : t('staff.assign.found', { n: found.data?.total ?? 0 })}
      </p>
      {/* A lookup that fails says nothing else. Source: Requirements 1, 8.21. */}
      {people === undefined ? (
        found.error === null ? (
          <LoadingRows rows={3} />
        ) : null
      ) : people.length === 0 ? null : (
        <fieldset className={classes.people} aria-busy={found.isPlaceholderData}>
          <legend className="hidden-visually">{t('lists.many.assign.people')}</legend>
          {people.map((person) => (
            <label key={person.id} data-chosen={isChosen(person.id) || undefined}>
              <BareTick
                checked={isChosen(person.id)}
                onChange={(event) => toggle(person, event.target.checked)}
              />
              <span>
                <b>{nameOf(person)}</b>
                <span className={classes.address}>
                  <EmailText address={person.email ?? ''} />
                </span>
                {person.work === undefined || person.work.centres.length === 0 ? null : (
                  <span className="small soft">{person.work.centres.join(', ')}</span>
                )}
                {person.ended === undefined || applications.length > 1 ? null : (
                  <span className="small soft">{endedText(person.ended)}</span>
                )}
              </span>
              {person.work?.load === undefined ? null : <Load load={person.work.load} most={most} />}
            </label>
          ))}
        </fieldset>
      )}
      {chosen.length === 0 ? null : <p className="small">{t('staff.assign.chosen', { n: chosen.length })}</p>}
      {hidden.length === 0 ? null : <ChosenPeople people={hidden} onTakeOut={(one) => toggle(one, false)} />}
    </div>
  );
}
