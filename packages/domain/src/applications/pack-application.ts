import type { Application, ApplicationPart, Assignment, DataItem, OpenedApplication } from './application.ts';

type Content = Pick<Assignment, 'data' | 'groups'>;
type Packed = Pick<OpenedApplication['assignments'][number], 'answers' | 'rows'>;

/** A list of so many characters has an address of its own, by which other calls share it; shorter ones go together. */
const ownAddressFrom = 1_000;

/** The same step is the same part, whoever opens it: whoever makes something of parts makes it once. */
const stepParts = new WeakMap<object, ApplicationPart>();
const listParts = new WeakMap<Application['options'], ApplicationPart[]>();

function partOfStep(step: unknown): ApplicationPart {
  if (typeof step !== 'object' || step === null) return { steps: [step] };
  const known = stepParts.get(step);
  if (known !== undefined) return known;
  const part = { steps: [step] };
  stepParts.set(step, part);
  return part;
}

function partsOfLists(options: Application['options']): ApplicationPart[] {
  const known = listParts.get(options);
  if (known !== undefined) return known;
  const together: Application['options'] = {};
  const parts: ApplicationPart[] = [];
  for (const [tag, list] of Object.entries(options)) {
    if (JSON.stringify(list).length < ownAddressFrom) together[tag] = list;
    else parts.push({ options: { [tag]: list } });
  }
  if (Object.keys(together).length > 0) parts.push({ options: together });
  listParts.set(options, parts);
  return parts;
}

/** Adds to a list of a record, which it makes when it is the first. */
function add<T>(to: Record<string, T[]>, key: string, value: T): void {
  const list = to[key];
  if (list === undefined) to[key] = [value];
  else list.push(value);
}

function packContent({ data, groups }: Content): Packed {
  const answers: Packed['answers'] = {};
  const rows: Packed['rows'] = {};
  for (const { flowElementId, ...row } of groups) add(rows, flowElementId, row);
  const places = new Map(
    Object.values(rows)
      .flat()
      .map(({ id }, place) => [id, place]),
  );
  for (const { flowElementId, dataGroupId, input, revision } of data) {
    const { values } = input;
    if (dataGroupId === null) add(answers, flowElementId, [revision, values]);
    else add(answers, flowElementId, [revision, values, places.get(dataGroupId) ?? dataGroupId]);
  }
  return { answers, rows };
}

function unpackContent({ answers, rows }: Packed): Content {
  const groups = Object.entries(rows).flatMap(([flowElementId, list]) =>
    list.map((row): Content['groups'][number] => ({ ...row, flowElementId })),
  );
  const data = Object.entries(answers).flatMap(([flowElementId, list]) =>
    list.map(([revision, values, row]): DataItem => {
      const dataGroupId = typeof row === 'number' ? groups[row]?.id : row;
      return { flowElementId, dataGroupId: dataGroupId ?? null, input: { values }, revision };
    }),
  );
  return { data, groups };
}

/**
 * An application as its own data, and the parts of it that are the same for many: each step as this reader may see it, the
 * lists to choose from, and what is said of the call. Nothing is left out: `unpackApplication` gives the whole again,
 * answers and rows of one element together.
 */
export function packApplication({ steps, options, call, partitions, assignments, ...own }: Application): {
  own: Omit<OpenedApplication, 'parts'>;
  parts: ApplicationPart[];
} {
  return {
    own: {
      ...own,
      assignments: assignments.map(({ data, groups, submitted, ...assignment }) => ({
        ...assignment,
        ...packContent({ data, groups }),
        submitted: submitted && packContent(submitted),
      })),
    },
    parts: [{ call, partitions }, ...steps.map(partOfStep), ...partsOfLists(options)],
  };
}

/** The whole again, of an application as it was sent and its parts in their order. Throws where what is said of the call is missing. */
export function unpackApplication(
  { parts: _addresses, assignments, ...own }: OpenedApplication,
  parts: readonly ApplicationPart[],
): Application {
  const call = parts.find((part) => part.call !== undefined)?.call;
  if (call === undefined) throw new Error('what is said of the call is missing');
  const options: Application['options'] = {};
  for (const part of parts) Object.assign(options, part.options);
  return {
    ...own,
    call,
    partitions: parts.flatMap(({ partitions = [] }) => partitions),
    steps: parts.flatMap(({ steps = [] }) => steps),
    options,
    assignments: assignments.map(({ answers, rows, submitted, ...assignment }) => ({
      ...assignment,
      ...unpackContent({ answers, rows }),
      submitted: submitted && unpackContent(submitted),
    })),
  };
}
