import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { changesDue } from '@clearcall/domain/deadlines/changes-due.ts';
import type { Element, FieldKey, Step } from '@clearcall/domain/forms/types.ts';
import { hasBankDetails } from '@clearcall/domain/people/bank-account.ts';
import type { Payee } from '@clearcall/domain/people/user.ts';
import { contradictsScore } from '@clearcall/domain/workflow/contradicts-score.ts';
import {
  type PartitionDecision,
  readOutcome,
  type StepOutcome,
} from '@clearcall/domain/workflow/read-outcome.ts';
import { scoreSumOf } from '@clearcall/ui/form/elements/score.tsx';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { type Quoted, quoted } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { nameOf as personName } from '../../../parts/many/named.ts';
import { checkTimeOf } from './latest-due.ts';
import { momentText, nextText } from './step-texts.ts';

/** Sentences of a decision, in present or past tense, and of what follows from it. */
export interface DecisionTexts {
  says: string[];
  /** What the form allows but the user should check first. */
  remarks: string[];
  follows: string;
  /** The form opens again by itself. */
  opensAgain?: boolean;
  /** Submitting ends the application, so changes cannot be requested later. */
  isLast?: boolean;
}

/** Before it is decided, and afterwards. */
type Tense = 'now' | 'done';

type Judged = 'approved' | 'rejected' | 'request_changes';

const amountText = (amount: string, { call }: Pick<Application, 'call'>): string =>
  t('editor.decides.amount', { amount: numberText(amount), unit: call.unit });

const nameOf = ({ partitions }: Pick<Application, 'partitions'>, id: string): string =>
  partitions.find((one) => one.id === id)?.name ?? id;

/** Sentences of a judgement and of what follows from it. `due`: deadline of requested changes, as an instant. */
export function judgementTexts(
  application: Pick<Application, 'status' | 'call' | 'process' | 'steps'>,
  judged: Pick<Step, 'id' | 'title' | 'ownerRole'>,
  given: { outcome: Judged; due: string | null; changes: number; byStep: Pick<Step, 'id'> | null },
  tense: Tense,
): DecisionTexts {
  const { outcome, due, changes: n, byStep } = given;
  const step = judged.title;
  if (outcome === 'request_changes') {
    const until = due === null ? '' : momentText(due, application.call.timeZone);
    const says =
      due === null
        ? t('editor.decides.noDay', { step })
        : n === 0
          ? t(`editor.decides.${tense}.changesOf`, { step, due: until })
          : judged.ownerRole === 'applicant'
            ? t(`editor.decides.${tense}.changesOfApplicant`, { n, due: until })
            : t(`editor.decides.${tense}.changes`, { n, step, due: until });
    return {
      ...{ says: [says], remarks: [] },
      follows: byStep === null ? t('editor.decides.then.changes') : t('editor.decides.then.changesReopen'),
      opensAgain: byStep !== null,
    };
  }
  const says = [t(`editor.decides.${tense}.${outcome}`, { step })];
  const isFirst = application.process[0]?.id === judged.id;
  if (outcome === 'rejected' && isFirst)
    return {
      ...{ says, remarks: [] },
      follows:
        application.status === 'rejected'
          ? t('editor.decides.then.rejectionReleased')
          : t('editor.decides.then.rejected'),
    };
  // A direct decision replaces that of the judging step.
  const by = byStep ?? (application.steps as Step[]).find(({ judges }) => judges === judged.id) ?? judged;
  return { says, remarks: [], follows: nextText(application, by.id) };
}

