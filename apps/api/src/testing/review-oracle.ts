import { type Player, partitions } from './review-world.ts';

/**
 * What the review of the test world allows, written down without the machine: a second opinion. An operation says whether it
 * is done, changes nothing because it was done before, or is refused; done ones change the story and tell what happened.
 */

type Status =
  | 'draft'
  | 'assigned'
  | 'accepted'
  | 'refused'
  | 'submitted'
  | 'resubmitted'
  | 'changes_requested'
  | 'approved'
  | 'rejected'
  | 'revoked'
  | 'conflicted';

export interface Work {
  id: string;
  step: string;
  owner: Player | null;
  assigner: Player | null;
  partition: string | null;
  status: Status;
  lead: boolean;
  wasUnowned: boolean;
  /** What it was before a conflict. */
  before: Status | null;
  deadline: string | null;
  /** The turn in which it was handed in last. */
  handedIn: number;
  /** What its form says, once it was handed in. */
  says: string | null;
}

interface Decision {
  partition: string;
  version: number;
  outcome: string;
  released: boolean;
}

export interface Story {
  application: 'draft' | 'submitted' | 'changes_requested' | 'approved' | 'rejected' | 'withdrawn';
  works: Work[];
  /** The partitions that its last submission asks for. */
  asked: readonly string[];
  conflicts: Player[];
  unlocked: boolean;
  /** The turn in which a step was released last. */
  released: Record<string, number>;
  decisions: Decision[];
  turn: number;
}

type Verdict = 'done' | 'again' | 'refused';

const ongoing: readonly Status[] = ['draft', 'assigned', 'accepted', 'changes_requested'];
const handedIn: readonly Status[] = ['submitted', 'resubmitted', 'approved', 'rejected'];
const waiting: readonly Status[] = ['submitted', 'resubmitted'];
const order = ['APP', 'CHECK', 'TECH', 'REV', 'REPLY', 'FIN'];
const isOpen = ({ status }: Work) => ongoing.includes(status);
const isHandedIn = ({ status }: Work) => handedIn.includes(status);
const isStaff = (who: Player) => who === 'pro' || who === 'otherPro';
const isCentre = (who: Player) => who === 'centre' || who === 'centreToo';

const mayAssign = (who: Player, step: string) =>
  isStaff(who) || (who === 'chair' && step === 'REV') || (isCentre(who) && step === 'TECH');
const mayTake = (who: Player, step: string) =>
  isStaff(who) ||
  (step === 'TECH' && isCentre(who)) ||
  (step === 'REV' && (who === 'reviewer' || who === 'colleague'));
const actsAsOwner = (who: Player, { owner }: Work) => (owner === null ? isStaff(who) : owner === who);
const underWay = ({ application }: Story) =>
  ['submitted', 'changes_requested', 'approved'].includes(application);
const hasEnded = ({ application }: Story) => ['approved', 'rejected', 'withdrawn'].includes(application);
const known = (story: Story) =>
  underWay(story) || story.application === 'rejected' || story.application === 'withdrawn';

/** Whoever is in conflict, and everybody but the owner of a draft, finds nothing. */
const isBlind = (story: Story, who: Player) =>
  who !== 'owner' && (story.application === 'draft' || story.conflicts.includes(who));

export function remaining({ works, asked }: Story): string[] {
  return asked.filter((partition) => {
    const text = works
      .filter((work) => work.step === 'TECH' && work.partition === partition)
      .filter(({ status }) => [...waiting, 'changes_requested', 'approved'].includes(status))
      .toSorted((one, other) => one.handedIn - other.handedIn);
    return text[0]?.says !== 'no';
  });
}

function doneSteps(story: Story): string[] {
  const isDone = (works: Work[]) => works.some(isHandedIn) && !works.some(isOpen);
  return order.filter((step) => {
    const works = story.works.filter((work) => work.step === step);
    if (step !== 'TECH') return isDone(works);
    const left = remaining(story);
    const asked = story.asked.filter(
      (partition) =>
        left.includes(partition) || works.some((work) => work.partition === partition && isHandedIn(work)),
    );
    return (
      asked.length > 0 &&
      asked.every((partition) => isDone(works.filter((work) => work.partition === partition)))
    );
  });
}

const hasOpen = (
  { works }: Story,
  step: string,
  partition: string | null,
  owner: Player | null,
  beside?: Work,
) =>
  works.some(
    (work) =>
      work !== beside &&
      isOpen(work) &&
      work.step === step &&
      work.partition === partition &&
      work.owner === owner,
  );

