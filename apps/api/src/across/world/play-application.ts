import { createHash } from 'node:crypto';
import {
  type DataItem,
  type GroupInstance,
  inNoGroup,
  type RowMark,
} from '@clearcall/domain/applications/application.ts';
import type { NewEvent } from '@clearcall/domain/applications/event.ts';
import { canonicalContent } from '@clearcall/domain/applications/receipt.ts';
import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { factOf, givenRows } from '@clearcall/domain/forms/given-rows.ts';
import { readField } from '@clearcall/domain/forms/submission.ts';
import type { Row } from '@clearcall/domain/forms/types.ts';
import type { StoredPerson } from '@clearcall/domain/people/person-name.ts';
import { seesInternals } from '@clearcall/domain/permissions/see-internals.ts';
import { timeOf } from '@clearcall/domain/workflow/command-needs.ts';
import { allows, rowOf, type WorkflowRefusalCode } from '@clearcall/domain/workflow/commands.ts';
import { decide } from '@clearcall/domain/workflow/decide.ts';
import { decideCreate } from '@clearcall/domain/workflow/decide-create.ts';
import {
  decideSave,
  type SaveRequest,
  type SaveSnapshot,
  type Saving,
  type StoredAnswer,
} from '@clearcall/domain/workflow/decide-save.ts';
import { decideSubmit } from '@clearcall/domain/workflow/decide-submit.ts';
import { askedFor, type ProjectedColumns } from '@clearcall/domain/workflow/projected-columns.ts';
import { readOutcome } from '@clearcall/domain/workflow/read-outcome.ts';
import { whyNotMark } from '@clearcall/domain/workflow/rights.ts';
import { holdsFiles, maxFiles } from '@clearcall/domain/workflow/step-index.ts';
import type { SubmittedContent } from '@clearcall/domain/workflow/submitted-content.ts';
import { applyTransition, type Transition } from '@clearcall/domain/workflow/transition.ts';
import type { WorkflowCommand } from '@clearcall/domain/workflow/workflow-command.ts';
import type {
  ActingPerson,
  WorkflowActor,
  WorkflowAssignment,
  WorkflowFacts,
} from '@clearcall/domain/workflow/workflow-facts.ts';
import { releasedAtOf } from '@clearcall/domain/workflow/workflow-facts.ts';
import type { Message } from '@clearcall/i18n/message.ts';
import { columnsOf, formOf } from '../../features/applications/assignments/form-of.ts';
import { freeName } from '../../features/applications/documents/file-name.ts';
import { refusalSentence } from '../../platform/http/refuse.ts';
import { english } from '../../platform/translators.ts';
import { documentId, isDocument, type MadeDocument } from './make-documents.ts';
import { type Anchors, momentOf } from './moments.ts';
import { namedId } from './named-id.ts';
import type { PlannedCall, PlannedCutoff } from './plan-calls.ts';
import { bytes, type Collector, type Row as TableRow } from './rows.ts';
import type { WorldApplication, WorldContent, WorldHappening } from './schema.ts';

/** A document that has to be stored before its row can be written. */
export interface PlannedDocument {
  bytes: Uint8Array;
  row: TableRow<'documents'>;
}

/** What happened, with what it happened to; numbered once all applications have told theirs. */
export type PlannedEvent = NewEvent & { applicationId: number };

/** A user of the world, with the part played in centres and panels. */
export type WorldPerson = ActingPerson & StoredPerson;

export interface People {
  /** By email address in lower case. */
  byEmail: ReadonlyMap<string, WorldPerson>;
  byId: ReadonlyMap<number, WorldPerson>;
}

/** An application with all that its history refers to. */
export interface ApplicationScene {
  application: WorldApplication;
  id: number;
  uid: string;
  owner: ActingPerson;
  call: PlannedCall;
  cutoff: PlannedCutoff;
  now: Date;
  people: People;
  documents: ReadonlyMap<string, MadeDocument>;
  collector: Collector;
  plannedDocuments: PlannedDocument[];
  events: PlannedEvent[];
  report: (sentence: string) => void;
}

/** What people wrote into one assignment. */
interface Written {
  answers: Map<string, StoredAnswer & { authorId: number | null }>;
  rows: Row[];
  marks: Map<string, RowMark>;
  submitted: SubmittedContent | null;
  submissions: number;
  documents: (PlannedDocument & { fact: { id: string; sizeBytes: number; pages: number | null } })[];
}