/** Decision for each partition, with amounts, units and days. */
export function awardTexts(
  application: Pick<Application, 'call' | 'partitions' | 'awardLimits'>,
  rows: readonly Pick<PartitionDecision, 'partitionId' | 'outcome' | 'amount' | 'startsOn' | 'endsOn'>[],
): DecisionTexts {
  const says = rows.map(({ partitionId, outcome, amount, startsOn, endsOn }) => {
    const name = nameOf(application, partitionId);
    const decided = t(`editor.own.outcome.${outcome}`);
    if (amount === null || (outcome !== 'awarded' && outcome !== 'reduced'))
      return t('editor.decides.row', { name, decided });
    const values = { name, decided, amount: amountText(amount, application) };
    if (startsOn === null || endsOn === null) return t('editor.decides.rowAmount', values);
    return t('editor.decides.rowDays', { ...values, start: dateText(startsOn), end: dateText(endsOn) });
  });
  const remarks = rows.flatMap(({ partitionId, startsOn, endsOn }) => {
    const wished = application.awardLimits?.find((one) => one.partitionId === partitionId)?.wishedStart;
    return startsOn === null || endsOn === null || wished == null || wished === startsOn
      ? []
      : t('editor.decides.otherStart', { name: nameOf(application, partitionId), wished: dateText(wished) });
  });
  return { says, remarks, follows: t('editor.decides.then.award') };
}

/** The work that a step judges, as far as the reader sees it. */
export function judgedWork(
  { assignments }: Pick<Application, 'assignments'>,
  step: Pick<Step, 'judges'>,
  partitionId: string | null,
): Assignment | null {
  const judged = assignments.filter(
    (one) =>
      one.stepId === step.judges &&
      (one.partitionId === null || partitionId === null || one.partitionId === partitionId),
  );
  return judged.find(({ status }) => status === 'submitted' || status === 'resubmitted') ?? judged[0] ?? null;
}

const elementOf = ({ step }: FormStore, meaning: string): Element | undefined =>
  step.forms.flatMap(({ elements }) => elements).find(({ config }) => config.id === meaning);

/** The value of a field, if it is shown and has one. */
function valueAt(store: FormStore, key: FieldKey): string[] {
  const { visible, values } = store.read(key);
  return visible && values[0] !== undefined ? [values[0]] : [];
}

/** The values of the elements of a form that carry a meaning. */
function meant(store: FormStore, meaning: string): string[] {
  const found = elementOf(store, meaning);
  return found === undefined ? [] : valueAt(store, { elementId: found.id, groupId: null });
}

/** The people to pay with the amount of each, and the total, of a form that adds up payments. */
function paymentTexts(store: FormStore): string[] {
  const total = elementOf(store, 'payment_total');
  if (total === undefined) return [];
  const added = total.effects.flatMap((one) => (one.effect === 'sum' ? one.of : []));
  const { unit = '' } = total.config;
  const rowText = (name: string, value: string) =>
    t('editor.decides.row', { name, decided: `${numberText(value)} ${unit}`.trim() });
  const people = store.step.forms
    .flatMap(({ elements }) => elements)
    .flatMap(({ id, children = [] }) => {
      const sum = children.find((child) => added.some((ref) => 'element' in ref && ref.element === child.id));
      const [person] = children;
      if (sum === undefined || person === undefined) return [];
      return store
        .rows(id)
        .flatMap(({ id: groupId }) =>
          valueAt(store, { elementId: sum.id, groupId }).map((value) =>
            rowText(valueAt(store, { elementId: person.id, groupId })[0] ?? '', value),
          ),
        );
    });
  return [...people, ...meant(store, 'payment_total').map((value) => rowText(total.title, value))];
}

/** The code and the period of a project, as its onboarding sets them. */
const projectTexts = (store: FormStore): string[] =>
  ['local_project_code', 'award_start', 'award_end'].flatMap((meaning) =>
    meant(store, meaning).map((value) => {
      const element = elementOf(store, meaning);
      const decided = element?.type === 'date' ? dateText(value) : value;
      return t('editor.decides.row', { name: element?.title ?? '', decided });
    }),
  );