/** Nothing is left to do on what the application asks for no more. */
const isUnasked = ({ asked }: Story, { partition }: Work) => partition !== null && !asked.includes(partition);

const newest = ({ decisions }: Story) =>
  partitions.flatMap(
    (partition) =>
      decisions
        .filter((one) => one.partition === partition)
        .toSorted((one, other) => other.version - one.version)[0] ?? [],
  );

/** The check rejected it, and nobody has decided otherwise since. */
const turnedDown = (story: Story) =>
  story.works.some(({ step, status }) => step === 'APP' && status === 'rejected') &&
  newest(story).every(({ outcome }) => outcome === 'rejected');

/** With its end nobody asks for changes any more. */
function endChanges({ works }: Story): void {
  for (const work of works)
    if (work.step === 'APP' && work.status === 'changes_requested') {
      work.status = 'submitted';
      work.deadline = null;
    }
}

function record(story: Story, outcomeOf: (partition: string) => string): string[] {
  return story.asked.flatMap((partition) => {
    const before = newest(story).find((one) => one.partition === partition);
    const outcome = outcomeOf(partition);
    if (before?.outcome === outcome) return [];
    story.decisions.push({ partition, version: (before?.version ?? 0) + 1, outcome, released: false });
    return [before === undefined ? 'outcome_recorded' : 'outcome_changed'];
  });
}

function judge(
  story: Story,
  app: Work,
  outcome: 'approved' | 'rejected' | 'changes_requested',
  deadline: string,
): string[] {
  app.status = outcome;
  if (outcome === 'changes_requested') app.deadline = deadline;
  story.application = outcome === 'changes_requested' ? 'changes_requested' : 'submitted';
  return [outcome, ...(outcome === 'rejected' ? record(story, () => 'rejected') : [])];
}

function revokeOpen(story: Story, which: (work: Work) => boolean): string[] {
  return story.works
    .filter((work) => isOpen(work) && which(work))
    .map((work) => {
      work.status = 'revoked';
      work.lead = false;
      return 'revoked';
    });
}

function stop(story: Story, who: Player): string[] {
  story.conflicts.push(who);
  const stopped = story.works.filter(
    (work) => work.owner === who && work.step !== 'APP' && (isOpen(work) || isHandedIn(work)),
  );
  for (const work of stopped) {
    work.before = work.status;
    work.status = 'conflicted';
    work.lead = false;
  }
  return stopped.length === 0 ? ['conflicted'] : stopped.map(() => 'conflicted');
}

function leadBy(story: Story, work: Work): string[] {
  const former = story.works.filter((one) => one.lead && one !== work && one.step === work.step);
  for (const one of former) one.lead = false;
  work.lead = true;
  return [...former.map(() => 'non_lead_assigned'), 'lead_assigned'];
}

export type OracleCommand =
  | {
      type: 'assign';
      step: string;
      to: Player | null;
      partition: string | null;
      lead: boolean;
      id: () => string;
    }
  | { type: 'accept' | 'take'; work: Work; agreed: boolean }
  | {
      type: 'refuse' | 'revoke' | 'reopen' | 'declare_conflict' | 'make_lead';
      work: Work;
    }
  | { type: 'hand_on'; work: Work; to: Player; id: () => string }
  | { type: 'hand_back'; work: Work; id: () => string }
  | { type: 'submit'; work: Work; says: string }
  | { type: 'change_deadline'; work: Work; deadline: string }
  | { type: 'decide'; work: Work; outcome: 'approved' | 'rejected' | 'changes_requested'; deadline: string }
  | { type: 'outcome'; outcome: string; reason: boolean }
  | { type: 'release'; step: string }
  | { type: 'withdraw' | 'take_back' | 'lock' | 'unlock' }
  | { type: 'mark_conflict' | 'clear_conflict'; whom: Player };

