import type { Kind } from './elements/rule.ts';
import { elementRules } from './elements/rules.ts';
import { type Fault, faultAt, nameOf } from './fault.ts';
import type { CrossRead, FormPlan, Node, Reader } from './plan.ts';
import { EDITABLE, REQUIRED, VISIBLE } from './submission-state.ts';
import type { Element, ElementConfig, Form, Step } from './types.ts';

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
    const at = () => [addressOf(step, form, element, group?.element ?? null)];
    if (draft.byId.has(element.id) || before.some(({ byId }) => byId.has(element.id)))
      faults.push(faultAt(at(), 'findings.fieldTwice', { id: element.id }));
    draft.byId.set(element.id, node);
    const meaning = config.id;
    if (meaning !== undefined) {
      if (draft.byMeaning.has(meaning))
        faults.push(faultAt(at(), 'findings.meaningTwice', { meaning, step: nameOf(step) }));
      else draft.byMeaning.set(meaning, node);
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
    if (formIds.has(form.id))
      faults.push(
        faultAt([['steps', step.id, 'forms', form.id]], 'findings.formTwice', {
          id: form.id,
          step: nameOf(step),
        }),
      );
    formIds.add(form.id);
    const from = draft.nodes.length;
    for (const element of form.elements) {
      const node = addNode(element, form, formIndex, null);
      if (element.children === undefined) continue;
      if (node.kind !== 'rows') {
        faults.push(
          faultAt([addressOf(step, form, element, null)], 'findings.childrenOutsideGroup', {
            field: nameOf(element),
          }),
        );
        continue;
      }
      for (const child of element.children) {
        if (elementRules[child.type].kind === 'rows' || child.children !== undefined) {
          faults.push(
            faultAt([addressOf(step, form, child, element)], 'findings.groupInGroup', {
              field: nameOf(child),
              group: nameOf(element),
            }),
          );
        } else addNode(child, form, formIndex, node);
      }
    }
    draft.forms.push({ form, index: formIndex, nodes: draft.nodes.slice(from) });
  }
  return draft;
}