/** What stands in the way of a history, as the end of a sentence. */
class Impossible extends Error {}

type Fill = Extract<WorldHappening, { do: 'save' | 'submit' }>;
type Of<D extends WorldHappening['do']> = Extract<WorldHappening, { do: D }>;

/** The content of an application is one more thing that happened: a save of its draft, or its submission. */
function* happenings(application: WorldApplication): Generator<{ happening: WorldHappening; place: string }> {
  const { submitted, created, answers, rows, history } = application;
  if (submitted !== undefined) yield { happening: { do: 'submit', at: submitted, answers, rows }, place: '' };
  else if (Object.keys(answers).length + Object.keys(rows).length > 0)
    yield { happening: { do: 'save', at: created, answers, rows }, place: '' };
  for (const [at, happening] of history.entries()) yield { happening, place: String(at + 1) };
}

const refusal = (code: WorkflowRefusalCode): Impossible =>
  new Impossible(`${refusalSentence(code)} (${code})`);

/**
 * Plays the history of one application through the machine, in memory, and plans the rows that the portal would have
 * written: each command as whoever gives it, at its time. The first that the machine refuses gets a sentence, and
 * nothing of the application is planned.
 */
export function playApplication(scene: ApplicationScene): void {
  const play = new Play(scene);
  let what = `create at '${scene.application.created}'`;
  try {
    play.create();
    for (const { happening, place } of happenings(scene.application)) {
      const step = 'step' in happening && happening.step !== undefined ? ` on ${happening.step}` : '';
      const by = happening.by === undefined ? '' : ` by ${happening.by}`;
      what = `${happening.do}${step}${by} at '${happening.at}'`;
      play.happen(happening, place);
    }
    what = 'its cut-off';
    play.finish();
  } catch (error) {
    if (!(error instanceof Impossible)) throw error;
    scene.report(`${what}: ${error.message}`);
  }
}

class Play {
  readonly #scene: ApplicationScene;
  readonly #anchors: Anchors;
  #facts: WorkflowFacts;
  #last: Date;
  #made = 0;
  #columns: ProjectedColumns | null = null;
  #updatedAt: Date;
  readonly #written = new Map<string, Written>();
  readonly #activities: TableRow<'activities'>[] = [];
  readonly #submissions: TableRow<'submissions'>[] = [];
  readonly #notes: TableRow<'notes'>[] = [];
  readonly #events: PlannedEvent[] = [];

