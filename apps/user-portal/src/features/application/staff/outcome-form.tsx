import type { Application, PartitionDecision } from '@clearcall/domain/applications/application.ts';
import { awardFaults, awardMessage } from '@clearcall/domain/workflow/award-limits.ts';
import { AwardFacts } from '@clearcall/ui/form/award-facts.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { DayField } from '@clearcall/ui/kit/field/day-field.tsx';
import { FieldFrame } from '@clearcall/ui/kit/field/field-frame.tsx';
import { SelectBox } from '@clearcall/ui/kit/field/select-box.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { useId, useMemo, useState } from 'react';
import { keptOnDevice } from '../../../parts/kept/kept-text.ts';
import { chosenPartitions } from '../editor/chosen-partitions.ts';
import { DecisionNote } from '../editor/decision-note.tsx';
import { awardTexts } from '../editor/decision-texts.ts';
import { firstReading } from './application-answers.ts';
import { partitionName } from './person-name.ts';
import classes from './staff.module.css';

const outcomes = ['awarded', 'reduced', 'reserve', 'rejected'] as const;
type Outcome = (typeof outcomes)[number];

interface Row {
  partitionId: string;
  outcome: Outcome | '';
  amount: string;
  startsOn: string;
  endsOn: string;
}

/** What is typed as an amount, as the wire has it; null where it is none. */
const amountOf = (typed: string): string | null => {
  const plain = typed.replaceAll(/[\s\u202f]/g, '').replace(',', '.');
  return /^\d{1,19}(\.\d{1,6})?$/.test(plain) ? plain : null;
};

/** Under which the errors of a row are kept. */
const outcomeOf = (partitionId: string): string => `outcome:${partitionId}`;
const amountFor = (partitionId: string): string => `amount:${partitionId}`;

/** Row of a decision as it is sent; nothing while no outcome is chosen. */
function decidedRow({ partitionId, outcome, amount, startsOn, endsOn }: Row) {
  if (outcome === '') return [];
  const gives = outcome === 'awarded' || outcome === 'reduced';
  const award = gives
    ? { amount: amountOf(amount), startsOn: startsOn || null, endsOn: endsOn || null }
    : { amount: null, startsOn: null, endsOn: null };
  return [{ partitionId, outcome, reason: null, ...award }];
}

