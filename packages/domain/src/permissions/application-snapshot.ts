import type {
  Application,
  Assignment,
  AwardLimits,
  LeftOut,
  PartitionDecision,
  RowMark,
  SuggestedReplacement,
  TimeRequest,
} from '../applications/application.ts';
import type { ApplicationStatus, AssignmentStatus } from '../applications/statuses.ts';
import type { CallDetail, CallDocument, CutoffPartition } from '../calls/call.ts';
import type { Arrival } from '../deadlines/application-process.ts';
import type { StepCutoff } from '../deadlines/assignment-time.ts';
import type { CallOfCode } from '../deadlines/call-for-duplicate.ts';
import type { DraftNotices } from '../deadlines/draft-expiry.ts';
import type { Window } from '../deadlines/windows.ts';
import type { Plan } from '../forms/compile.ts';
import type { References } from '../forms/referenced-values.ts';
import type { Answer, Flow, Item, Reviewer, Row, Told } from '../forms/types.ts';
import type { StoredPerson } from '../people/person-name.ts';

/** All that is known of one application, before anybody may see it. Instants are ISO. */
export interface ApplicationSnapshot {
  id: number;
  uid: string;
  status: ApplicationStatus;
  createdAt: string;
  /** When something in it was last saved. */
  changedAt: string;
  /** The last mail before its deletion, while it is a draft. */
  lastMail: DraftNotices['last'];
  submittedAt: string | null;
  /** The first submission, where others followed it; else null. */
  firstSubmittedAt: string | null;
  /** What its draft was copied from, by its owner. */
  duplicatedFrom: { uid: string; leftOut: LeftOut[] } | null;
  ownerId: number;
  cutoffId: number | null;
  /** Of the owner: what autofill may copy. */
  profile: Record<string, string>;
  call: {
    id: number;
    code: string;
    year: number;
    number: number;
    title: string;
    allocationPeriodId: number | null;
    info: string;
    links: CallDetail['links'];
    logo: string | null;
    timeZone: string;
    unit: string;
    published: boolean;
    termsOfReference: string | null;
    documents: CallDocument[];
    /** In which languages its texts are told, where that is not the organisation's. */
    told?: Told | null;
  };
  /** All published calls with the code of its call, for its owner. */
  sameCode: CallOfCode[];
  /** How many applications were made in the call, drafts with them. */
  callCounter: number;
  cutoffs: CutoffSnapshot[];
  assignments: AssignmentSnapshot[];
  documents: DocumentSnapshot[];
  /** Files that are no documents yet, in the order in which they came. */
  uploads: UploadSnapshot[];
  /** When the applicant declined the released award; null if they did not. */
  awardDeclinedAt: string | null;
  /** By step: when it was released last, to whoever is in a conflict of interest before that. */
  releasedAt: Record<string, string>;
  /** The steps that all applications of its cut-off, or of its panel in it, have passed. */
  arrivals: Arrival[];
  /** Of steps that stay locked until somebody unlocks them. */
  unlockedSteps: string[];
  /** All versions, of each partition in their order; what was released, to whoever is in a conflict before that. */
  decisions: DecisionSnapshot[];
  /** Whom those who refused an assignment named in their place. */
  suggestedReplacements: (SuggestedReplacement & { assignmentId: string })[];
  /** Who may not deal with it, by their ids. */
  inConflict: number[];
  /** What it asked for when it was submitted, without what was turned down since. */
  partitionIds: string[];
  /** The centres of these partitions. */
  centreIds: string[];
  /** The code of its panel; null before it is submitted. */
  panel: string | null;
  /** The memberships of whoever reads. */
  viewer: { centres: string[]; panels: string[] };
  /** The partitions of these centres. */
  viewerPartitions: string[];
}

/** A decision, and the assignment whose review gave its reason. */
export interface DecisionSnapshot extends PartitionDecision {
  reviewId: string | null;
}

export interface CutoffSnapshot extends Window {
  id: number;
  /** Of each step that has one of its own. */
  timeframes: Record<string, Window>;
  /** Filled for those cut-offs that can count now. */
  partitions: CutoffPartition[];
}