/** The content of a form apart from its outcome: rating, score, rank and advised amount, payments, code and period of a project. */
function adviceTexts(
  application: Application,
  { partitionId }: Pick<Assignment, 'partitionId'>,
  store: FormStore,
  { tense }: Pick<More, 'tense'>,
): string[] {
  const of = partitionId === null ? null : nameOf(application, partitionId);
  const overall = elementOf(store, 'overall');
  return [
    ...meant(store, 'overall').map((rating) =>
      t('editor.decides.row', { name: overall?.title ?? '', decided: labelOf(overall, rating) }),
    ),
    ...meant(store, 'panel_score').map((score) =>
      t('editor.decides.row', {
        name: elementOf(store, 'panel_score')?.title ?? '',
        decided: numberText(score),
      }),
    ),
    ...meant(store, 'rank').map((rank) => t(`editor.decides.${tense}.rank`, { rank: numberText(rank) })),
    ...[...meant(store, 'technical_limit'), ...meant(store, 'advised_amount')].map((value) => {
      const amount = amountText(value, application);
      return of === null
        ? t(`editor.decides.${tense}.advises`, { amount })
        : t(`editor.decides.${tense}.advisesOn`, { amount, name: of });
    }),
    // A sum would count partitions that were turned down, and not everybody who advises may know of that.
    ...(meant(store, 'advised_share')[0] === 'full'
      ? [
          of === null
            ? t(`editor.decides.${tense}.advisesFull`)
            : t(`editor.decides.${tense}.advisesFullOn`, { name: of }),
        ]
      : []),
    ...paymentTexts(store),
    ...projectTexts(store),
  ];
}

const labelOf = (element: Element | undefined, chosen: string): string =>
  element?.items?.find(({ value }) => value === chosen)?.label ?? chosen;

/** Returns the labels of an overall rating for sentences that quote one. */
export const ratingsIn = (store: FormStore): Quoted[] =>
  (elementOf(store, 'overall')?.items ?? []).flatMap((item) => quoted(item, 'label') ?? []);

/** What the open form allows, but the user should check before submitting it. */
function remarksOf(
  { ranks = [], awardLimits }: Application,
  { step, store }: Open,
  payees: readonly Payee[],
): string[] {
  const overall = elementOf(store, 'overall');
  const sum = scoreSumOf(store, step);
  const unpayable = payees.filter((payee) => !hasBankDetails(payee)).map(personName);
  return [
    ...meant(store, 'overall').flatMap((rating) => {
      const place = overall?.items?.findIndex(({ value }) => value === rating) ?? -1;
      return sum?.value == null ||
        sum.missing > 0 ||
        !contradictsScore({ place, of: overall?.items?.length ?? 0 }, { value: sum.value, most: sum.most })
        ? []
        : t('editor.decides.overallOff', {
            overall: labelOf(overall, rating),
            sum: numberText(sum.value),
            most: numberText(sum.most),
          });
    }),
    ...meant(store, 'rank').flatMap((rank) => {
      const uids = ranks.filter((one) => one.rank === rank).map(({ uid }) => uid);
      return uids.length === 0 ? [] : t('editor.decides.rankTwice', { uids, rank: numberText(rank) });
    }),
    ...(step.final === true && awardLimits?.some((one) => one.awaitsRank)
      ? [t('editor.decides.awaitsRank')]
      : []),
    ...(unpayable.length === 0 ? [] : [t('editor.decides.noBankDetails', { name: unpayable })]),
  ];
}

