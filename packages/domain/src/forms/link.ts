import type { ValuesIn } from '@clearcall/i18n/message.ts';
import type { SubjectKind } from './conditions.ts';
import { isPlainDate } from './dates.ts';
import { compareDecimals, decimalPlaces, isDecimal } from './decimals.ts';
import { addressOf, type Draft, nobody } from './draft.ts';
import { type ElementRule, isNone } from './elements/rule.ts';
import { type Address, type Fault, type FindingText, faultAt, nameOf } from './fault.ts';
import { factOf, followsPartitions, partitionChild } from './given-rows.ts';
import type { CrossRead, LocalRead, Node, Reader, Source, Test, Tests } from './plan.ts';
import { normaliseText } from './text.ts';
import type { Effect, Limit, Read, Ref, Rule, Validation, ValidationType } from './types.ts';

const noOperands: readonly (string | Source)[] = [];

type Use = 'value' | 'state';

const inEffects: Address = ['effects'];

const operandCounts: Record<ValidationType, readonly [least: number, most: number]> = {
  equal: [1, Number.POSITIVE_INFINITY],
  not_equal: [1, Number.POSITIVE_INFINITY],
  min_length: [1, 1],
  max_length: [1, 1],
  length_range: [2, 2],
  required: [0, Number.POSITIVE_INFINITY],
  greater: [1, 1],
  lesser: [1, 1],
  unconditional: [0, Number.POSITIVE_INFINITY],
  non_empty: [0, Number.POSITIVE_INFINITY],
  difference: [1, 2],
};

/** Resolves what the elements of one step say about each other and about earlier steps. */
export class Linker {
  private readonly draft: Draft;
  private readonly earlier: readonly Draft[];
  private readonly others: readonly Draft[];
  private readonly faults: Fault[];
  /** By the index of the node: whose value its own value or visibility reads. */
  private readonly inputs: (Node[] | undefined)[];
  /** By the index of the node: what was last read of it. */
  private readonly localReads: (LocalRead | undefined)[];
  private readonly crossReads = new Map<Node, CrossRead[]>();

  constructor(draft: Draft, earlier: readonly Draft[], others: readonly Draft[], faults: Fault[]) {
    this.draft = draft;
    this.earlier = earlier;
    this.others = others;
    this.faults = faults;
    this.inputs = new Array(draft.nodes.length).fill(undefined);
    this.localReads = new Array(draft.nodes.length).fill(undefined);
  }

  link(): readonly Node[] {
    for (const node of this.draft.nodes) this.linkNode(node);
    return this.inOrder();
  }

  /** Reports a fault of an element, or of a place within it. */
  private fault<Text extends FindingText>(
    node: Node,
    within: Address,
    text: Text,
    ...values: ValuesIn<Text>
  ): void {
    this.faults.push(faultAt([[...this.addressOf(node), ...within]], text, ...values));
  }

  private addressOf({ element, formIndex, group }: Node): Address {
    const { step, forms } = this.draft;
    return addressOf(step, forms[formIndex]?.form, element, group?.element ?? null);
  }

  private linkNode(node: Node): void {
    const { config, effects } = node.element;
    if (node.group !== null) this.addInput(node, node.group);
    if (effects.length > 0) this.linkEffects(node, effects);
    this.linkLimits(node);
    if (node.rule.offers === 'options') this.linkOptions(node);
    if (node.isAmount) this.linkPartition(node);
    if (config.chosenIn !== undefined) this.linkChoices(node, config.chosenIn, 'chosenIn');
    if (config.notChosenIn !== undefined) this.linkChoices(node, config.notChosenIn, 'notChosenIn');
    if (config.unique !== undefined) this.linkUnique(node, config.unique);
    if (config.preset !== undefined) this.linkPreset(node, config.preset);
    if (config.rowsFrom !== undefined) this.linkGivenRows(node);
    if (config.fromRow !== undefined) this.linkFact(node);
    if (config.default !== undefined) {
      const kept = node.rule.normalise(config.default, node.element);
      if (!kept.ok)
        this.fault(node, ['config', 'default'], 'findings.defaultUnfit', { field: nameOf(node.element) });
    }
    node.isPlain =
      node.required === null &&
      node.editable === null &&
      node.valid === null &&
      node.preset === null &&
      node.computed === null &&
      !node.isAmount &&
      node.parent === null &&
      node.limitedBy === null &&
      !node.unique &&
      node.fact === null &&
      node.kind !== 'rows' &&
      // The group stands before its children and is linked.
      (node.group === null || node.group.editable === null);
  }

