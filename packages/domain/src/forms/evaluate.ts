import type { Message } from '@clearcall/i18n/message.ts';
import { multiplied } from './amounts.ts';
import { type Plan, planStep } from './compile.ts';
import { type SubjectKind, satisfies } from './conditions.ts';
import { addDecimals } from './decimals.ts';
import { type Demand, invalidBecause, type Side } from './demand.ts';
import type { ElementRule } from './elements/rule.ts';
import { elementRules } from './elements/rules.ts';
import { allRows, factOf, givenRows } from './given-rows.ts';
import { computedDate } from './limits.ts';
import { messages, reasons } from './messages.ts';
import { openSubmission, problems } from './submission.ts';
import type {
  Answer,
  Effect,
  Element,
  FieldKey,
  FieldState,
  Flow,
  FormContext,
  Partition,
  Problem,
  Ref,
  Row,
  Rule,
  Step,
  SubmittedStep,
  Validation,
} from './types.ts';

/** What a person has answered on a step, and the world around it. */
export interface FormInput {
  answers: readonly Answer[];
  rows: readonly Row[];
  context: FormContext;
}

export interface Evaluation {
  /** Every field in the order of the page: a group, then its rows, each with its children. */
  fields: { key: FieldKey; state: FieldState }[];
  problems: Problem[];
}

/**
 * The full check that the server makes before it accepts a submission: every problem, in the order of the page. It
 * runs on the incremental engine, which opens a submission faster than the evaluation below.
 */
export function checkSubmission(plan: Plan, stepId: string, input: FormInput): Problem[] {
  return problems(openSubmission(plan, stepId, input));
}

/** An element where it stands: its step, its group, the row. */
interface Position {
  element: Element;
  group: Element | null;
  row: Row | null;
}

/** What a reference read, and as what. */
interface Reading {
  values: readonly string[];
  kind: SubjectKind;
  empty: boolean;
}

interface Found {
  element: Element;
  group: Element | null;
}

/** Finds an element of a step by its id, else by its meaning. */
function find(step: Step, name: string): Found | null {
  const all = step.forms.flatMap(({ elements }) =>
    elements.flatMap((element) => [
      { element, group: null },
      ...(element.children ?? []).map((child) => ({ element: child, group: element })),
    ]),
  );
  return (
    all.find(({ element }) => element.id === name) ??
    all.find(({ element }) => element.config.id === name) ??
    null
  );
}

/**
 * The evaluation written out as the readings say it: no graph, no order, nothing kept but what was already computed. It
 * is what the incremental engine is held against, and goes straight from the flow document.
 */
class Reference {
  private readonly flow: Flow;
  private readonly step: Step;
  private readonly context: FormContext;
  private readonly answers = new Map<string, readonly string[]>();
  private readonly rows = new Map<string, Row[]>();
  private readonly known = new Map<string, boolean | readonly string[]>();

  constructor(flow: Flow, step: Step, input: FormInput) {
    this.flow = flow;
    this.step = step;
    this.context = input.context;
    const groups = step.forms.flatMap(({ elements }) => elements);
    for (const row of allRows(groups, input.rows, input.context).sort((a, b) => a.order - b.order)) {
      const rows = this.rows.get(row.elementId) ?? [];
      if (rows.every(({ id }) => id !== row.id)) rows.push(row);
      this.rows.set(row.elementId, rows);
    }
    for (const { elementId, groupId, values } of input.answers)
      this.answers.set(`${elementId}@${groupId}`, values);
  }

  evaluate(): Evaluation {
    const fields: Evaluation['fields'] = [];
    const found: Problem[] = [];
    const forms = [...this.step.forms].sort((a, b) => a.order - b.order);
    for (const form of forms) {
      const visit = (position: Position): void => {
        const state = this.state(position);
        const key = { elementId: position.element.id, groupId: position.row?.id ?? null };
        fields.push({ key, state });
        if (state.error === null) return;
        const { title } = position.element;
        found.push({ formId: form.id, ...key, title, message: state.error, missing: state.missing });
      };
      for (const element of form.elements) {
        visit({ element, group: null, row: null });
        for (const row of this.rowsOf(element)) {
          for (const child of element.children ?? []) visit({ element: child, group: element, row });
        }
      }
    }
    return { fields, problems: found };
  }