function given(
  story: Story,
  command: OracleCommand,
  who: Player,
): { verdict: Verdict; then?: () => string[] } {
  const no = { verdict: 'refused' } as const;
  const again = { verdict: 'again' } as const;
  const done = (then: () => string[]) => ({ verdict: 'done', then }) as const;
  switch (command.type) {
    case 'assign': {
      const { step, to, partition } = command;
      if (!mayAssign(who, step) || !underWay(story) || turnedDown(story)) return no;
      if (step === 'APP' || (to !== null && isCentre(to) !== (step === 'TECH'))) return no;
      if (step === 'TECH' ? partition === null || !remaining(story).includes(partition) : partition !== null)
        return no;
      if (step === 'REPLY' && !story.unlocked) return no;
      if (command.lead && step !== 'REV') return no;
      if (to !== null && (to === 'owner') !== (step === 'REPLY')) return no;
      if (to !== null && story.conflicts.includes(to)) return no;
      if (hasOpen(story, step, partition, to)) return no;
      return done(() => {
        const open = story.works.find(
          (work) => isOpen(work) && work.step === step && work.partition === partition && work.owner === null,
        );
        const work: Work = open ?? {
          id: command.id(),
          step,
          owner: null,
          assigner: null,
          partition,
          status: 'assigned',
          lead: false,
          wasUnowned: false,
          before: null,
          deadline: null,
          handedIn: 0,
          says: null,
        };
        if (open === undefined) story.works.push(work);
        work.owner = to;
        work.assigner = who;
        work.status = to === 'owner' ? 'draft' : 'assigned';
        work.wasUnowned = open !== undefined || to === null;
        const leads = command.lead
          ? leadBy(story, work)
          : step === 'REV' && !work.lead
            ? ['non_lead_assigned']
            : [];
        return [work.status, ...leads];
      });
    }
    case 'accept': {
      const { work } = command;
      if (!actsAsOwner(who, work)) return no;
      if (work.status === 'accepted') return again;
      if (work.status !== 'assigned') return no;
      if (work.step === 'REV' && !command.agreed) return no;
      return done(() => {
        work.status = 'accepted';
        return ['accepted'];
      });
    }
    case 'refuse': {
      const { work } = command;
      if (!actsAsOwner(who, work)) return no;
      if (work.status === 'refused') return again;
      if (work.status !== 'assigned') return no;
      return done(() => {
        work.status = 'refused';
        work.lead = false;
        return ['refused'];
      });
    }
    case 'revoke': {
      const { work } = command;
      const assigner = work.assigner === who && mayAssign(who, work.step);
      if (!isStaff(who) && !assigner) return no;
      if (work.status === 'revoked') return again;
      if (!isOpen(work) || work.step === 'APP') return no;
      return done(() => {
        work.status = 'revoked';
        work.lead = false;
        return ['revoked'];
      });
    }
    case 'take': {
      const { work } = command;
      if (!mayTake(who, work.step) || !(work.owner === null || work.wasUnowned || isStaff(who))) return no;
      if (work.owner === who) return again;
      if (work.owner !== null || (work.status !== 'assigned' && work.status !== 'accepted')) return no;
      if (hasOpen(story, work.step, work.partition, who)) return no;
      if (work.step === 'REV' && !command.agreed) return no;
      return done(() => {
        work.owner = who;
        work.status = 'accepted';
        return ['accepted'];
      });
    }
    case 'hand_back': {
      const { work } = command;
      if (!actsAsOwner(who, work) && !isStaff(who)) return no;
      if (work.status !== 'assigned' && work.status !== 'accepted') return no;
      if (!work.wasUnowned || work.owner === null) return no;
      return done(() => {
        story.works.push({
          ...work,
          id: command.id(),
          owner: null,
          status: 'assigned',
          handedIn: 0,
          says: null,
        });
        work.status = 'refused';
        work.lead = false;
        return ['handed_back', 'assigned'];
      });
    }
    case 'hand_on': {
      const { work, to } = command;
      if (!actsAsOwner(who, work) || !mayAssign(who, work.step)) return no;
      const isTaken = work.wasUnowned && work.owner !== null;
      if (work.status !== 'assigned' && !(work.status === 'accepted' && isTaken)) return no;
      if (isCentre(to) !== (work.step === 'TECH') || (to === 'owner') !== (work.step === 'REPLY')) return no;
      if (story.conflicts.includes(to) || hasOpen(story, work.step, work.partition, to)) return no;
      return done(() => {
        const next: Work = {
          ...work,
          id: command.id(),
          owner: to,
          assigner: who,
          lead: false,
          wasUnowned: false,
          handedIn: 0,
          says: null,
        };
        next.status = to === 'owner' ? 'draft' : 'assigned';
        story.works.push(next);
        const led = work.lead;
        work.status = 'refused';
        work.lead = false;
        const leads = led ? leadBy(story, next) : work.step === 'REV' ? ['non_lead_assigned'] : [];
        return ['refused', next.status, ...leads];
      });
    }
    case 'submit': {
      const { work } = command;
      if (!actsAsOwner(who, work)) return no;
      // Also what was judged since: whether it was is not told before a release.
      if (handedIn.includes(work.status)) return again;
      if (!['draft', 'accepted', 'changes_requested'].includes(work.status)) return no;
      if (work.step === 'REPLY' && !story.unlocked) return no;
      const isApp = work.step === 'APP';
      if (isApp && hasEnded(story)) return no;
      if (work.step === 'FIN') return no;
      const app = story.works.find(({ step }) => step === 'APP');
      // What was answered once stays, but for what the application asks for.
      const says = work.says === 'both' ? command.says : (work.says ?? command.says);
      const judges = app !== undefined && waiting.includes(app.status) && !hasEnded(story);
      // What somebody else was quicker to judge is found once more, and judged no more.
      if (work.step === 'CHECK' && !judges && (app === undefined || waiting.includes(app.status))) return no;
      return done(() => {
        const was = work.status;
        work.status = was === 'changes_requested' ? 'resubmitted' : 'submitted';
        work.handedIn = story.turn;
        work.says = says;
        const reported: string[] = [work.status];
        if (work.step === 'REV' && was !== 'changes_requested')
          reported.push(work.lead ? 'lead_assignment_submitted' : 'non_lead_assignment_submitted');
        if (isApp) {
          story.application = 'submitted';
          if (says === 'less') story.asked = partitions.slice(0, 1);
          reported.push(...revokeOpen(story, (one) => isUnasked(story, one)));
          if (was === 'changes_requested')
            for (const check of story.works)
              if (
                check.step === 'CHECK' &&
                waiting.includes(check.status) &&
                // Ongoing work counts by person: what nobody owns stands in nobody's way.
                (check.owner === null || !hasOpen(story, 'CHECK', null, check.owner, check))
              ) {
                check.status = 'accepted';
                check.deadline = null;
                reported.push('reopened');
              }
        }
        if (work.step === 'CHECK' && judges) {
          const outcome = { good: 'approved', bad: 'rejected', more: 'changes_requested' } as const;
          reported.push(...judge(story, app, outcome[says as 'good'], 'by the check'));
        }
        return reported;
      });
    }
    case 'change_deadline': {
      const { work, deadline } = command;
      if (!isStaff(who)) return no;
      if (work.deadline === deadline) return again;
      if (!isOpen(work)) return no;
      return done(() => {
        work.deadline = deadline;
        return ['deadline_changed'];
      });
    }
    case 'decide': {
      const { work, outcome } = command;
      if (!isStaff(who) || !waiting.includes(work.status) || work.step !== 'APP' || hasEnded(story))
        return no;
      return done(() => judge(story, work, outcome, command.deadline));
    }
    case 'reopen': {
      const { work } = command;
      if (!isStaff(who) || !waiting.includes(work.status) || work.step === 'APP') return no;
      if (turnedDown(story)) return no;
      if (work.owner !== null && hasOpen(story, work.step, work.partition, work.owner)) return no;
      return done(() => {
        work.status = 'accepted';
        work.deadline = null;
        return ['reopened'];
      });
    }
    case 'declare_conflict': {
      const { work } = command;
      const isOffered = work.owner === null && mayTake(who, work.step);
      if (!(actsAsOwner(who, work) || isOffered) || work.step === 'APP' || who === 'owner') return no;
      if (work.status === 'conflicted') return again;
      if (!isOpen(work) && !isHandedIn(work)) return no;
      return done(() => stop(story, who));
    }
    case 'make_lead': {
      const { work } = command;
      if (who !== 'acChair') return no;
      if (work.lead) return again;
      if (work.step !== 'REV' || (!isOpen(work) && !isHandedIn(work))) return no;
      return done(() => leadBy(story, work));
    }
    case 'outcome': {
      if (!isStaff(who) || !underWay(story)) return no;
      if (story.decisions.length > 0 && !command.reason) return no;
      const left = remaining(story);
      return done(() =>
        record(story, (partition) => (left.includes(partition) ? command.outcome : 'rejected')),
      );
    }
    case 'release': {
      const { step } = command;
      if (!isStaff(who) || !known(story)) {
        return no;
      }
      const at = story.released[step] ?? -1;
      const rejected = story.works.some((work) => work.step === 'APP' && work.status === 'rejected');
      const decides = (step === 'FIN' && story.decisions.length > 0) || (step === 'CHECK' && rejected);
      const unseen = decides && newest(story).some(({ released }) => !released);
      const fresh = story.works.some((work) => work.step === step && isHandedIn(work) && work.handedIn > at);
      if (!fresh && !unseen) return at >= 0 ? again : no;
      if (story.works.some((work) => work.step === step && isOpen(work))) return no;
      return done(() => {
        story.released[step] = story.turn;
        if (!decides) return ['released'];
        for (const one of newest(story)) one.released = true;
        const outcomes = newest(story).map(({ outcome }) => outcome);
        const awarded = outcomes.some((outcome) => outcome === 'awarded' || outcome === 'reduced');
        const allRejected = outcomes.every((outcome) => outcome === 'rejected');
        const ended = hasEnded(story);
        if (story.application === 'withdrawn' || (!awarded && !allRejected) || (ended && !unseen))
          return ['released'];
        story.application = awarded ? 'approved' : 'rejected';
        endChanges(story);
        return [
          'released',
          story.application,
          ...revokeOpen(story, (work) => !awarded || order.indexOf(work.step) < order.indexOf('FIN')),
        ];
      });
    }
    case 'withdraw': {
      if (who !== 'owner') return no;
      if (story.application === 'withdrawn') return again;
      if (story.application !== 'submitted' && story.application !== 'changes_requested') return no;
      if (story.decisions.some(({ released }) => released)) return no;
      return done(() => {
        story.application = 'withdrawn';
        endChanges(story);
        return ['withdrawn', ...revokeOpen(story, () => true)];
      });
    }
    case 'take_back': {
      if (who !== 'owner') return no;
      if (story.application === 'draft') return again;
      if (story.application !== 'submitted') return no;
      if (story.works.some(({ step, status }) => status !== (step === 'APP' ? 'submitted' : 'revoked')))
        return no;
      return done(() => {
        story.application = 'draft';
        for (const work of story.works) if (work.step === 'APP') work.status = 'draft';
        return ['taken_back'];
      });
    }
    case 'lock':
    case 'unlock': {
      if (!isStaff(who)) return no;
      const unlocked = command.type === 'unlock';
      if (story.unlocked === unlocked) return again;
      if (!underWay(story) || (unlocked && turnedDown(story))) return no;
      return done(() => {
        story.unlocked = unlocked;
        return [unlocked ? 'unlocked' : 'locked'];
      });
    }
    case 'mark_conflict': {
      if (!isStaff(who)) return no;
      if (story.conflicts.includes(command.whom)) return again;
      if (!known(story) || command.whom === 'owner') return no;
      return done(() => stop(story, command.whom));
    }
    case 'clear_conflict': {
      if (!isStaff(who) || !known(story) || !story.conflicts.includes(command.whom)) return no;
      return done(() => {
        story.conflicts = story.conflicts.filter((one) => one !== command.whom);
        const back = story.works.filter(
          (work) => work.owner === command.whom && work.status === 'conflicted',
        );
        for (const work of back) {
          work.status = work.before ?? 'assigned';
          work.before = null;
        }
        const ended = revokeOpen(story, (work) => back.includes(work) && isUnasked(story, work));
        return back.length === 0 ? ['conflict_cleared'] : [...back.map(() => 'conflict_cleared'), ...ended];
      });
    }
  }
}

/** Plays an operation: the story is as it is afterwards. What happened comes sorted. */
export function play(
  story: Story,
  command: OracleCommand,
  who: Player,
): { verdict: Verdict; events: string[] } {
  story.turn += 1;
  if (isBlind(story, who)) return { verdict: 'refused', events: [] };
  const { verdict, then } = given(story, command, who);
  if (then === undefined) return { verdict, events: [] };
  const left = remaining(story);
  const doneBefore = doneSteps(story);
  const events = then();
  for (const partition of left)
    if (story.asked.includes(partition) && !remaining(story).includes(partition))
      events.push('partition_dropped');
  for (const step of doneSteps(story))
    if (!doneBefore.includes(step) && !(step === 'APP' && hasEnded(story))) events.push('all_submitted');
  return { verdict, events: events.toSorted() };
}