  /** Links the effects of an element. One with a fault has no effect in the plan. */
  private linkEffects(node: Node, effects: readonly Effect[]): void {
    const valid: Tests[] = [];
    for (const effect of effects) {
      const known = this.faults.length;
      if ('of' in effect) {
        this.linkComputed(node, effect.effect, effect.of);
        continue;
      }
      const use = effect.effect === 'visible' ? 'value' : 'state';
      const tests = this.rule(effect.validations, node, use);
      if (this.faults.length > known) continue;
      if (effect.effect === 'valid') valid.push(tests);
      else node[effect.effect] = this.anyOf(node[effect.effect], tests);
    }
    if (valid.length > 0) node.valid = valid;
  }

  /** Two effects of one name are one: either will do. */
  private anyOf(before: Tests | null, more: Tests): Tests {
    return before === null ? more : [...before, ...more];
  }

  private linkComputed(node: Node, by: 'sum' | 'product', of: readonly Ref[]): void {
    const field = nameOf(node.element);
    const { kind } = node.rule;
    if ((kind !== 'number' && kind !== 'text') || node.isAmount) {
      this.fault(node, inEffects, 'findings.calculationUnfit', { field });
      return;
    }
    if (node.computed !== null) {
      this.fault(node, inEffects, 'findings.calculationTwice', { field });
      return;
    }
    const known = this.faults.length;
    if (of.length === 0) this.fault(node, inEffects, 'findings.calculationEmpty', { field });
    const parts = this.references(of, node, 'value');
    for (const part of parts) {
      if (part.kind === 'number' || part.kind === 'text' || part.kind === 'choice' || part.kind === 'count') {
        continue;
      }
      this.fault(node, inEffects, 'findings.calculationNoNumber', { field });
    }
    if (this.faults.length === known) node.computed = { by, of: parts };
  }

  private linkPreset(node: Node, preset: Extract<Ref, { element: string }>): void {
    const within = ['config', 'preset'];
    const source = this.reference(preset, node, 'value', within);
    if (source === null) return;
    if (source.kind === node.kind && !node.isAmount) node.preset = source;
    else
      this.fault(node, within, 'findings.presetUnfit', {
        field: nameOf(node.element),
        other: source.from === 'context' ? preset.element : nameOf(source.node.element),
      });
  }

  private linkLimits(node: Node): void {
    const { min, max, length } = node.element.config;
    const field = () => nameOf(node.element);
    if (length !== undefined) {
      if (node.rule.limits !== 'characters') {
        this.fault(node, ['config', 'length'], 'findings.lengthUnfit', { field: field() });
      } else if (length.min !== undefined && length.max !== undefined && length.min > length.max) {
        this.fault(node, ['config', 'length'], 'findings.limitOrder', { field: field() });
      }
    }
    this.linkStep(node);
    if (min === undefined && max === undefined) return;
    const { limits } = node.rule;
    let gap: number | null = null;
    if (typeof min === 'string' && typeof max === 'string') {
      // Two limits that can be compared as numbers are numbers.
      gap = limits === 'date' ? (min > max ? 1 : 0) : compareDecimals(min, max);
      if (limits === 'number' && gap !== null && gap <= 0) return;
    }
    const minOk = this.isLimit(node, min, 'min');
    const maxOk = this.isLimit(node, max, 'max');
    if (minOk && maxOk && gap !== null && gap > 0)
      this.fault(node, ['config', 'min'], 'findings.limitOrder', { field: field() });
  }