  private rowsOf(group: Element): readonly Row[] {
    return this.rows.get(group.id) ?? [];
  }

  private ruleOf(position: { element: Element }): ElementRule {
    return elementRules[position.element.type];
  }

  private once<T extends boolean | readonly string[]>(what: string, position: Position, compute: () => T): T {
    const key = `${what} ${position.element.id}@${position.row?.id}`;
    const before = this.known.get(key);
    if (before !== undefined) return before as T;
    const value = compute();
    this.known.set(key, value);
    return value;
  }

  // ------------------------------------------------------------------------------------------------------- attributes

  private attribute(
    position: Position,
    name: 'visible' | 'required' | 'editable',
    otherwise: boolean,
  ): boolean {
    const effects = position.element.effects.filter(({ effect }) => effect === name);
    return effects.length === 0
      ? otherwise
      : effects.some((effect) => 'validations' in effect && this.applies(effect.validations, position));
  }

  private isVisible(position: Position): boolean {
    return this.once('visible', position, () => {
      if (position.group !== null && !this.isVisible({ element: position.group, group: null, row: null }))
        return false;
      return this.attribute(position, 'visible', position.element.config.hidden !== true);
    });
  }

  private isEditable(position: Position): boolean {
    if (this.ruleOf(position).kind === 'none' || this.isComputed(position)) return false;
    if (position.group !== null && !this.isEditable({ element: position.group, group: null, row: null }))
      return false;
    return this.attribute(position, 'editable', position.element.config.readOnly !== true);
  }

  private isRequired(position: Position): boolean {
    return (
      this.ruleOf(position).kind !== 'none' &&
      this.attribute(position, 'required', position.element.config.required === true)
    );
  }

  private computedBy(position: Position): Extract<Effect, { of: Ref[] }> | null {
    for (const effect of position.element.effects) if ('of' in effect) return effect;
    return null;
  }

  private isComputed(position: Position): boolean {
    if (this.computedBy(position) !== null || this.rowFact(position) !== undefined) return true;
    const partition = this.partitionOf(position);
    return partition !== null && !partition.disabled && partition.fixed !== null;
  }

  /** What the field holds, whether it is seen or not. */
  private valuesOf(position: Position): readonly string[] {
    return this.once('values', position, () => {
      const rule = this.ruleOf(position);
      if (rule.kind === 'rows') return this.rowsOf(position.element).map(({ id }) => id);
      const computed = this.computedBy(position);
      if (computed !== null) {
        const parts = computed.of.map((ref) =>
          addDecimals(
            this.read(ref, position)
              .flat()
              .flatMap(({ values }) => values),
          ),
        );
        return [
          computed.effect === 'sum'
            ? addDecimals(parts)
            : parts.reduce((one, other) => multiplied(one, other) ?? '0', '1'),
        ];
      }
      if (rule.kind === 'none') return [];
      const fact = this.rowFact(position);
      if (fact !== undefined) return [fact];
      const stored =
        this.answers.get(`${position.element.id}@${position.row?.id ?? null}`) ??
        this.presetOf(position) ??
        position.element.config.default ??
        rule.initial;
      if (!rule.amount) return stored;
      const id = this.partitionIdOf(position);
      if (id === null) return stored;
      const partition = this.partitionOf(position);
      if (partition === null || partition.disabled) return [];
      return partition.fixed === null ? stored : [partition.fixed];
    });
  }

  private presetOf(position: Position): readonly string[] | null {
    const { preset } = position.element.config;
    if (preset === undefined) return null;
    const values = this.read(preset, position)
      .flat()
      .flatMap((reading) => reading.values);
    return values.length === 0 ? null : values;
  }

  /** What the element shows of its row, in a group whose rows are given. */
  private rowFact({ element, group, row }: Position): string | undefined {
    const fact = group === null ? null : factOf(group, element);
    if (group === null || fact === null) return undefined;
    return givenRows(group, this.context)?.find(({ id }) => id === row?.id)?.facts[fact];
  }