function outcomeTexts(
  application: Application,
  { assignment, step, store }: Open,
  outcome: StepOutcome | null,
  more: More,
): DecisionTexts {
  const { changes, tense, at } = more;
  const advice = adviceTexts(application, assignment, store, more);
  const isReleased = tense === 'done' && application.decisions.some((one) => one.isReleased);
  const follows =
    step.final === true
      ? t(isReleased ? 'editor.decides.then.awardReleased' : 'editor.decides.then.award')
      : nextText(application, step.id);
  const none = { says: advice, remarks: [], follows };
  switch (outcome?.kind) {
    case 'judgement': {
      const judged = (application.steps as Step[]).find(({ id }) => id === step.judges);
      if (judged === undefined) return none;
      const check = checkTimeOf(application, step);
      const due = outcome.outcome === 'request_changes' ? changesDue(check, outcome.deadline, at) : null;
      const given = { outcome: outcome.outcome, due, changes, byStep: step };
      return judgementTexts(application, judged, given, tense);
    }
    case 'partition': {
      const name = nameOf(application, assignment.partitionId ?? '');
      const verdict = outcome.accepted ? 'accepts' : 'drops';
      return {
        ...none,
        says: [t(`editor.decides.${tense}.${verdict}`, { name }), ...advice],
        follows: outcome.accepted ? none.follows : t('editor.decides.then.dropped', { name }),
      };
    }
    case 'acceptance':
      return outcome.accepted
        ? {
            says: [
              t(`editor.decides.${tense}.accept`),
              ...awardTexts(application, awardedIn(application)).says,
            ],
            remarks: [],
            // The next step depends on whether the award is accepted.
            follows: nextText(application, step.id, { holds: true }),
          }
        : {
            ...none,
            says: [t(`editor.decides.${tense}.decline`)],
            follows: t('editor.decides.then.declined'),
            isLast: true,
          };
    case 'final':
      return { ...awardTexts(application, outcome.rows), follows };
    default:
      return none;
  }
}

const awardedIn = ({ decisions }: Pick<Application, 'decisions'>) =>
  decisions.filter(({ outcome }) => outcome === 'awarded' || outcome === 'reduced');

interface More {
  /** How many changes at fields go with a change request. */
  changes: number;
  tense: Tense;
  /** When it is submitted. */
  at: Date;
  /** The people to pay, as far as the page shows them. */
  payees?: readonly Payee[];
}

interface Open {
  assignment: Assignment;
  step: Step;
  store: FormStore;
}

/** What the submission of a form decides, or decided, as the form is filled in on the page. */
export function decisionTexts(application: Application, open: Open, more: More): DecisionTexts {
  const { step, store } = open;
  const outcome = readOutcome(step, store.content());
  const decided = outcomeTexts(application, open, outcome, more);
  const remarks =
    more.tense === 'done' ? [] : [...decided.remarks, ...remarksOf(application, open, more.payees ?? [])];
  const says = [...decided.says, ...turnedDownTexts(application, open)];
  const lead = outcome === null ? null : leadText(application, open);
  return { ...decided, remarks, says: lead === null ? says : [...says, lead] };
}

/** Says for a form that decides which partitions an earlier step turned down, while the form can be changed. */
function turnedDownTexts(
  application: Pick<Application, 'awardLimits' | 'partitions'>,
  { assignment: { formFacts }, step }: Pick<Open, 'assignment' | 'step'>,
): string[] {
  if (step.final !== true || formFacts === undefined) return [];
  return (application.awardLimits ?? [])
    .filter(({ partitionId }) => !formFacts.partitions.includes(partitionId))
    .map(({ partitionId }) => t('editor.decides.turnedDown', { name: nameOf(application, partitionId) }));
}

/** Says who leads the step in place of the owner of the assignment, or that another person may; null if the owner leads. */
function leadText(
  application: Pick<Application, 'assigned'>,
  { assignment, step }: Pick<Open, 'assignment' | 'step'>,
): string | null {
  if (step.config.hasLead !== true || assignment.isLead) return null;
  const people = (application.assigned ?? []).filter(
    (one) => one.stepId === step.id && one.partitionId === assignment.partitionId,
  );
  if (people.length > 0 && people.every(({ owner }) => owner?.id === assignment.owner?.id)) return null;
  const leader = people.find(({ isLead }) => isLead)?.owner;
  return leader ? t('editor.decides.leadBy', { name: personName(leader) }) : t('editor.decides.lead');
}

/** The facts for a person who decides: that the rank is missing, which partitions were turned down, and who leads the step. */
export function beforeDecision(application: Application, open: Pick<Open, 'assignment' | 'step'>): string[] {
  if (open.step.final !== true) return [];
  return [
    ...(application.awardLimits?.some((one) => one.awaitsRank) ? [t('editor.decides.awaitsRank')] : []),
    ...turnedDownTexts(application, open),
    ...[leadText(application, open)].flatMap((text) => text ?? []),
  ];
}