  private linkStep(node: Node): void {
    const { config, type } = node.element;
    const { step, decimals = 0 } = config;
    if (step === undefined) return;
    const within = ['config', 'step'];
    const field = nameOf(node.element);
    if (type !== 'number') this.fault(node, within, 'findings.stepSizeUnfit', { field });
    else if (!isDecimal(step) || (compareDecimals(step, '0') ?? 0) <= 0 || decimalPlaces(step) > decimals)
      this.fault(node, within, 'findings.stepSizeBad', { field });
  }

  private isLimit(node: Node, limit: Limit | undefined, name: 'min' | 'max'): boolean {
    if (limit === undefined) return true;
    const { limits } = node.rule;
    const fits =
      limits === 'date'
        ? typeof limit !== 'string' || isPlainDate(limit)
        : limits === 'number'
          ? typeof limit === 'string' && isDecimal(limit)
          : limits === 'items' && typeof limit === 'string' && /^\d{1,9}$/.test(limit);
    if (!fits) this.fault(node, ['config', name], 'findings.limitUnfit', { field: nameOf(node.element) });
    return fits;
  }

  private linkOptions(node: Node): void {
    const { config, items, optionsGroup } = node.element;
    const field = nameOf(node.element);
    if (items === undefined && optionsGroup === undefined)
      this.fault(node, ['items'], 'findings.optionsNone', { field });
    if (items !== undefined && config.optionsBy === undefined) {
      const values = new Set<string>();
      for (const { value } of items) values.add(value);
      if (values.size < items.length) this.fault(node, ['items'], 'findings.optionTwice', { field });
      const strange = config.default?.find((value) => !values.has(value));
      if (strange !== undefined)
        this.fault(node, ['config', 'default'], 'findings.defaultNoOption', { field, value: strange });
    }
    if (config.optionsBy === undefined) return;
    const within = ['config', 'optionsBy'];
    const parent = this.neighbour(node, config.optionsBy);
    if (parent === null)
      this.fault(node, within, 'findings.optionsByUnknown', { field, other: config.optionsBy });
    else if (parent === node || (parent.kind !== 'choice' && parent.kind !== 'list'))
      this.fault(node, within, 'findings.optionsByUnfit', { field, other: nameOf(parent.element) });
    else {
      node.parent = parent;
      parent.stateReaders = withReader(parent.stateReaders, node, parent.group !== null);
    }
  }

  /** Amounts without `partitionFrom` belong to the partition chosen beside them, else to the assignment's own. */
  private linkPartition(node: Node): void {
    const { config } = node.element;
    const names = (other: Node): boolean => other.rule.offers === 'partitions' && other.kind === 'choice';
    let partition: Node | null = null;
    if (config.partitionFrom === undefined) {
      partition =
        node.group?.children.find(names) ??
        this.draft.nodes.find((n) => n.group === null && names(n)) ??
        null;
      if (partition === null) return;
    } else {
      partition = this.neighbour(node, config.partitionFrom);
      if (partition === null || !names(partition)) {
        this.fault(node, ['config', 'partitionFrom'], 'findings.amountOfUnknown', {
          field: nameOf(node.element),
          other: config.partitionFrom,
        });
        return;
      }
    }
    node.partition = partition;
    this.addInput(node, partition);
    partition.valueReaders = withReader(partition.valueReaders, node, partition.group !== null);
    partition.stateReaders = withReader(partition.stateReaders, node, partition.group !== null);
  }

  private linkChoices(node: Node, by: string, setting: 'chosenIn' | 'notChosenIn'): void {
    const within = ['config', setting];
    const field = nameOf(node.element);
    const source = this.draft.byId.get(by) ?? this.draft.byMeaning.get(by);
    if (source === undefined) {
      this.fault(node, within, 'findings.choicesUnknown', { field, other: by });
      return;
    }
    const offers = ({ rule }: Node) => rule.offers === 'partitions' && !rule.amount;
    if (!offers(node) || !offers(source) || source === node) {
      this.fault(node, within, 'findings.choicesUnfit', { field, other: nameOf(source.element) });
      return;
    }
    const choices = this.localRead({ element: by }, source, node, 'state', within);
    if (choices?.from !== 'step') return;
    const { title } = (source.group ?? source).element;
    node.limitedBy = { choices, isAmong: setting === 'chosenIn', title };
  }