  /** What counts for everybody else. */
  private counting(position: Position): readonly string[] {
    return this.isVisible(position) ? this.valuesOf(position) : [];
  }

  private neighbour(position: Position, name: string): Position | null {
    const found = find(this.step, name);
    if (found === null) return null;
    return { ...found, row: found.group === null ? null : position.row };
  }

  private partitionPosition(position: Position): Position | null {
    const { partitionFrom } = position.element.config;
    if (partitionFrom !== undefined) return this.neighbour(position, partitionFrom);
    const names = ({ type }: Element): boolean =>
      elementRules[type].offers === 'partitions' && elementRules[type].kind === 'choice';
    const sibling = position.group?.children?.find(names);
    if (sibling !== undefined) return { element: sibling, group: position.group, row: position.row };
    const forms = [...this.step.forms].sort((a, b) => a.order - b.order);
    const element = forms.flatMap(({ elements }) => elements).find(names);
    return element === undefined ? null : { element, group: null, row: null };
  }

  private partitionIdOf(position: Position): string | null {
    const chosen = this.partitionPosition(position);
    if (chosen === null) return this.context.ownPartitionId;
    return this.counting(chosen)[0] || null;
  }

  private partitionOf(position: Position): Partition | null {
    if (!this.ruleOf(position).amount) return null;
    const id = this.partitionIdOf(position);
    return this.context.partitions.find((partition) => partition.id === id) ?? null;
  }

  // ------------------------------------------------------------------------------------------------------- conditions

  private applies(rule: Rule, position: Position): boolean {
    return rule.some((row) => row.every((validation) => this.holds(validation, position)));
  }

  private holds({ refs, type, values }: Validation, position: Position): boolean {
    const operands = values.map((value) => {
      if (typeof value === 'string') return [value.normalize('NFC')];
      const read = this.read(value, position)
        .flat()
        .flatMap((reading) => reading.values);
      return read.length === 0 ? [''] : read;
    });
    const isHeld = (reading: Reading): boolean =>
      satisfies(type, reading.kind, reading.values, () => reading.empty, operands);
    if (type === 'unconditional') return true;
    return refs.every((ref) => {
      const assignments = this.read(ref, position);
      const isAll = 'element' in ref && ref.from === 'all' && find(this.step, ref.element) === null;
      return isAll
        ? assignments.every((rows) => rows.some(isHeld))
        : assignments.some((rows) => rows.some(isHeld));
    });
  }

  /** Per assignment, per row: what the reference reads. */
  private read(ref: Ref, position: Position): Reading[][] {
    if ('call' in ref) return [[{ values: [this.context.callCode], kind: 'text', empty: false }]];
    if (!('element' in ref)) {
      const day = computedDate(ref, this.context);
      return [[{ values: day === null ? [] : [day], kind: 'date', empty: day === null }]];
    }
    const local = find(this.step, ref.element);
    return local === null ? this.readOther(ref) : [this.readLocal(ref, local, position)];
  }

  private readLocal(ref: Extract<Ref, { element: string }>, found: Found, reader: Position): Reading[] {
    let { element, group } = found;
    const rule = elementRules[element.type];
    if (rule.amount && (ref.read === 'kind' || ref.read === 'unit')) {
      const partition = this.partitionPosition({ element, group, row: null });
      if (partition !== null) ({ element, group } = partition);
    }
    if (group === null) return [this.reading(ref, { element, group, row: null })];
    const inside = reader.group?.id === group.id;
    const rows = ref.rows ?? (inside ? 'same' : 'any');
    const own = this.context.ownPartitionId;
    return this.rowsOf(group)
      .filter((row) => {
        if (rows === 'any') return true;
        if (rows === 'same') return row === reader.row;
        const names = group.children?.find(({ type }) => type === 'select-partition');
        return (
          names !== undefined && own !== null && this.counting({ element: names, group, row }).includes(own)
        );
      })
      .map((row) => this.reading(ref, { element, group, row }));
  }

  private reading(ref: Extract<Ref, { element: string }>, position: Position): Reading {
    return this.shape(ref, elementRules[position.element.type], this.counting(position));
  }