export interface AssignmentSnapshot {
  id: string;
  stepId: string;
  ownerId: number | null;
  owner: StoredPerson | null;
  assignerId: number | null;
  role: string;
  partitionId: string | null;
  /** The id of the assignment whose place it takes, or null. */
  replaces: string | null;
  /** It was open to a centre or a role once. */
  wasUnowned: boolean;
  /** The centre that runs its partition. */
  centreId: string | null;
  status: AssignmentStatus;
  deadline: string | null;
  submittedAt: string | null;
  /** Since when its submission waits for the check of its files; null where none waits. */
  submissionAskedAt: string | null;
  createdAt: string;
  isLead: boolean;
  /** What its submission decided about its partition, if its step decides. */
  verdict?: string | null;
  /** Under which readers who may not know its owner know it; null before its step was released. */
  labelNumber: number | null;
  /** What it was before a conflict of interest of its owner stopped it. */
  previousStatus: AssignmentStatus | null;
  /** By step: when it was released last before that; to whoever is in a conflict, before both. */
  keptFor: Record<string, string>;
  /** When its owner agreed to the words on conflicts of interest, and to which. */
  agreedAt: string | null;
  agreement: string | null;
  /** What its owner asked of staff since its deadline was set. */
  timeRequest: TimeRequest | null;
  reason: string | null;
  activities: { status: AssignmentStatus; reason: string | null; createdAt: string }[];
  answers: (Answer & { revision: number; savedAt: string })[];
  rows: Row[];
  /** By the id of the row; of those that somebody marked or commented. */
  marks: Record<string, RowMark>;
  /** As readers get it since the last submission. */
  submitted: { answers: Answer[]; rows: Row[] } | null;
  /** What was handed in before, as far as it was the newest at a release by which somebody reads it: the newest first. */
  earlier: { at: string; answers: Answer[]; rows: Row[] }[];
  threads: ThreadSnapshot[];
  points: PointSnapshot[];
}

/** Who wrote something about an assignment, and as what. */
interface AuthorSnapshot {
  authorId: number;
  author: StoredPerson;
  role: string;
  text: string;
}

/** What was asked for at a field. */
export interface ThreadSnapshot {
  id: string;
  elementId: string;
  groupId: string | null;
  /** When it was asked for last. */
  askedAt: string;
  answered: boolean;
  comments: (AuthorSnapshot & { id: string; asks: boolean; createdAt: string; handedIn: boolean })[];
}

/** What waits for a change request. */
export interface PointSnapshot extends AuthorSnapshot {
  elementId: string;
  groupId: string | null;
  /** The step that judges, whose work it is; null: staff, who decide directly. */
  stepId: string | null;
  revision: number;
}

export interface DocumentSnapshot {
  id: string;
  assignmentId: string;
  flowElementId: string;
  dataGroupId: string | null;
  filename: string;
  originalFilename: string;
  sizeBytes: number;
  pages: number | null;
  createdAt: string;
}

/** A file that waits for its check, or was refused. */
export interface UploadSnapshot extends DocumentSnapshot {
  refusal: { code: string; message: string } | null;
}

/** The flow version of the application as it was compiled, and the lists its elements choose from, by tag. */
export interface FlowFacts {
  flow: Flow;
  plan: Plan;
  /** What is offered to those who fill in. */
  offered: Record<string, Item[]>;
  /** With the values of older versions, for those who read. */
  readable: Record<string, Item[]>;
  /** What the form of an assignment reads of other steps; null for the first step. */
  formFacts: (
    assignment: AssignmentSnapshot,
  ) => (References & { partitions: string[]; reviewers?: Reviewer[] }) | null;
  /** What the awards of the application are held against, as the reader may know it; absent where nothing asks for it. */
  awardLimits?: () => AwardLimits[];
  /** Ranks of other applications, for a reader who ranks this one. */
  ranks?: NonNullable<Application['ranks']>;
  /** Which commands whoever reads may give, as the workflow says (`possibleCommands`). */
  commands: {
    ofAssignment: (assignmentId: string) => Assignment['commands'];
    ofApplication: () => Application['commands'];
  };
}

/** The cut-offs as one step has them. */
export function cutoffsOfStep(
  snapshot: { cutoffs: readonly Pick<CutoffSnapshot, 'id' | 'start' | 'end' | 'timeframes'>[] },
  stepId: string,
): StepCutoff[] {
  return snapshot.cutoffs.map(({ id, start, end, timeframes }) => ({
    id,
    start,
    end,
    timeframe: timeframes[stepId] ?? null,
  }));
}