  private linkGivenRows(node: Node): void {
    const { config } = node.element;
    const within = ['config', 'rowsFrom'];
    const group = nameOf(node.element);
    const isOfPartitions = followsPartitions(node.element);
    if (isOfPartitions && partitionChild(node.element) === undefined)
      this.fault(node, within, 'findings.rowsNoPartition', { group });
    if (!isOfPartitions && this.draft.step.type !== 'payment')
      this.fault(node, within, 'findings.rowsOfReviewers', { group });
    for (const child of node.children) child.fact = factOf(node.element, child.element);
    // Without a reviewer there is nobody to pay; without a partition there is nothing to decide.
    if ((config.required === true && isOfPartitions) || config.min !== undefined || config.max !== undefined)
      this.fault(node, within, 'findings.rowsCounted', { group });
    const file = node.children.find(({ kind }) => kind === 'files');
    if (file !== undefined)
      this.fault(file, ['type'], 'findings.rowsUpload', { field: nameOf(file.element), group });
  }

  private linkFact(node: Node): void {
    const { element, fact, rule } = node;
    const { fromRow } = element.config;
    if (fact === null || (rule.kind !== 'text' && !(rule.kind === 'number' && fromRow === 'reviews')))
      this.fault(node, ['config', 'fromRow'], 'findings.rowFactUnfit', { field: nameOf(element) });
  }

  private linkUnique(node: Node, unique: string): void {
    const child = node.children.find(({ element }) => element.id === unique || element.config.id === unique);
    if (child === undefined) {
      const values = { group: nameOf(node.element), other: unique };
      this.fault(node, ['config', 'unique'], 'findings.uniqueUnknown', values);
      return;
    }
    child.unique = true;
    child.stateReaders = withReader(child.stateReaders, child, false);
  }

  /** An element of this step that has exactly one value as seen from the node: in the same row, or outside groups. */
  private neighbour(node: Node, id: string): Node | null {
    const found = this.draft.byId.get(id) ?? this.draft.byMeaning.get(id);
    return found !== undefined && (found.group === null || found.group === node.group) ? found : null;
  }

  private rule(rule: Rule, node: Node, use: Use): Test[][] {
    return rule.map((row) => row.map((validation) => this.test(validation, node, use)));
  }

  private test(validation: Validation, node: Node, use: Use): Test {
    const { type, values, refs } = validation;
    const [least, most] = operandCounts[type];
    if (values.length < least || values.length > most)
      this.fault(node, inEffects, 'findings.conditionValues', { n: values.length });
    if (refs.length === 0 && type !== 'unconditional') this.fault(node, inEffects, 'findings.conditionEmpty');
    const reads = this.references(refs, node, use);
    if (values.every(isText)) {
      return { type, reads, fixed: values.map((value) => [normaliseText(value)]), operands: noOperands };
    }
    const operands: (string | Source)[] = [];
    for (const value of values) {
      const read = isText(value) ? normaliseText(value) : this.reference(value, node, use);
      if (read !== null) operands.push(read);
    }
    return { type, reads, fixed: null, operands };
  }

  private references(refs: readonly Ref[], node: Node, use: Use): readonly Source[] {
    const found = refs.map((ref) => this.reference(ref, node, use));
    // A list of exactly as many, unless something is wrong.
    return found.every(isFound) ? found : found.filter(isFound);
  }