  constructor(scene: ApplicationScene) {
    const { call, cutoff, now, owner } = scene;
    this.#scene = scene;
    this.#anchors = { now, 'cutoff.start': cutoff.start, 'cutoff.end': cutoff.end, submitted: null };
    this.#last = new Date(0);
    this.#updatedAt = this.#last;
    this.#facts = {
      steps: call.flow.steps,
      timeZone: call.definition.timeZone,
      cutoffs: call.windows,
      application: {
        ownerId: owner.userId,
        status: 'draft',
        cutoffId: null,
        submittedAt: null,
        firstSubmittedAt: null,
        partitions: [],
        panel: null,
        awardEnd: null,
        awardDeclinedAt: null,
      },
      assignments: [],
      stepStates: [],
      conflicts: [],
      decisions: [],
    };
  }

  #moment(text: string): Date {
    const moment = momentOf(text, this.#anchors, this.#scene.call.definition.timeZone);
    if (!moment.ok) throw new Impossible(moment.sentence);
    return moment.at;
  }

  /** When something happened: not in the future, and not before what stands above it. */
  #time(text: string): Date {
    const at = this.#moment(text);
    if (at > this.#scene.now) throw new Impossible('this is in the future.');
    if (at < this.#last) throw new Impossible('this is before what happened above it.');
    this.#last = at;
    return at;
  }

  #deadline<T extends string | null | undefined>(text: T): T | string {
    return typeof text === 'string' ? this.#moment(text).toISOString() : text;
  }

  #person(email: string): ActingPerson {
    const person = this.#scene.people.byEmail.get(email.toLowerCase());
    if (person === undefined) throw new Impossible(`there is no user ${email}.`);
    return person;
  }

  #newId(): string {
    return namedId('assignment', this.#scene.application.key, this.#made++);
  }

  #happened(event: Omit<PlannedEvent, 'applicationId'>): void {
    this.#events.push({ ...event, applicationId: this.#scene.id });
  }

  #note(assignmentId: string, status: string, reason: string | null, actorId: number | null, at: Date): void {
    this.#activities.push({
      id: namedId('activity', assignmentId, this.#activities.length),
      assignment_id: assignmentId,
      status,
      reason,
      actor_id: actorId,
      created_at: at.toISOString(),
    });
  }

  create(): void {
    const { application, call, owner, uid } = this.#scene;
    const at = this.#time(application.created);
    this.#anchors.created = at;
    this.#updatedAt = at;
    // A call may have been taken off the list since.
    const decision = decideCreate({ published: true, cutoffs: call.windows }, at);
    if (!decision.ok) throw new Impossible(`${refusalSentence(decision.code)} (${decision.code})`);
    const id = this.#newId();
    this.#facts = {
      ...this.#facts,
      application: { ...this.#facts.application, cutoffId: decision.cutoffId },
      assignments: [
        {
          id,
          stepId: call.first.id,
          ownerId: owner.userId,
          assignerId: null,
          role: call.first.ownerRole,
          partitionId: null,
          status: 'draft',
          previousStatus: null,
          deadline: null,
          submittedAt: null,
          submissionAskedAt: null,
          createdAt: at.toISOString(),
          isLead: false,
          wasUnowned: false,
          replaces: null,
          reason: null,
          agreedAt: null,
          agreement: null,
          expiredAt: null,
          timeRequest: null,
          verdict: null,
          labelNumber: null,
          revision: 0,
        },
      ],
    };
    this.#note(id, 'draft', null, owner.userId, at);
    const { userId } = owner;
    const detail = { uid };
    this.#happened({
      type: 'application_created',
      occurredAt: at,
      assignmentId: id,
      userId,
      actorId: userId,
      detail,
    });
  }

  happen(happening: WorldHappening, place: string): void {
    const at = this.#time(happening.at);
    const step = 'step' in happening ? happening.step : undefined;
    if (step !== undefined && !this.#facts.steps.some(({ id }) => id === step))
      throw new Impossible(`there is no step ${step}.`);
    const about = this.#about(happening);
    const actor = this.#actor(happening, about);
    if (happening.do === 'note') this.#addNote(happening, actor, at);
    else if (happening.do === 'mark_row') this.#markRow(happening, about ?? this.#nothing(), actor);
    else if (happening.do === 'save' || happening.do === 'submit')
      this.#fill(happening, about ?? this.#nothing(), actor, at, place);
    else {
      this.#command(this.#commandOf(happening, about), actor, at);
      if (happening.do === 'release' && happening.awardEnds !== undefined)
        this.#awardEnds(happening.awardEnds);
    }
  }

  #nothing(): never {
    throw new Impossible('there is no such assignment.');
  }

  /** The assignment that something is about; null where it is about none. */
  #about(happening: WorldHappening): WorkflowAssignment | null {
    if (happening.do === 'note') return null;
    if (happening.do !== 'mark_row' && rowOf(happening.do).of !== 'assignment') return null;
    const { step = this.#scene.call.first.id, partition, of, by } = happening as Of<'accept'>;
    // What is taken is nobody's, also where the giver has handed some back before.
    const named = of === undefined && happening.do === 'take' ? null : of;
    const ownerId = typeof named === 'string' ? this.#person(named).userId : named;
    const found = this.#facts.assignments.filter(
      (one) =>
        one.stepId === step &&
        (partition === undefined || one.partitionId === partition) &&
        (ownerId === undefined || one.ownerId === ownerId),
    );
    const giver = by === undefined || by === 'automation' || by === 'clock' ? null : this.#person(by).userId;
    const own = ownerId === undefined && giver !== null ? found.filter((one) => one.ownerId === giver) : [];
    const some = own.length > 0 ? own : found;
    const names = happening.do === 'submit' ? (['submit', 'resubmit'] as const) : ([happening.do] as const);
    const fitting = some.filter(({ status }) =>
      names.some((name) => name === 'mark_row' || allows(name, status)),
    );
    const [first] = fitting.length > 0 ? fitting : some;
    if (first === undefined) return this.#nothing();
    if (fitting.some((one) => one.ownerId !== first.ownerId || one.partitionId !== first.partitionId))
      throw new Impossible('there are several such assignments: say of whom, or of which partition.');
    return (fitting.length > 0 ? fitting : some).at(-1) ?? first;
  }

  #actor({ by }: WorldHappening, about: WorkflowAssignment | null): WorkflowActor {
    if (by === 'automation' || by === 'clock') return { kind: by };
    if (by !== undefined) return { kind: 'person', ...this.#person(by) };
    if (about === null) return { kind: 'person', ...this.#scene.owner };
    const owner = about.ownerId === null ? undefined : this.#scene.people.byId.get(about.ownerId);
    if (owner === undefined) throw new Impossible('nobody owns it: say who does this.');
    return { kind: 'person', ...owner };
  }

  #commandOf(
    happening: Exclude<WorldHappening, { do: 'note' | 'mark_row' | 'save' | 'submit' }>,
    about: WorkflowAssignment | null,
  ): WorkflowCommand {
    const assignmentId = about?.id ?? '';
    switch (happening.do) {
      case 'assign':
      case 'invite': {
        const { step: stepId, to, partition, lead, deadline } = happening;
        const step = this.#facts.steps.find(({ id }) => id === stepId);
        return {
          type: happening.do,
          stepId,
          person: to === null ? null : this.#person(to),
          role: happening.role ?? step?.ownerRole ?? '',
          partitionId: partition ?? null,
          makeLead: lead,
          deadline: this.#deadline(deadline),
        };
      }
      case 'accept':
      case 'take':
        return { type: happening.do, assignmentId, agreed: true };
      case 'refuse':
      case 'revoke':
      case 'declare_conflict':
        return { type: happening.do, assignmentId, reason: happening.reason };
      case 'hand_on':
        return {
          type: 'hand_on',
          assignmentId,
          person: this.#person(happening.to),
          reason: happening.reason,
        };
      case 'decide': {
        const { outcome, reason } = happening;
        return {
          type: 'decide',
          assignmentId,
          outcome,
          reason,
          deadline: this.#deadline(happening.deadline),
        };
      }
      case 'outcome': {
        const rows = happening.rows.map(({ partition, ...row }) => ({ ...row, partitionId: partition }));
        // Decisions of a world file were made before: they are not compared with the rest of the pool.
        return { type: 'outcome', rows, reason: happening.reason, limits: [] };
      }
      case 'release':
      case 'lock':
      case 'unlock':
        return { type: happening.do, stepId: happening.step };
      case 'withdraw':
      case 'take_back':
        return { type: happening.do };
      case 'mark_conflict': {
        const { source, reason } = happening;
        return { type: 'mark_conflict', userId: this.#person(happening.person).userId, source, reason };
      }
      case 'clear_conflict':
        return {
          type: 'clear_conflict',
          userId: this.#person(happening.person).userId,
          reason: happening.reason,
        };
      case 'change_deadline':
        return { type: 'change_deadline', assignmentId, deadline: this.#deadline(happening.deadline) };
      default:
        return { type: happening.do, assignmentId };
    }
  }

  #decide(command: WorkflowCommand, actor: WorkflowActor, at: Date): Transition {
    const decision = decide(command, this.#facts, actor, at, () => this.#newId());
    if (!decision.ok) throw refusal(decision.code);
    return decision.transition;
  }

  #command(command: WorkflowCommand, actor: WorkflowActor, at: Date): void {
    this.#fold(this.#decide(command, actor, at), actor, at);
  }

  /** Takes over what a transition changes, as its writer does: an assignment counts one revision for each. */
  #fold(transition: Transition, actor: WorkflowActor, at: Date): void {
    const before = new Map(this.#facts.assignments.map(({ id, revision }) => [id, revision]));
    const actorId = actor.kind === 'person' ? actor.userId : null;
    this.#facts = applyTransition(this.#facts, {
      ...transition,
      assignments: transition.assignments.map((one) => {
        const revision = before.get(one.id);
        return revision === undefined ? one : { ...one, revision: revision + 1 };
      }),
    });
    for (const { assignmentId, status, reason } of transition.activities)
      this.#note(assignmentId, status, reason, actorId, at);
    for (const { type, assignmentId, userId, detail } of transition.events)
      this.#happened({
        type,
        occurredAt: at,
        assignmentId: assignmentId ?? undefined,
        userId: userId ?? undefined,
        actorId: actorId ?? undefined,
        detail,
      });
  }

  #awardEnds(text: string): void {
    if (this.#facts.application.status !== 'approved') throw new Impossible('no award was released.');
    const awardEnd = this.#moment(text).toISOString();
    this.#facts = { ...this.#facts, application: { ...this.#facts.application, awardEnd } };
  }

  #addNote({ text }: Of<'note'>, actor: WorkflowActor, at: Date): void {
    const { id: applicationId, application } = this.#scene;
    const { ownerId, status } = this.#facts.application;
    const conflicted = this.#facts.assignments.some(
      (one) => actor.kind === 'person' && one.ownerId === actor.userId && one.status === 'conflicted',
    );
    if (actor.kind !== 'person' || !seesInternals(actor, { ownerId, status, conflicted }))
      throw refusal('not_found');
    const id = namedId('note', application.key, this.#notes.length);
    this.#notes.push({
      id,
      application_id: applicationId,
      author_id: actor.userId,
      text,
      revision: 1,
      created_at: at.toISOString(),
    });
    this.#happened({ type: 'note_added', occurredAt: at, actorId: actor.userId, detail: { noteId: id } });
  }

  #markRow(
    { group, row, coi, comment }: Of<'mark_row'>,
    assignment: WorkflowAssignment,
    actor: WorkflowActor,
  ): void {
    const step = this.#facts.steps.find(({ id }) => id === assignment.stepId) ?? null;
    const why = whyNotMark(this.#facts, actor, { assignment, step, partitionId: assignment.partitionId });
    if (why !== null) throw refusal(why);
    const { rows, marks } = this.#writtenOf(assignment.id);
    const marked = rows.find(({ elementId, order }) => elementId === group && order === row - 1);
    if (marked === undefined) throw new Impossible(`${group} has no row ${row}.`);
    marks.set(marked.id, { coi, comment });
  }

  #writtenOf(id: string): Written {
    const known = this.#written.get(id);
    if (known !== undefined) return known;
    const written = {
      answers: new Map(),
      rows: [],
      marks: new Map(),
      submitted: null,
      submissions: 0,
      documents: [],
    };
    this.#written.set(id, written);
    return written;
  }

  #formOf(
    assignment: WorkflowAssignment,
    actor: WorkflowActor,
    cutoffId: number | null,
    at: Date,
  ): SaveSnapshot {
    const { call } = this.#scene;
    const written = this.#writtenOf(assignment.id);
    if (actor.kind !== 'person') throw new Error('only people fill in forms');
    const { application, assignments, stepStates, conflicts } = this.#facts;
    return formOf(
      actor,
      {
        ...application,
        releasedAt: releasedAtOf(stepStates),
        inConflict: conflicts.filter(({ clearedAt }) => clearedAt === null).map(({ userId }) => userId),
        // What a centre reads of an application it reads by any of its partitions.
        centreIds: application.partitions,
        viewer: { centres: actor.centrePartitions, panels: actor.panels },
        call: { code: call.definition.code, timeZone: call.definition.timeZone },
        cutoffs: call.formCutoffs,
        documents: written.documents.map(({ fact }) => ({ ...fact, assignmentId: assignment.id })),
        assignments: assignments.map((one) => ({
          ...one,
          centreId: one.partitionId,
          owner: one.ownerId === null ? null : (this.#scene.people.byId.get(one.ownerId) ?? null),
          submitted: this.#written.get(one.id)?.submitted ?? null,
        })),
      },
      { ...assignment, answers: [...written.answers.values()], rows: written.rows },
      call.compiled,
      cutoffId,
      at,
    );
  }

  /** A save or a submission, as the page sends them: first what was typed, then the files, then the rest. */
  #fill(happening: Fill, about: WorkflowAssignment, actor: WorkflowActor, at: Date, place: string): void {
    // Whoever may not save may not submit either.
    this.#decide({ type: 'save', assignmentId: about.id }, actor, at);
    const { call } = this.#scene;
    const { cutoffId } = timeOf(this.#facts, about, at);
    const form = this.#formOf(about, actor, cutoffId, at);
    const { request, uploads } = this.#requestOf(happening, about, form, place);
    const isFirst = about.stepId === call.first.id;
    const savedAt = at.toISOString();
    if (happening.do === 'save' || uploads.length > 0) {
      const saving = decideSave(form, request, savedAt);
      if (!saving.ok) throw new Impossible(inWords(saving));
      if (saving.answers.length + saving.rows.length > 0) {
        this.#write(about.id, saving, actor);
        if (isFirst && about.status === 'draft') {
          this.#columns = columnsOf(form, saving.submission);
          this.#facts = { ...this.#facts, application: { ...this.#facts.application, cutoffId } };
        }
        this.#touch(about, at);
      }
      for (const upload of uploads) this.#upload(upload, about, actor, cutoffId, at);
    }
    if (happening.do === 'save') return;

    const whole = uploads.length > 0 ? this.#formOf(about, actor, cutoffId, at) : form;
    const sent = uploads.length > 0 ? { data: [], newGroups: [] } : request;
    const decision = decideSubmit({ ...whole, status: about.status }, sent, savedAt);
    if (!decision.ok) {
      if (decision.code === 'has_errors')
        throw new Impossible(
          decision.problems
            .map(({ elementId, message }) => `answer ${elementId}: ${english.translate(message)}`)
            .join(' '),
        );
      throw 'fields' in decision ? new Impossible(inWords(decision)) : refusal(decision.code);
    }
    const { saving, status, content } = decision;
    const step = this.#facts.steps.find(({ id }) => id === about.stepId);
    if (step === undefined) throw new Error(`the flow has no step ${about.stepId}`);
    const transition = this.#decide(
      {
        type: status === 'submitted' ? 'submit' : 'resubmit',
        assignmentId: about.id,
        outcome: readOutcome(step, content),
        reason: happening.reason,
        ...(isFirst ? { columns: { ...askedFor(whole.index, content.answers), cutoffId } } : {}),
      },
      actor,
      at,
    );
    this.#write(about.id, saving, actor);
    if (about.status === 'draft') this.#updatedAt = at;
    if (isFirst) this.#columns = columnsOf(whole, saving.submission);
    this.#fold(transition, actor, at);
    const written = this.#writtenOf(about.id);
    written.submitted = content;
    written.submissions += 1;
    this.#submissions.push({
      assignment_id: about.id,
      number: written.submissions,
      content,
      sha256: bytes(createHash('sha256').update(canonicalContent(content)).digest()),
      submitted_by: actor.kind === 'person' ? actor.userId : null,
      submitted_at: savedAt,
    });
    if (isFirst) this.#anchors.submitted ??= at;
    dropUnread(written);
  }

  #write(id: string, saving: Pick<Saving, 'answers' | 'rows'>, actor: WorkflowActor): void {
    const written = this.#writtenOf(id);
    const authorId = actor.kind === 'person' ? actor.userId : null;
    for (const answer of saving.answers)
      written.answers.set(`${answer.elementId} ${answer.groupId ?? ''}`, { ...answer, authorId });
    const moved = new Map(saving.rows.map((row) => [row.id, row]));
    const kept = written.rows.filter(({ id: rowId }) => !moved.has(rowId));
    if (moved.size > 0) written.rows = [...kept, ...moved.values()];
  }

  /** A write of its own: it counts the assignment's revision, and keeps the draft from expiring. */
  #touch(about: WorkflowAssignment, at: Date): void {
    if (about.status === 'draft') this.#updatedAt = at;
    this.#facts = {
      ...this.#facts,
      assignments: this.#facts.assignments.map((one) =>
        one.id === about.id ? { ...one, revision: one.revision + 1 } : one,
      ),
    };
  }

  /** What the world says of an assignment, as its page would send it, and the files apart. */
  #requestOf(
    happening: WorldContent,
    about: WorkflowAssignment,
    form: SaveSnapshot,
    place: string,
  ): { request: SaveRequest; uploads: Upload[] } {
    const { application, call } = this.#scene;
    const written = this.#writtenOf(about.id);
    const data: DataItem[] = [];
    const newGroups: GroupInstance[] = [];
    const uploads: Upload[] = [];
    const add = (
      elementId: string,
      groupId: string | null,
      answer: WorldContent['answers'][string],
      row: string,
    ) => {
      if (isDocument(answer)) {
        uploads.push({ elementId, groupId, documentId: documentId(application.key, place, elementId, row) });
        return;
      }
      const values =
        typeof answer === 'string'
          ? [answer]
          : Array.isArray(answer)
            ? answer
            : [plainDate(this.#moment(answer.date), call.definition.timeZone)];
      const revision = written.answers.get(`${elementId} ${groupId ?? ''}`)?.revision ?? 0;
      data.push({ flowElementId: elementId, dataGroupId: groupId, input: { values }, revision });
    };
    for (const [elementId, answer] of Object.entries(happening.answers)) add(elementId, null, answer, '');
    for (const [groupId, list] of Object.entries(happening.rows)) {
      const group = form.index.elements.get(groupId)?.element;
      const given = group === undefined ? null : givenRows(group, form.context);
      const shown = (group?.children ?? []).flatMap((child) => {
        const fact = group === undefined ? null : factOf(group, child);
        return fact === null ? [] : [{ id: child.id, fact }];
      });
      if (written.rows.filter(({ elementId }) => elementId === groupId).length > list.length)
        throw new Impossible(`group ${groupId} has fewer rows than before.`);
      for (const [order, row] of list.entries()) {
        const id =
          given === null
            ? namedId('row', about.id, groupId, order)
            : given.find(({ facts }) =>
                shown.every(({ id: child, fact }) => row[child] === undefined || row[child] === facts[fact]),
              )?.id;
        if (id === undefined) throw new Impossible(`group ${groupId} has no such row.`);
        if (given === null && !written.rows.some((known) => known.id === id))
          newGroups.push({ id, flowElementId: groupId, order });
        // The subject of such a row is given with it.
        for (const [elementId, answer] of Object.entries(row))
          if (given === null || shown.every(({ id: child }) => child !== elementId))
            add(elementId, id, answer, `${groupId} ${order}`);
      }
    }
    return { request: { data, newGroups }, uploads };
  }

  #upload(
    { elementId, groupId, documentId: id }: Upload,
    about: WorkflowAssignment,
    actor: WorkflowActor,
    cutoffId: number | null,
    at: Date,
  ): void {
    const form = this.#formOf(about, actor, cutoffId, at);
    const made = this.#scene.documents.get(id);
    const element = form.index.elements.get(elementId)?.element;
    const key = { elementId, groupId };
    if (made === undefined || element === undefined || !holdsFiles(element))
      throw new Impossible(`answer ${elementId}: Files cannot be put here.`);
    const submission = decideSave(form, { data: [], newGroups: [] }, at.toISOString());
    const field = submission.ok ? readField(submission.submission, key) : null;
    if (field === null || !field.visible || !field.editable)
      throw new Impossible(`answer ${elementId}: Files cannot be put here.`);
    const written = this.#writtenOf(about.id);
    const before = written.answers.get(`${elementId} ${groupId ?? ''}`);
    const replaces = maxFiles(element) === 1;
    const beside = written.documents
      .filter(({ row }) => row.element_id === elementId && (!replaces || row.group_id !== groupId))
      .map(({ row }) => String(row.filename));
    const values = replaces ? [id] : [...(before?.values ?? []), id];
    const answer = { ...key, values, revision: (before?.revision ?? 0) + 1, savedAt: at.toISOString() };
    this.#write(about.id, { answers: [answer], rows: [] }, actor);
    // As it came, and as it was checked.
    this.#touch(about, at);
    this.#touch(about, at);
    const actorId = actor.kind === 'person' ? actor.userId : undefined;
    written.documents.push({
      bytes: made.bytes,
      fact: { id, sizeBytes: made.bytes.length, pages: made.pages },
      row: {
        id,
        assignment_id: about.id,
        element_id: elementId,
        group_id: groupId,
        original_filename: made.name,
        filename: freeName(element.title, beside),
        size_bytes: made.bytes.length,
        pages: made.pages,
        uploaded_by: actorId ?? null,
        created_at: at.toISOString(),
      },
    });
    dropUnread(written);
    const detail = { documentId: id, elementId };
    this.#happened({ type: 'document_uploaded', occurredAt: at, assignmentId: about.id, actorId, detail });
  }

  /** Plans the rows, once the whole history is possible. */
  finish(): void {
    const { application, call, collector, cutoff, id, uid, events, plannedDocuments } = this.#scene;
    const { assignments, stepStates, conflicts, decisions, application: after } = this.#facts;
    // A draft follows the call from one cut-off to the next.
    if (after.status !== 'draft' && after.cutoffId !== cutoff.id) {
      const is = call.cutoffs.findIndex((one) => one.id === after.cutoffId) + 1;
      throw new Impossible(`it says ${application.cutoff}, but at its times it is ${is}.`);
    }
    collector.add('applications', {
      id,
      uid,
      call_id: call.id,
      flow_version_id: call.id,
      cutoff_id: after.cutoffId,
      owner_id: after.ownerId,
      status: after.status,
      created_at: this.#anchors.created?.toISOString(),
      submitted_at: after.submittedAt,
      first_submitted_at: after.firstSubmittedAt,
      title: this.#columns?.title ?? '',
      pi_first_name: this.#columns?.piFirstName ?? '',
      pi_last_name: this.#columns?.piLastName ?? '',
      pi_affiliation: this.#columns?.piAffiliation ?? '',
      research_group: this.#columns?.researchGroup ?? '',
      research_title: this.#columns?.researchTitle ?? '',
      partitions: this.#columns?.partitions ?? [],
      updated_at: this.#updatedAt.toISOString(),
      partition_ids: after.partitions,
      panel: after.panel,
      award_ends_at: after.awardEnd,
      award_declined_at: after.awardDeclinedAt,
    });
    for (const one of assignments) {
      const written = this.#written.get(one.id);
      collector.add('assignments', {
        id: one.id,
        application_id: id,
        step_id: one.stepId,
        owner_id: one.ownerId,
        assigner_id: one.assignerId,
        role: one.role,
        partition_id: one.partitionId,
        status: one.status,
        previous_status: one.previousStatus,
        deadline_at: one.deadline,
        is_lead: one.isLead,
        was_unowned: one.wasUnowned,
        replaces: one.replaces,
        reason: one.reason,
        agreed_at: one.agreedAt,
        agreement: one.agreement,
        expired_at: one.expiredAt,
        time_request: one.timeRequest,
        verdict: one.verdict,
        label_number: one.labelNumber,
        created_at: one.createdAt,
        submitted_at: one.submittedAt,
        submitted_content: written?.submitted ?? null,
        revision: one.revision,
      });
      for (const row of written?.rows ?? [])
        collector.add('group_instances', {
          assignment_id: one.id,
          id: row.id,
          element_id: row.elementId,
          position: row.order,
          ...(written?.marks.get(row.id) ?? { coi: false, comment: null }),
        });
      for (const answer of written?.answers.values() ?? [])
        collector.add('answers', {
          assignment_id: one.id,
          element_id: answer.elementId,
          group_id: answer.groupId ?? inNoGroup,
          values: answer.values,
          revision: answer.revision,
          author_id: answer.authorId,
          saved_at: answer.savedAt,
        });
      plannedDocuments.push(...(written?.documents ?? []));
    }
    for (const row of this.#activities) collector.add('activities', row);
    for (const row of this.#submissions) collector.add('submissions', row);
    for (const row of this.#notes) collector.add('notes', row);
    for (const state of stepStates)
      collector.add('step_states', {
        application_id: id,
        step_id: state.stepId,
        unlocked_at: state.unlockedAt,
        released_at: state.releasedAt,
      });
    for (const { type, detail, occurredAt } of this.#events)
      if (type === 'released')
        collector.add('step_releases', {
          application_id: id,
          step_id: detail?.step,
          released_at: occurredAt,
        });
    for (const conflict of conflicts)
      collector.add('conflicts', {
        application_id: id,
        user_id: conflict.userId,
        source: conflict.source,
        reason: conflict.reason,
        noted_by: conflict.notedBy,
        noted_at: conflict.notedAt,
        cleared_by: conflict.clearedBy,
        cleared_at: conflict.clearedAt,
        cleared_reason: conflict.clearedReason,
      });
    for (const decision of decisions)
      collector.add('decisions', {
        application_id: id,
        partition_id: decision.partitionId,
        version: decision.version,
        outcome: decision.outcome,
        amount: decision.amount,
        reason: decision.reason,
        review_id: decision.reviewId,
        starts_on: decision.startsOn,
        ends_on: decision.endsOn,
        decided_by: decision.decidedBy,
        decided_at: decision.decidedAt,
        released_at: decision.releasedAt,
      });
    events.push(...this.#events);
  }
}

interface Upload {
  elementId: string;
  groupId: string | null;
  documentId: string;
}

/** A file stays as long as an answer or the last submission names it. */
function dropUnread(written: Written): void {
  if (written.documents.length === 0) return;
  const refused = [...written.answers.values(), ...(written.submitted?.answers ?? [])];
  const named = new Set(refused.flatMap(({ values }) => values));
  written.documents = written.documents.filter(({ fact }) => named.has(fact.id));
}

const inWords = ({ sentences, fields }: { sentences: Message[]; fields: { elementId: string }[] }): string =>
  `${fields.length === 0 ? '' : `answer ${[...new Set(fields.map(({ elementId }) => elementId))].join(', ')}: `}${sentences.map(english.translate).join(' ')}`;