/** Records what is decided for each partition, or changes it with a reason. */
export function OutcomeForm(props: { application: Application; onClose: () => void; onDone: () => void }) {
  const { application } = props;
  const { decisions, awardLimits = [] } = application;
  const asked = useMemo(() => {
    const reading = firstReading(application);
    return reading === null ? [] : chosenPartitions(reading.store, application);
  }, [application]);
  const before = (id: string): PartitionDecision | undefined =>
    decisions.find(({ partitionId }) => partitionId === id);
  const ids = [
    ...new Set([
      ...decisions.map(({ partitionId }) => partitionId),
      ...application.partitions
        .filter(({ name }) => asked.some((one) => one.name === name))
        .map(({ id }) => id),
    ]),
  ];
  const [rows, setRows] = useState<readonly Row[]>(() =>
    ids.map((partitionId) => {
      const decided = before(partitionId);
      const wanted = asked.find(({ name }) => name === partitionName(application, partitionId));
      return {
        partitionId,
        outcome: decided?.outcome ?? '',
        amount: decided?.amount ?? wanted?.amount ?? '',
        startsOn: decided?.startsOn ?? '',
        endsOn: decided?.endsOn ?? '',
      };
    }),
  );
  const changes = decisions.length > 0;
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const decided = rows.flatMap(decidedRow);
  const set = (partitionId: string, part: Partial<Row>) =>
    setRows((all) => all.map((row) => (row.partitionId === partitionId ? { ...row, ...part } : row)));
  const check = ({ reason }: { reason: string }) => {
    const wrong = new Map<string, string>();
    for (const { partitionId, outcome, amount } of rows) {
      if (outcome === '') wrong.set(outcomeOf(partitionId), t('staff.outcome.choose'));
      if ((outcome === 'awarded' || outcome === 'reduced') && amountOf(amount) === null)
        wrong.set(amountFor(partitionId), t('staff.outcome.amountNeeded'));
    }
    const faults = awardFaults(decided, {
      limits: awardLimits,
      decisions: decisions.map((one) => ({ ...one, version: 1 })),
      reason,
    });
    for (const faulty of faults) {
      const { partitionId, fault } = faulty;
      const name = partitionName(application, partitionId);
      const field = fault === 'reason_needed' ? 'reason' : amountFor(partitionId);
      wrong.set(field, translate(awardMessage(faulty, { name, unit: application.call.unit })));
    }
    setErrors(wrong);
    return Object.fromEntries(wrong);
  };
  return (
    <CommandDialog
      title={t('staff.outcome.title')}
      verb={t('staff.outcome.do')}
      size={720}
      fields={{
        reason: {
          type: 'area',
          label: t('staff.reason'),
          required: changes ? t('refusals.reason_needed') : undefined,
          codes: ['reason_needed'],
          kept: keptOnDevice(`outcome:${application.uid}`, application.uid, t('staff.outcome.title')),
        },
      }}
      check={check}
      send={(call, { reason }) =>
        call('POST /v2/applications/:id/outcome', {
          params: { id: application.uid },
          body: { rows: decided, reason },
        })
      }
      done={noticeTexts.changesSaved}
      after={props.onDone}
      onClose={props.onClose}
    >
      {({ fields }) => (
        <>
          {rows.map((row) => (
            <PartitionRow
              key={row.partitionId}
              application={application}
              row={row}
              errors={errors}
              set={(part) => set(row.partitionId, part)}
            />
          ))}
          {fields}
          <div role="status">
            <DecisionNote texts={awardTexts(application, decided)} application={application} />
          </div>
        </>
      )}
    </CommandDialog>
  );
}

function PartitionRow(props: {
  application: Application;
  row: Row;
  errors: ReadonlyMap<string, string>;
  set: (part: Partial<Row>) => void;
}) {
  const { application, row, errors, set } = props;
  const id = useId();
  const zone = application.call.timeZone;
  const wrong = errors.get(outcomeOf(row.partitionId)) ?? null;
  const gives = row.outcome === 'awarded' || row.outcome === 'reduced';
  const { unit } = application.call;
  const limits = application.awardLimits?.find(({ partitionId }) => partitionId === row.partitionId);
  return (
    <fieldset className={classes.outcome}>
      <legend>{partitionName(application, row.partitionId)}</legend>
      {limits === undefined ? null : (
        <div className={classes.wide}>
          <AwardFacts id={`${id}:award`} limits={limits} unit={unit} />
        </div>
      )}
      <FieldFrame
        id={id}
        className={undefined}
        frame="for"
        title={t('staff.outcome.decision')}
        required
        hint=""
        error={wrong}
        live
      >
        <SelectBox
          id={id}
          value={row.outcome}
          required
          invalid={wrong !== null}
          describedBy={wrong === null ? undefined : `${id}:error`}
          choices={outcomes.map((value) => ({ value, label: t(`staff.outcome.${value}`) }))}
          set={(value) => set({ outcome: outcomes.find((one) => one === value) ?? '' })}
          leave={() => {}}
        />
      </FieldFrame>
      {gives ? (
        <>
          <TextField
            label={t('staff.outcome.amount', { unit })}
            required
            inputMode="decimal"
            error={errors.get(amountFor(row.partitionId)) ?? null}
            value={row.amount}
            onChange={(event) => set({ amount: event.currentTarget.value })}
          />
          <DayField
            label={t('staff.outcome.starts')}
            value={row.startsOn}
            zone={zone}
            set={(startsOn) => set({ startsOn })}
          />
          <DayField
            label={t('staff.outcome.ends')}
            value={row.endsOn}
            zone={zone}
            min={row.startsOn || null}
            set={(endsOn) => set({ endsOn })}
          />
        </>
      ) : null}
    </fieldset>
  );
}