  private reference(ref: Ref, node: Node, use: Use, within: Address = inEffects): Source | null {
    if (!('element' in ref)) return { from: 'context', ref, kind: 'call' in ref ? 'text' : 'date' };
    const local = this.draft.byId.get(ref.element) ?? this.draft.byMeaning.get(ref.element);
    if (local !== undefined) return this.localRead(ref, local, node, use, within);
    for (const draft of this.earlier) {
      const found = draft.byId.get(ref.element) ?? draft.byMeaning.get(ref.element);
      if (found !== undefined) return this.crossRead(ref, found, draft, node, within);
    }
    const isOf = ({ byId, byMeaning }: Draft) => byId.has(ref.element) || byMeaning.has(ref.element);
    const later = this.others.find(isOf);
    if (later === undefined) this.fault(node, within, 'findings.fieldUnknown', { other: ref.element });
    else {
      const other = later.byId.get(ref.element) ?? later.byMeaning.get(ref.element);
      this.fault(node, within, 'findings.fieldLater', {
        other: other === undefined ? ref.element : nameOf(other.element),
        step: nameOf(later.step),
      });
    }
    return null;
  }

  private localRead(
    ref: Extract<Ref, { element: string }>,
    target: Node,
    node: Node,
    use: Use,
    within: Address,
  ): Source | null {
    const read = ref.read ?? 'value';
    let source = target;
    const ofPartition = read === 'kind' || read === 'unit';
    if (ofPartition && target.isAmount) {
      // The amount is linked after its readers may be: what it is an amount of is looked up again.
      if (target.partition === null) this.linkPartition(target);
      source = target.partition ?? target;
    }
    if (!this.canRead(source, read, node, within)) return null;
    if (source.group === null) {
      this.addUse(source, node, false, use);
      return this.readOf(source, 'one', null, read);
    }
    const isInside = source.group === node.group;
    const rows = ref.rows ?? (isInside ? 'same' : 'any');
    if (rows === 'same') {
      if (!isInside) {
        const values = { other: nameOf(source.element), group: nameOf(source.group.element) };
        this.fault(node, within, 'findings.rowUnknown', values);
        return null;
      }
      this.addUse(source, node, true, use);
      return this.readOf(source, rows, null, read);
    }
    this.addUse(source, node, false, use);
    if (rows === 'any') return this.readOf(source, rows, null, read);
    const partition = this.partitionOfRow(source.group, node, within);
    if (partition === null) return null;
    this.addUse(partition, node, false, use);
    return this.readOf(source, 'matching', partition, read);
  }

  /** Who reads the same of an element shares one read. */
  private readOf(node: Node, rows: LocalRead['rows'], partition: Node | null, read: Read): LocalRead {
    const known = this.localReads[node.index];
    if (known !== undefined && known.rows === rows && known.partition === partition && known.read === read) {
      return known;
    }
    const kind = subjectKind(node, read);
    const made: LocalRead = {
      from: 'step',
      node,
      rows,
      partition,
      read,
      kind,
      isEmpty: emptinessOf(node, kind),
    };
    this.localReads[node.index] = made;
    return made;
  }

  private crossRead(
    ref: Extract<Ref, { element: string }>,
    target: Node,
    draft: Draft,
    node: Node,
    within: Address,
  ): Source | null {
    const read = ref.read ?? 'value';
    const ofPartition = read === 'kind' || read === 'unit';
    const source = ofPartition && target.isAmount ? (target.partition ?? target) : target;
    if (!this.canRead(source, read, node, within)) return null;
    this.draft.crossTargets.add(target);
    if (ref.rows === 'same') {
      const values = { other: nameOf(source.element), step: nameOf(draft.step) };
      this.fault(node, within, 'findings.rowOfOtherStep', values);
      return null;
    }
    let matching: Node | null = null;
    if (ref.rows === 'matching_partition' && source.group !== null) {
      matching = this.partitionOfRow(source.group, node, within);
      if (matching === null) return null;
    }
    const pick = ref.from ?? 'lead';
    let known = this.crossReads.get(source);
    if (known === undefined) {
      known = [];
      this.crossReads.set(source, known);
    }
    for (const other of known) {
      if (other.pick === pick && other.matching === matching && other.read === read) return other;
    }
    const kind = subjectKind(source, read);
    const made: CrossRead = {
      from: 'other-step',
      index: this.draft.crossReads.length,
      stepId: draft.step.id,
      node: source,
      pick,
      matching,
      read,
      kind,
      isEmpty: emptinessOf(source, kind),
    };
    known.push(made);
    this.draft.crossReads.push(made);
    return made;
  }

