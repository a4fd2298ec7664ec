import { randomUUID } from 'node:crypto';
import type { WorkflowRefusalCode } from '@clearcall/domain/workflow/commands.ts';
import { decide } from '@clearcall/domain/workflow/decide.ts';
import { noPerson } from '@clearcall/domain/workflow/known-person.ts';
import { applyTransition, combine, type Transition } from '@clearcall/domain/workflow/transition.ts';
import type { WorkflowCommand } from '@clearcall/domain/workflow/workflow-command.ts';
import type {
  WorkflowActor,
  WorkflowAssignment,
  WorkflowFacts,
  WorkflowPerson,
} from '@clearcall/domain/workflow/workflow-facts.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import type { Actor, Platform } from '../../../platform/http/bind.ts';
import { type CompiledFlow, loadFlow } from '../flow-facts.ts';
import type { ApplicationKey } from '../sql.ts';
import { actorOf, type LoadedFacts, lockFacts, withSteps } from './load-facts.ts';
import { type Follows, writeTransition } from './write-transition.ts';

/** What a command is made from, once it is known who is who. */
export interface Known {
  applicationId: number;
  facts: WorkflowFacts;
  flow: CompiledFlow;
  /** The account that was asked for, or `noPerson`: the table decides who learns that it does not exist. */
  person: (userId: number) => WorkflowPerson;
}

export type CarriedOut =
  | {
      ok: false;
      code: WorkflowRefusalCode | 'conflict_possible' | 'release_not_awaited';
      body?: Record<string, unknown>;
    }
  | {
      ok: true;
      /** The commands were given before and changed nothing. */
      repeated: boolean;
      applicationId: number;
      uid: string;
      /** As they are afterwards. */
      facts: WorkflowFacts;
      /** What it made or changed, one after the other. */
      assignments: WorkflowAssignment[];
    };

/** What else may stand in the way of a command that the machine would carry out. */
export interface Guard<Known> {
  /** What it has to know of an application `ap`. */
  reads: RawBuilder<Known>;
  why: (
    known: Known,
    flow: CompiledFlow,
    on: { facts: WorkflowFacts; giver: WorkflowActor },
  ) => (CarriedOut & { ok: false }) | null;
}

/** A command or several, or null where what is named does not exist. */
type Made = WorkflowCommand | WorkflowCommand[] | null;

/** The giver of a command: a person, the portal itself, or an administrator (identified by `onBehalfOf`). */
export type Giver = Actor | 'clock' | 'automation' | 'administrator';

const giverOf = (giver: Giver, loaded: LoadedFacts): WorkflowActor =>
  typeof giver === 'string' ? { kind: giver } : actorOf(giver, loaded);

/** Decides commands one after the other, each on what the ones before left: all of them, or the first refusal. */
export function decideAll(
  commands: readonly WorkflowCommand[],
  facts: WorkflowFacts,
  actor: WorkflowActor,
  { now, newId }: { now: Date; newId: () => string },
): { ok: false; code: WorkflowRefusalCode } | { ok: true; facts: WorkflowFacts; transition: Transition } {
  const transitions: Transition[] = [];
  let after = facts;
  for (const command of commands) {
    const decision = decide(command, after, actor, now, newId);
    if (!decision.ok) return decision;
    if (decision.repeated) continue;
    transitions.push(decision.transition);
    after = applyTransition(after, decision.transition);
  }
  return { ok: true, facts: after, transition: combine(transitions) };
}

/**
 * What somebody commands on one application: load under the lock, decide, write. `people` are those whom it is about;
 * `make` gives a command or several, which are all carried out or none, and null where what it names does not exist.
 * Two statements for one where nobody else was writing, in the caller's transaction.
 */
export async function carryOut<K = null>(
  tx: Db,
  platform: Platform,
  {
    key,
    actor,
    now,
    people = [],
    make,
    guard,
    reader,
    follows,
    onBehalfOf = null,
    write,
  }: {
    key: ApplicationKey;
    actor: Giver;
    now: Date;
    people?: readonly number[];
    make: (known: Known) => Made | Promise<Made>;
    guard?: Guard<K> | undefined;
    /** In which language the giver was shown what they agree to. */
    reader?: ReaderLanguage | undefined;
    /** Where an automation gives the commands. */
    follows?: Follows | undefined;
    /** The person whom the log names: an administrator, or the giver of a command that the portal gives later. */
    onBehalfOf?: number | null;
    /** Written instead of what the commands change, which is only decided. */
    write?: (of: { applicationId: number; facts: WorkflowFacts }) => Promise<void>;
  },
): Promise<CarriedOut> {
  const actorId = typeof actor === 'string' ? onBehalfOf : actor.userId;
  const loaded = await lockFacts(tx, key, [...(actorId === null ? [] : [actorId]), ...people], guard?.reads);
  if (loaded === null) return { ok: false, code: 'not_found' };
  const { applicationId } = loaded;
  const flow = await loadFlow(platform, loaded.flowVersionId, now, { via: tx, ...(reader && { reader }) });
  const before = withSteps(loaded, flow.flow.steps);
  const made = await make({
    applicationId,
    facts: before,
    flow,
    person: (userId) => loaded.people.find((one) => one.userId === userId) ?? noPerson,
  });
  if (made === null) return { ok: false, code: 'not_found' };
  const commands = Array.isArray(made) ? made : [made];
  // An id that tells when it was made would tell an applicant in which order the reviewers were asked.
  const giver = giverOf(actor, loaded);
  const decided = decideAll(commands, before, giver, { now, newId: randomUUID });
  if (!decided.ok) return decided;
  const { transition, facts } = decided;
  const inTheWay =
    transition.assignments.length === 0
      ? null
      : (guard?.why(loaded.beside, flow, { facts: before, giver }) ?? null);
  if (inTheWay !== null) return inTheWay;
  const repeated = commands.length > 0 && facts === before;
  if (write === undefined)
    await writeTransition(tx, platform, transition, { applicationId, actorId, now, follows });
  else if (!repeated) await write({ applicationId, facts: before });
  return { ok: true, repeated, applicationId, uid: loaded.uid, facts, assignments: transition.assignments };
}

/** An assignment as it is afterwards; without an id, the one that the command gave to somebody: made, or put in the lead. */
export function changedAssignment(
  { facts, assignments }: CarriedOut & { ok: true },
  id?: string,
): WorkflowAssignment | undefined {
  if (id !== undefined) return facts.assignments.find((assignment) => assignment.id === id);
  return (
    assignments.find(({ revision }) => revision === 0) ??
    assignments.find(({ isLead }) => isLead) ??
    assignments.at(-1)
  );
}
