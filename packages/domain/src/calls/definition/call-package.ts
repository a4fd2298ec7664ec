import type { Automation, Element, Flow } from '../../forms/types.ts';
import type { CallDefinition } from './call-definition.ts';

/** Format of the packages that this version writes. It reads no other. */
export const packageFormat = 1;

export const packageLimits = {
  /** Of the uploaded file. */
  mb: 20,
  /** Of all files together, unpacked. */
  unpackedMb: 60,
  files: 100,
  /** Of the definition. */
  callMb: 8,
};

/** What `call.json` of a package has. Names that count in one installation come with words for people. */
export interface CallPackage {
  format: number;
  /** Name of the organisation that it comes from. */
  organisation: string;
  call: CallDefinition;
  partitions: { id: string; name: string }[];
  lists: { tag: string; title: string }[];
}

/** Returns a definition without what counts in its installation alone: ids of cut-offs and the version of the flow. */
export const portableCall = (call: CallDefinition): CallDefinition => ({
  ...call,
  published: true,
  cutoffs: call.cutoffs.map((cutoff, nth) => ({ ...cutoff, id: String(nth + 1) })),
  flow: { ...(call.flow as object), version: 0 },
});

/** The partitions and lists that a definition names. It names no panel and no person. */
export function outsideNames(call: CallDefinition): { partitions: string[]; lists: string[] } {
  const partitions = new Set(call.cutoffs.flatMap(({ amounts }) => amounts.map(({ id }) => id)));
  const lists = new Set<string>();
  mapFlow(call.flow as Flow, {
    partition: (id) => {
      partitions.add(id);
      return id;
    },
    list: (tag) => {
      lists.add(tag);
      return tag;
    },
  });
  return { partitions: [...partitions], lists: [...lists] };
}

/** Names of ours by outside names; null leaves one out. A name that is not given stays. */
export interface PackageMapping {
  partitions: Readonly<Record<string, string | null>>;
  lists: Readonly<Record<string, string | null>>;
}

const mapped = (names: Readonly<Record<string, string | null>>, name: string): string | null =>
  Object.hasOwn(names, name) ? (names[name] ?? null) : name;

/** Replaces outside names by ours. Amounts of a partition that is left out go; a field without its list stays. */
export function mapOutsideNames(call: CallDefinition, { partitions, lists }: PackageMapping): CallDefinition {
  return {
    ...call,
    cutoffs: call.cutoffs.map((cutoff) => ({
      ...cutoff,
      amounts: cutoff.amounts.flatMap((amounts) => {
        const id = mapped(partitions, amounts.id);
        return id === null ? [] : [{ ...amounts, id }];
      }),
    })),
    flow: mapFlow(call.flow as Flow, {
      partition: (id) => mapped(partitions, id),
      list: (tag) => mapped(lists, tag),
    }),
  };
}

interface Names {
  partition: (id: string) => string | null;
  list: (tag: string) => string | null;
}

function mapFlow(flow: Flow, names: Names): Flow {
  return {
    ...flow,
    steps: flow.steps.map((step) => ({
      ...step,
      forms: step.forms.map((form) => ({
        ...form,
        elements: form.elements.map((element) => mapElement(element, names)),
      })),
    })),
    ...(flow.automations && {
      automations: flow.automations.map((automation) => mapAutomation(automation, names)),
    }),
  };
}

function mapElement({ optionsGroup, children, ...element }: Element, names: Names): Element {
  const list = optionsGroup === undefined ? null : names.list(optionsGroup);
  return {
    ...element,
    ...(list !== null && { optionsGroup: list }),
    ...(children && { children: children.map((child) => mapElement(child, names)) }),
  };
}

function mapAutomation(automation: Automation, names: Names): Automation {
  const { on } = automation;
  if (!('event' in on) || on.partition === undefined) return automation;
  const { partition, ...trigger } = on;
  const id = names.partition(partition);
  // Without its partition it would start for every one of them: the name that is unknown is a finding.
  return { ...automation, on: { ...trigger, partition: id ?? partition } };
}