  private canRead(source: Node, read: Read, node: Node, within: Address): boolean {
    const fits =
      source.kind !== 'none' && ((read !== 'kind' && read !== 'unit') || source.rule.offers === 'partitions');
    const text = source.kind === 'none' ? 'findings.fieldWithoutAnswer' : 'findings.partitionNone';
    if (!fits) this.fault(node, within, text, { other: nameOf(source.element) });
    return fits;
  }

  private partitionOfRow(group: Node, node: Node, within: Address): Node | null {
    const partition = group.children.find(
      ({ rule }) => rule.offers === 'partitions' && rule.kind === 'choice',
    );
    if (partition !== undefined) return partition;
    this.fault(node, within, 'findings.rowsWithoutPartition', { group: nameOf(group.element) });
    return null;
  }

  private addUse(source: Node, node: Node, sameRow: boolean, use: Use): void {
    if (use === 'value') {
      this.addInput(node, source);
      source.valueReaders = withReader(source.valueReaders, node, sameRow);
    } else source.stateReaders = withReader(source.stateReaders, node, sameRow);
  }

  private addInput(node: Node, input: Node): void {
    const known = this.inputs[node.index];
    if (known === undefined) this.inputs[node.index] = [input];
    else known.push(input);
  }

  /** Inputs first. A node that is met again while its own inputs are being visited closes a circle: a fault. */
  private inOrder(): readonly Node[] {
    const order: Node[] = [];
    const { nodes } = this.draft;
    const state: ('new' | 'open' | 'done')[] = new Array(nodes.length).fill('new');
    const path: Node[] = [];
    const next: number[] = [];
    for (const start of nodes) {
      if (state[start.index] !== 'new') continue;
      if (this.inputs[start.index] === undefined) {
        state[start.index] = 'done';
        start.rank = order.length;
        order.push(start);
        continue;
      }
      path.push(start);
      next.push(0);
      state[start.index] = 'open';
      while (path.length > 0) {
        const node = path.at(-1);
        const at = next.pop();
        if (node === undefined || at === undefined) break;
        const input = this.inputs[node.index]?.[at];
        if (input === undefined) {
          path.pop();
          state[node.index] = 'done';
          node.rank = order.length;
          order.push(node);
          continue;
        }
        next.push(at + 1);
        const known = state[input.index];
        if (known === 'open') this.circle(path.slice(path.indexOf(input)));
        else if (known === 'new') {
          path.push(input);
          next.push(0);
          state[input.index] = 'open';
        }
      }
    }
    return order;
  }

  private circle(nodes: readonly Node[]): void {
    // What depends on itself has no value that could be computed.
    for (const node of nodes) {
      node.visible = null;
      node.computed = null;
    }
    this.faults.push(
      faultAt(
        nodes.map((node) => this.addressOf(node)),
        'findings.fieldCircle',
        { n: nodes.length, fields: nodes.map(({ element }) => nameOf(element)) },
      ),
    );
  }
}

/** Most elements have no readers and share one empty list. */
function withReader(readers: Reader[], node: Node, sameRow: boolean): Reader[] {
  const last = readers.at(-1);
  if (last !== undefined && last.node === node && last.sameRow === sameRow) return readers;
  const reader = { node, sameRow };
  if (readers === nobody) return [reader];
  readers.push(reader);
  return readers;
}

function isText(value: string | Ref): value is string {
  return typeof value === 'string';
}

function isFound(source: Source | null): source is Source {
  return source !== null;
}

function isNever(): boolean {
  return false;
}

/** When what was read counts as empty: a count never does, an element as its type says. */
function emptinessOf(node: Node, kind: SubjectKind): ElementRule['isEmpty'] {
  if (kind === 'count') return isNever;
  return kind === node.kind && kind !== 'rows' ? node.isEmpty : isNone;
}

function subjectKind(node: Node, read: Read): SubjectKind {
  return read === 'value' ? node.kind : read === 'count' ? 'count' : 'text';
}