  private shape(
    ref: Extract<Ref, { element: string }>,
    rule: ElementRule,
    values: readonly string[],
  ): Reading {
    switch (ref.read ?? 'value') {
      case 'count':
        return { values: [String(values.length)], kind: 'count', empty: false };
      case 'kind':
      case 'unit': {
        const property = ref.read === 'kind' ? 'kind' : 'unit';
        const read = values.flatMap((id) =>
          this.context.partitions
            .filter((partition) => partition.id === id)
            .map((partition) => partition[property]),
        );
        return { values: read, kind: 'text', empty: read.length === 0 };
      }
      case 'value':
        if (rule.kind === 'rows') {
          const { length } = values;
          return { values: length === 0 ? [] : [String(length)], kind: 'rows', empty: length === 0 };
        }
        return { values, kind: rule.kind, empty: rule.isEmpty(values) };
    }
  }

  /** Submitted answers of an earlier step, the nearest one that knows the name. */
  private readOther(ref: Extract<Ref, { element: string }>): Reading[][] {
    const earlier = this.flow.steps
      .filter(({ order }) => order < this.step.order)
      .sort((a, b) => b.order - a.order);
    const step = earlier.find((candidate) => find(candidate, ref.element) !== null);
    const found = step === undefined ? null : find(step, ref.element);
    if (step === undefined || found === null) return [];
    const { element, group } = found;
    const rule = elementRules[element.type];
    const own = this.context.ownPartitionId;
    const all = this.context.submitted.filter(({ stepId }) => stepId === step.id);
    const first = (steps: SubmittedStep[]): SubmittedStep[] =>
      steps
        .map((submitted, index) => ({ submitted, index }))
        .sort(
          (a, b) =>
            Number(b.submitted.lead) - Number(a.submitted.lead) ||
            (a.submitted.submittedAt < b.submitted.submittedAt ? -1 : 1) *
              Number(a.submitted.submittedAt !== b.submitted.submittedAt) ||
            a.index - b.index,
        )
        .slice(0, 1)
        .map(({ submitted }) => submitted);
    const from = ref.from ?? 'lead';
    const picked =
      from === 'lead'
        ? first(all)
        : from === 'own_partition'
          ? first(all.filter(({ partitionId }) => own !== null && partitionId === own))
          : all;
    const valuesIn = (
      submitted: SubmittedStep,
      elementId: string,
      groupId: string | null,
    ): readonly string[] =>
      submitted.answers.find((answer) => answer.elementId === elementId && answer.groupId === groupId)
        ?.values ?? [];
    const rowsIn = (submitted: SubmittedStep, groupId: string): readonly Row[] =>
      submitted.rows.filter(({ elementId }) => elementId === groupId);
    if (picked.length === 0) return [group === null ? [this.shape(ref, rule, [])] : []];
    return picked.map((submitted) => {
      if (rule.kind === 'rows')
        return [
          this.shape(
            ref,
            rule,
            rowsIn(submitted, element.id).map(({ id }) => id),
          ),
        ];
      if (group === null) return [this.shape(ref, rule, valuesIn(submitted, element.id, null))];
      const names = group.children?.find(({ type }) => type === 'select-partition');
      return rowsIn(submitted, group.id)
        .filter(
          ({ id }) =>
            ref.rows !== 'matching_partition' ||
            (names !== undefined && own !== null && valuesIn(submitted, names.id, id).includes(own)),
        )
        .map(({ id }) => this.shape(ref, rule, valuesIn(submitted, element.id, id)));
    });
  }

  // ------------------------------------------------------------------------------------------------------------ state

  private state(position: Position): FieldState {
    const visible = this.isVisible(position);
    const editable = this.isEditable(position);
    const required = this.isRequired(position);
    const values = this.valuesOf(position);
    const rule = this.ruleOf(position);
    const empty = rule.isEmpty(values);
    const base = { visible, required, editable, values };
    if (!visible) return { ...base, error: null, missing: false };
    const invalid = this.invalidity(position);
    if (!editable) return { ...base, error: this.isComputed(position) ? invalid : null, missing: false };
    if (empty && rule.kind !== 'rows') {
      return required
        ? { ...base, error: messages.mandatory(), missing: true }
        : { ...base, error: invalid, missing: false };
    }
    const { optionsBy } = position.element.config;
    const parent = optionsBy === undefined ? null : this.neighbour(position, optionsBy);
    const broken = rule.check(values, position.element, {
      context: this.context,
      parent: parent === null ? null : this.counting(parent),
      partition: this.partitionOf(position),
      required,
    });
    const unlike = broken ?? this.chosenElsewhere(position);
    const error = (rule.checkedFirst ? (unlike ?? invalid) : (invalid ?? unlike)) ?? this.twin(position);
    return { ...base, error, missing: empty && error !== null };
  }

