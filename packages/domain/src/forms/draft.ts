import type { Kind } from './elements/rule.ts';
import { elementRules } from './elements/rules.ts';
import type { CrossRead, FormPlan, Node, Reader } from './plan.ts';
import { EDITABLE, REQUIRED, VISIBLE } from './submission-state.ts';
import type { Element, ElementConfig, Fault, Form, Step } from './types.ts';

/** Everything that is known of a step while it is compiled. */
export interface Draft {
  step: Step;
  forms: FormPlan[];
  nodes: Node[];
  byId: Map<string, Node>;
  byMeaning: Map<string, Node>;
  groups: Node[];
  crossReads: CrossRead[];
  crossTargets: Set<Node>;
  topNodes: Node[];
}

export const nobody: Reader[] = [];

const noChildren: Node[] = [];

function atRest({ hidden, required, readOnly }: ElementConfig, kind: Kind): number {
  const visible = hidden === true ? 0 : VISIBLE;
  if (kind === 'none') return visible;
  return visible | (required === true ? REQUIRED : 0) | (readOnly === true ? 0 : EDITABLE);
}

function stepThatHas(elementId: string, steps: readonly Draft[]): Draft | undefined {
  for (const draft of steps) if (draft.byId.has(elementId)) return draft;
  return undefined;
}

/** The address of an element in its flow. */
export function addressOf(
  step: Step,
  form: Form | undefined,
  element: Element,
  group: Element | null,
): string[] {
  const home = ['steps', step.id, 'forms', form?.id ?? '', 'elements'];
  return group === null ? [...home, element.id] : [...home, group.id, 'children', element.id];
}

export function placeOf(step: Step, form: Form | undefined, element: Element): string {
  return `step ${step.id} › form ${form?.id ?? ''} › element ${element.id}`;
}

/** Reads the elements of a step into nodes; faults of ids and of nesting. */
export function draftStep(step: Step, before: readonly Draft[], faults: Fault[]): Draft {
  const draft: Draft = {
    step,
    forms: [],
    nodes: [],
    byId: new Map(),
    byMeaning: new Map(),
    groups: [],
    crossReads: [],
    crossTargets: new Set(),
    topNodes: [],
  };
  const addNode = (element: Element, form: Form, formIndex: number, group: Node | null): Node => {
    const { config } = element;
    const rule = elementRules[element.type];
    const isGroup = rule.kind === 'rows';
    const node: Node = {
      kind: rule.kind,
      group,
      offset: group === null ? draft.topNodes.length : group.children.length,
      groupIndex: isGroup ? draft.groups.length : group === null ? -1 : group.groupIndex,
      visible: null,
      atRest: atRest(config, rule.kind),
      isPlain: false,
      initial: config.default ?? rule.initial,
      preset: null,
      computed: null,
      isAmount: rule.amount,
      fact: null,
      required: null,
      editable: null,
      isEmpty: rule.isEmpty,
      valid: null,
      isCheckedFirst: rule.checkedFirst,
      parent: null,
      limitedBy: null,
      check: rule.check,
      element,
      unique: false,
      partition: null,
      children: isGroup ? [] : noChildren,
      valueReaders: nobody,
      stateReaders: nobody,
      rank: 0,
      index: draft.nodes.length,
      formIndex,
      rule,
    };
    const other = draft.byId.has(element.id) ? draft : stepThatHas(element.id, before);
    if (other !== undefined) {
      faults.push({
        code: 'duplicate_id',
        path: placeOf(step, form, element),
        places: [addressOf(step, form, element, group?.element ?? null)],
        sentence: `The element id '${element.id}' is used twice${other === draft ? '' : `, also in step ${other.step.id}`}.`,
      });
    }
    draft.byId.set(element.id, node);
    const meaning = config.id;
    if (meaning !== undefined) {
      if (draft.byMeaning.has(meaning)) {
        faults.push({
          code: 'duplicate_id',
          path: placeOf(step, form, element),
          places: [addressOf(step, form, element, group?.element ?? null)],
          sentence: `Two elements of step ${step.id} mean '${meaning}'.`,
        });
      } else draft.byMeaning.set(meaning, node);
    }
    draft.nodes.push(node);
    if (group === null) draft.topNodes.push(node);
    else group.children.push(node);
    if (isGroup) draft.groups.push(node);
    return node;
  };
  const forms = [...step.forms].sort((a, b) => a.order - b.order);
  const formIds = new Set<string>();
  for (const [formIndex, form] of forms.entries()) {
    if (formIds.has(form.id)) {
      faults.push({
        code: 'duplicate_id',
        path: `step ${step.id} › form ${form.id}`,
        sentence: `The form id '${form.id}' is used twice.`,
      });
    }
    formIds.add(form.id);
    const from = draft.nodes.length;
    for (const element of form.elements) {
      const node = addNode(element, form, formIndex, null);
      if (element.children === undefined) continue;
      if (node.kind !== 'rows') {
        faults.push({
          code: 'malformed',
          path: placeOf(step, form, element),
          sentence: `Only a group can have children; '${element.id}' is of type ${element.type}.`,
        });
        continue;
      }
      for (const child of element.children) {
        if (elementRules[child.type].kind === 'rows' || child.children !== undefined) {
          faults.push({
            code: 'nested_group',
            path: placeOf(step, form, child),
            places: [addressOf(step, form, child, element)],
            sentence: `Groups do not nest: '${child.id}' stands inside the group '${element.id}'.`,
          });
        } else addNode(child, form, formIndex, node);
      }
    }
    draft.forms.push({ form, index: formIndex, nodes: draft.nodes.slice(from) });
  }
  return draft;
}
