import type { SubjectKind } from './conditions.ts';
import { isPlainDate } from './dates.ts';
import { compareDecimals, isDecimal } from './decimals.ts';
import { type Draft, nobody, placeOf } from './draft.ts';
import type { CrossRead, Node, Reader, Source, Test, Tests } from './plan.ts';
import { foldText } from './text.ts';
import type { Effect, Fault, Limit, Read, Ref, Rule, Validation, ValidationType } from './types.ts';

const noOperands: readonly (string | Source)[] = [];

type Use = 'value' | 'state';

/** Where in an element a fault is: the number of the effect, or the name of a setting. */
type Within = number | string;

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

  constructor(draft: Draft, earlier: readonly Draft[], others: readonly Draft[], faults: Fault[]) {
    this.draft = draft;
    this.earlier = earlier;
    this.others = others;
    this.faults = faults;
    this.inputs = new Array(draft.nodes.length).fill(undefined);
  }

  link(): readonly Node[] {
    for (const node of this.draft.nodes) this.linkNode(node);
    for (const node of this.draft.nodes) {
      node.isSettledAtOnce =
        node.required === null &&
        node.editable === null &&
        node.valid === null &&
        node.parent === null &&
        !node.unique &&
        (node.group === null || node.group.isSettledAtOnce);
    }
    return this.inOrder();
  }

  private fault(node: Node, code: Fault['code'], sentence: string, within?: Within): void {
    const place = placeOf(this.draft.step, node.form, node.element);
    this.faults.push({
      code,
      path:
        within === undefined
          ? place
          : `${place} › ${typeof within === 'number' ? `effect ${within}` : within}`,
      sentence,
    });
  }

  private linkNode(node: Node): void {
    const { config, effects } = node.element;
    if (node.group !== null) this.addInput(node, node.group);
    if (effects.length > 0) this.linkEffects(node, effects);
    this.linkLimits(node);
    if (node.rule.offers === 'options') this.linkOptions(node);
    if (node.isAmount) this.linkPartition(node);
    if (config.unique !== undefined) this.linkUnique(node, config.unique);
    if (config.default !== undefined) {
      const kept = node.rule.normalise(config.default, node.element);
      if (!kept.ok)
        this.fault(node, 'malformed', `The default of '${node.element.id}' does not fit its type.`);
    }
  }

  private linkEffects(node: Node, effects: readonly Effect[]): void {
    const valid: Tests[] = [];
    for (let index = 0; index < effects.length; index++) {
      const effect = effects[index];
      if (effect === undefined) continue;
      const within = index + 1;
      switch (effect.effect) {
        case 'visible':
          node.visible = this.anyOf(node.visible, this.rule(effect.validations, node, 'value', within));
          break;
        case 'required':
          node.required = this.anyOf(node.required, this.rule(effect.validations, node, 'state', within));
          break;
        case 'editable':
          node.editable = this.anyOf(node.editable, this.rule(effect.validations, node, 'state', within));
          break;
        case 'valid':
          valid.push(this.rule(effect.validations, node, 'state', within));
          break;
        case 'sum':
          this.linkSum(node, effect.of, within);
          break;
      }
    }
    if (valid.length > 0) node.valid = valid;
  }

  /** Two effects of one name are one: either will do. */
  private anyOf(before: Tests | null, more: Tests): Tests {
    return before === null ? more : [...before, ...more];
  }

  private linkSum(node: Node, of: readonly Ref[], within: Within): void {
    const { id, type } = node.element;
    const { kind } = node.rule;
    if ((kind !== 'number' && kind !== 'text') || node.isAmount) {
      this.fault(node, 'bad_sum', `'${id}' is of type ${type}, which cannot show a sum.`, within);
      return;
    }
    if (node.sum !== null) {
      this.fault(node, 'bad_sum', `'${id}' has two sums.`, within);
      return;
    }
    if (of.length === 0) this.fault(node, 'bad_sum', `The sum of '${id}' adds nothing.`, within);
    const parts: Source[] = [];
    for (const ref of of) {
      const part = this.reference(ref, node, 'value', within);
      if (part === null) continue;
      if (part.kind === 'number' || part.kind === 'text' || part.kind === 'choice' || part.kind === 'count') {
        parts.push(part);
      } else this.fault(node, 'bad_sum', `The sum of '${id}' reads something that is no number.`, within);
    }
    node.sum = parts;
  }

  private linkLimits(node: Node): void {
    const { config, id } = node.element;
    const { min, max, length } = config;
    if (length !== undefined) {
      if (node.rule.limits !== 'characters') {
        this.fault(node, 'bad_limit', `'${id}' has a length, but is no text.`, 'config.length');
      } else if (length.min !== undefined && length.max !== undefined && length.min > length.max) {
        this.fault(node, 'bad_limit', `The least length of '${id}' is above its greatest.`, 'config.length');
      }
    }
    if (min === undefined && max === undefined) return;
    const minOk = this.isLimit(node, min, 'config.min');
    const maxOk = this.isLimit(node, max, 'config.max');
    if (!minOk || !maxOk || typeof min !== 'string' || typeof max !== 'string') return;
    const above = node.rule.limits === 'date' ? min > max : (compareDecimals(min, max) ?? 0) > 0;
    if (above)
      this.fault(node, 'bad_limit', `The least value of '${id}' is above its greatest.`, 'config.min');
  }

  private isLimit(node: Node, limit: Limit | undefined, within: Within): boolean {
    if (limit === undefined) return true;
    const { limits } = node.rule;
    const fits =
      limits === 'date'
        ? typeof limit !== 'string' || isPlainDate(limit)
        : limits === 'number'
          ? typeof limit === 'string' && isDecimal(limit)
          : limits === 'items' && typeof limit === 'string' && /^\d{1,9}$/.test(limit);
    if (!fits) {
      this.fault(
        node,
        'bad_limit',
        `This limit does not fit '${node.element.id}' (${node.element.type}).`,
        within,
      );
    }
    return fits;
  }

  private linkOptions(node: Node): void {
    const { config, id, items, optionsGroup } = node.element;
    if (items === undefined && optionsGroup === undefined) {
      this.fault(node, 'bad_options', `'${id}' offers no options.`);
    }
    if (items !== undefined && config.optionsBy === undefined) {
      const values = new Set(items.map(({ value }) => value));
      if (values.size < items.length) this.fault(node, 'bad_options', `'${id}' offers an option twice.`);
      const strange = (config.default ?? []).find((value) => !values.has(value));
      if (strange !== undefined) {
        this.fault(node, 'bad_options', `The default '${strange}' of '${id}' is not among its options.`);
      }
    }
    if (config.optionsBy === undefined) return;
    const parent = this.neighbour(node, config.optionsBy);
    if (parent === null) {
      this.fault(
        node,
        'unknown_reference',
        `'${id}' takes its options by '${config.optionsBy}', which is not beside it.`,
      );
    } else if (parent === node || (parent.kind !== 'choice' && parent.kind !== 'list')) {
      this.fault(node, 'bad_options', `'${id}' cannot take its options by '${config.optionsBy}'.`);
    } else {
      node.parent = parent;
      parent.stateReaders = withReader(parent.stateReaders, node, parent.group !== null);
    }
  }

  /** Amounts without `partitionFrom` belong to the partition chosen beside them, else to the assignment's own. */
  private linkPartition(node: Node): void {
    const { config, id } = node.element;
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
        this.fault(
          node,
          'unknown_reference',
          `'${id}' is an amount of '${config.partitionFrom}', which is no choice of a partition beside it.`,
        );
        return;
      }
    }
    node.partition = partition;
    this.addInput(node, partition);
    partition.valueReaders = withReader(partition.valueReaders, node, partition.group !== null);
    partition.stateReaders = withReader(partition.stateReaders, node, partition.group !== null);
  }

  private linkUnique(node: Node, unique: string): void {
    const child = node.children.find(({ element }) => element.id === unique || element.config.id === unique);
    if (child === undefined) {
      this.fault(
        node,
        'unknown_reference',
        `'${node.element.id}' has no child '${unique}'.`,
        'config.unique',
      );
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

  private rule(rule: Rule, node: Node, use: Use, within: Within): Test[][] {
    return rule.map((row) => row.map((validation) => this.test(validation, node, use, within)));
  }

  private test(validation: Validation, node: Node, use: Use, within: Within): Test {
    const { type, values, refs } = validation;
    const [least, most] = operandCounts[type];
    if (values.length < least || values.length > most) {
      this.fault(node, 'malformed', `A condition '${type}' has ${values.length} values.`, within);
    }
    if (refs.length === 0 && type !== 'unconditional') {
      this.fault(node, 'malformed', `A condition '${type}' names no element.`, within);
    }
    const reads: Source[] = [];
    for (const ref of refs) {
      const read = this.reference(ref, node, use, within);
      if (read !== null) reads.push(read);
    }
    const texts: string[][] = [];
    for (const value of values) if (typeof value === 'string') texts.push([foldText(value)]);
    if (texts.length === values.length) return { type, reads, fixed: texts, operands: noOperands };
    const operands: (string | Source)[] = [];
    for (const value of values) {
      const read = typeof value === 'string' ? foldText(value) : this.reference(value, node, use, within);
      if (read !== null) operands.push(read);
    }
    return { type, reads, fixed: null, operands };
  }

  private reference(ref: Ref, node: Node, use: Use, within: Within): Source | null {
    if (!('element' in ref)) return { from: 'context', ref, kind: 'call' in ref ? 'text' : 'date' };
    const local = this.draft.byId.get(ref.element) ?? this.draft.byMeaning.get(ref.element);
    if (local !== undefined) return this.localRead(ref, local, node, use, within);
    for (const draft of this.earlier) {
      const found = draft.byId.get(ref.element) ?? draft.byMeaning.get(ref.element);
      if (found !== undefined) return this.crossRead(ref, found, draft, node, within);
    }
    const later = this.others.find(
      (draft) => draft.byId.has(ref.element) || draft.byMeaning.has(ref.element),
    );
    if (later === undefined) {
      this.fault(
        node,
        'unknown_reference',
        `'${node.element.id}' refers to '${ref.element}', which does not exist.`,
        within,
      );
    } else {
      this.fault(
        node,
        'bad_step_order',
        `'${node.element.id}' refers to '${ref.element}' of step ${later.step.id}, which does not come before step ${this.draft.step.id}.`,
        within,
      );
    }
    return null;
  }

  private localRead(
    ref: Extract<Ref, { element: string }>,
    target: Node,
    node: Node,
    use: Use,
    within: Within,
  ): Source | null {
    const read = ref.read ?? 'value';
    let source = target;
    const ofPartition = read === 'kind' || read === 'unit';
    if (ofPartition && target.isAmount) {
      // The amount is linked after its readers may be: what it is an amount of is looked up again.
      if (target.partition === null) this.linkPartition(target);
      source = target.partition ?? target;
    }
    if (!this.canRead(source, read, ref, node, within)) return null;
    const kind = subjectKind(source, read);
    if (source.group === null) {
      this.addUse(source, node, false, use);
      return { from: 'step', node: source, rows: 'one', partition: null, read, kind };
    }
    const isInside = source.group === node.group;
    const rows = ref.rows ?? (isInside ? 'same' : 'any');
    if (rows === 'same') {
      if (!isInside) {
        this.fault(
          node,
          'unknown_reference',
          `'${node.element.id}' reads '${ref.element}' in its own row, but stands in no row of '${source.group.element.id}'.`,
          within,
        );
        return null;
      }
      this.addUse(source, node, true, use);
      return { from: 'step', node: source, rows, partition: null, read, kind };
    }
    this.addUse(source, node, false, use);
    if (rows === 'any') return { from: 'step', node: source, rows, partition: null, read, kind };
    const partition = this.partitionOfRow(source.group, node, within);
    if (partition === null) return null;
    this.addUse(partition, node, false, use);
    return { from: 'step', node: source, rows: 'matching', partition, read, kind };
  }

  private crossRead(
    ref: Extract<Ref, { element: string }>,
    target: Node,
    draft: Draft,
    node: Node,
    within: Within,
  ): Source | null {
    const read = ref.read ?? 'value';
    const ofPartition = read === 'kind' || read === 'unit';
    const source = ofPartition && target.isAmount ? (target.partition ?? target) : target;
    if (!this.canRead(source, read, ref, node, within)) return null;
    if (ref.rows === 'same') {
      this.fault(
        node,
        'unknown_reference',
        `'${node.element.id}' cannot read '${ref.element}' of step ${draft.step.id} in its own row.`,
        within,
      );
      return null;
    }
    let matching: Node | null = null;
    if (ref.rows === 'matching_partition' && source.group !== null) {
      matching = this.partitionOfRow(source.group, node, within);
      if (matching === null) return null;
    }
    const cross: CrossRead = {
      from: 'other-step',
      index: this.draft.crossReads.length,
      stepId: draft.step.id,
      node: source,
      pick: ref.from ?? 'lead',
      matching,
      read,
      kind: subjectKind(source, read),
    };
    this.draft.crossReads.push(cross);
    return cross;
  }

  private canRead(source: Node, read: Read, ref: { element: string }, node: Node, within: Within): boolean {
    if (source.kind === 'none') {
      this.fault(
        node,
        'unknown_reference',
        `'${node.element.id}' refers to '${ref.element}', which only shows something and has no value.`,
        within,
      );
      return false;
    }
    if ((read === 'kind' || read === 'unit') && source.rule.offers !== 'partitions') {
      this.fault(
        node,
        'unknown_reference',
        `'${node.element.id}' reads the ${read} of '${ref.element}', which names no partition.`,
        within,
      );
      return false;
    }
    return true;
  }

  private partitionOfRow(group: Node, node: Node, within: Within): Node | null {
    const partition = group.children.find(
      ({ rule }) => rule.offers === 'partitions' && rule.kind === 'choice',
    );
    if (partition !== undefined) return partition;
    this.fault(
      node,
      'unknown_reference',
      `'${node.element.id}' reads rows by partition, but the rows of '${group.element.id}' name none.`,
      within,
    );
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
    const state: ('new' | 'open' | 'done')[] = this.draft.nodes.map(() => 'new');
    const path: Node[] = [];
    const next: number[] = [];
    for (const start of this.draft.nodes) {
      if (state[start.index] !== 'new') continue;
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
    const ids = nodes.map(({ element }) => element.id);
    const path = [...ids, ids[0] ?? ''].join(' → ');
    this.faults.push({
      code: 'circular',
      path,
      sentence: `'${ids[0] ?? ''}' depends on itself: ${path}.`,
    });
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

function subjectKind(node: Node, read: Read): SubjectKind {
  return read === 'value' ? node.kind : read === 'count' ? 'count' : 'text';
}