  /** What is wrong with a choice that is limited by the choices of another element. */
  private chosenElsewhere(position: Position): Message | null {
    const { chosenIn, notChosenIn } = position.element.config;
    const by = chosenIn ?? notChosenIn;
    const found = by === undefined ? null : find(this.step, by);
    if (by === undefined || found === null) return null;
    const chosen = this.read({ element: by }, position)
      .flat()
      .flatMap(({ values }) => values);
    const isAmong = chosenIn !== undefined;
    return this.valuesOf(position).some((value) => chosen.includes(value) !== isAmong)
      ? messages.invalid(reasons.chosenElsewhere(isAmong, (found.group ?? found.element).title))
      : null;
  }

  private invalidity(position: Position): Message | null {
    for (const effect of position.element.effects) {
      if (effect.effect !== 'valid' || this.applies(effect.validations, position)) continue;
      return invalidBecause(
        effect.validations.map((row) => this.demand(row, position)),
        this.context,
      );
    }
    return null;
  }

  /** The first condition of a row that does not hold, and the first of its references that does not satisfy it. */
  private demand(row: readonly Validation[], position: Position): Demand | null {
    for (const validation of row) {
      const ref = validation.refs.find((one) => !this.holds({ ...validation, refs: [one] }, position));
      if (ref === undefined) continue;
      const subject = this.side(ref, position);
      const operands = validation.values.map((value) =>
        typeof value === 'string' ? value.normalize('NFC') : this.side(value, position),
      );
      if (subject === null || typeof subject === 'string') return null;
      const present = operands.filter((operand) => operand !== null);
      return present.length < operands.length ? null : { type: validation.type, subject, operands: present };
    }
    return null;
  }

  /** One side of a condition for words; of the world around the form its value; of another step nothing. */
  private side(ref: Ref, position: Position): Side | string | null {
    const readings = this.read(ref, position).flat();
    const values = readings.flatMap((reading) => reading.values);
    if (!('element' in ref)) return values[0] ?? '';
    const found = find(this.step, ref.element);
    if (found === null) return null;
    const read = ref.read ?? 'value';
    const ofPartition = (read === 'kind' || read === 'unit') && elementRules[found.element.type].amount;
    const { element, group } =
      (ofPartition ? this.partitionPosition({ ...found, row: null }) : null) ?? found;
    const isInside = group !== null && group.id === position.group?.id;
    const isOfRows = group !== null && (ref.rows ?? (isInside ? 'same' : 'any')) !== 'same';
    const { kind: own } = elementRules[element.type];
    const kind = read === 'count' ? 'count' : read === 'value' ? own : 'text';
    return { element, read, kind, values, isOwn: element === position.element && !isOfRows, isOfRows };
  }

  /** The message for the later of two rows that say the same where they must differ. */
  private twin({ element, group, row }: Position): Message | null {
    const unique = group?.config.unique;
    if (group === null || row === null || unique === undefined) return null;
    if (element.id !== unique && element.config.id !== unique) return null;
    const own = JSON.stringify(this.counting({ element, group, row }));
    const rows = this.rowsOf(group);
    const before = rows.slice(0, rows.indexOf(row));
    const values = before.map((other) => this.counting({ element, group, row: other }));
    return values.some((other) => other.length > 0 && JSON.stringify(other) === own)
      ? messages.invalid(reasons.repeated())
      : null;
  }
}

/** Evaluates a step from scratch. Same results as openSubmission, field by field; made to be read, not to be fast. */
export function evaluateForm(plan: Plan, stepId: string, input: FormInput): Evaluation {
  return new Reference(plan.flow, planStep(plan, stepId).step, input).evaluate();
}
