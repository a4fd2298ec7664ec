/**
 * What stands in the confidential places of the world, and who may know it: written from docs/requirements, not from the code that is asked. Whoever is not named may not.
 */

const applicants = ['ada', 'olaf', 'dora'] as const;
const staff = ['pro', 'admin'] as const;
const council = ['acMember', 'acChair'] as const;

export type Person =
  | (typeof applicants)[number]
  | (typeof staff)[number]
  | (typeof council)[number]
  | 'proConflicted'
  | 'acConflicted'
  | 'centreNorth'
  | 'centreSouth'
  | 'centreWest'
  | 'tech'
  | 'techAsked'
  | 'techOther'
  | 'sci'
  | 'sciToo'
  | 'sciAsked'
  | 'sciRefused'
  | 'sciRevoked'
  | 'sciConflicted'
  | 'sciOther'
  | 'rap'
  | 'rapToo'
  | 'rapAsked'
  | 'rapOther'
  | 'chair'
  | 'chairOther'
  | 'manager'
  | 'finance'
  | 'coordinator'
  | 'reader';

// Of Main, which is under review: two partitions, nothing released.
const mainReaders: Person[] = [
  'ada',
  ...staff,
  'centreNorth',
  'centreSouth',
  'tech',
  'sci',
  'sciToo',
  'rap',
  'rapToo',
  'chair',
  ...council,
];
const mainAsked: Person[] = [...mainReaders, 'techAsked', 'sciAsked', 'rapAsked'];
const mainJudges: Person[] = [...staff, 'rap', 'rapToo', 'chair', ...council];
// Of Done, which was awarded, with everything released: whoever is in conflict with Main is not with this one.
const everyStaff: Person[] = [...staff, 'proConflicted'];
const everyCouncil: Person[] = [...council, 'acConflicted'];
const doneJudges: Person[] = [...everyStaff, 'rap', 'chair', ...everyCouncil];
const doneReaders: Person[] = [...doneJudges, 'olaf', 'centreNorth', 'tech', 'sci', 'manager'];
/** Whoever has work on it knows as much of it as is asked to judge a conflict. */
const doneAsked: Person[] = [...doneReaders, 'finance'];
/** Who deals with reviewers by name, or pays them. */
const knowReviewers: Person[] = [...everyStaff, 'rap', 'rapToo', 'chair', ...everyCouncil, 'finance'];
const putReviewers: Person[] = [...everyStaff, 'chair'];
const centres: Person[] = ['centreNorth', 'centreSouth'];

/** Each planted text by its name, with those who may know it. */
const knownBy = {
  // Enough to judge a conflict of interest. Source: Requirements 2, 6.11.
  'main.title': mainAsked,
  'main.first': mainAsked,
  'main.last': mainAsked,
  'main.home': mainAsked,
  'main.plan': mainReaders,
  'main.case.name': mainReaders,
  'main.case.words': mainReaders,
  'main.case.info': mainReaders,
  'main.phone': ['ada', ...staff],
  'main.cv.name': ['ada', ...staff],
  'main.cv.words': ['ada', ...staff],
  'main.cv.info': ['ada', ...staff],
  'main.excluded': ['ada', ...staff, 'chair'],
  // What speaks for a conflict: whom the applicant asks to leave out, and the house of the applicant's own address.
  'main.evidence': ['ada', ...staff, 'chair'],
  'main.domain': ['ada', 'techOther', 'chair', ...centres, ...everyStaff],
  'name.ada': ['ada', 'chair', ...centres, ...everyStaff],
  // The words that somebody agreed to are their own, whatever the step asks for since.
  'main.agreement': ['sci', ...staff],
  // What an event holds: the reason is in the log, anything else is for the portal itself.
  'main.event': staff,
  'main.event.more': [],
  'main.mark': [...staff, 'chair'],
  'main.adm.why': staff,
  'main.adm.panel': staff,
  // A centre reads what is found about its own partitions. Source: Requirements 2, 6.16 and 6.17.
  'main.tec': ['tech', 'centreNorth', ...mainJudges],
  'main.tec.panel': ['tech', 'centreNorth', ...staff, 'rap', 'rapToo', 'chair'],
  'main.sci': ['sci', ...mainJudges],
  'main.sci.score': ['sci', ...mainJudges],
  'main.sci.panel': ['sci', ...mainJudges],
  'main.sci.file.name': ['sci', ...mainJudges],
  'main.sci.file.words': ['sci', ...mainJudges],
  'main.sci.file.info': ['sci', ...mainJudges],
  'main.sciToo': ['sciToo'],
  'main.sciToo.score': ['sciToo'],
  'main.sciToo.panel': ['sciToo'],
  'main.refused': [...staff, 'sciRefused'],
  // Whom they named in their place: for whoever may assign the step, and with their own data.
  'main.instead.name': [...staff, 'chair', 'sciRefused'],
  'main.instead.mail': [...staff, 'chair', 'sciRefused'],
  'main.instead.home': [...staff, 'chair', 'sciRefused'],
  'main.revoked': [...staff, 'sciRevoked'],
  // Their own words, which they get with their own data.
  'main.declared': [...staff, 'sciConflicted'],
  'main.marked.pro': staff,
  'main.marked.ac': staff,
  'main.note': staff,
  // What was asked for at a field, what its applicant answered, what stood there before, and what staff have gathered since.
  'main.point': ['ada', ...staff],
  'main.comment': ['ada', ...staff],
  'main.old': ['ada', ...staff],
  'main.gathered': staff,
  'main.rap': ['rap'],
  'main.rap.panel': ['rap'],
  'main.rapToo': ['rapToo', ...staff, 'chair', ...council],
  'main.rank': [...staff, 'chair', ...council],
  'main.minutes': [...staff, 'chair', ...council],
  'main.all': [...staff, ...council],
  'main.all.amount': [...staff, ...council],
  'main.all.why': [...staff, ...council],
  'done.title': doneAsked,
  'done.first': doneAsked,
  'done.last': doneAsked,
  'done.home': doneAsked,
  'done.plan': doneReaders,
  'done.case.name': doneReaders,
  'done.case.words': doneReaders,
  'done.case.info': doneReaders,
  'done.phone': ['olaf', ...everyStaff, 'centreNorth', 'manager'],
  'done.cv.name': ['olaf', ...everyStaff, 'centreNorth', 'manager'],
  'done.cv.words': ['olaf', ...everyStaff, 'centreNorth', 'manager'],
  'done.cv.info': ['olaf', ...everyStaff, 'centreNorth', 'manager'],
  'done.excluded': ['olaf', ...everyStaff, 'chair'],
  'done.mark': [...everyStaff, 'chair'],
  'done.adm.why': ['olaf', ...everyStaff],
  'done.adm.panel': everyStaff,
  'done.tec': ['olaf', 'tech', 'centreNorth', 'manager', ...doneJudges],
  'done.tec.panel': ['tech', 'centreNorth', ...everyStaff, 'rap', 'chair'],
  'done.sci': ['olaf', 'sci', ...doneJudges],
  'done.sci.score': ['olaf', 'sci', ...doneJudges],
  'done.sci.panel': ['sci', ...doneJudges],
  // Of a file the applicant gets what it says; never its author's name for it, nor what else the file says of its author.
  'done.sci.file.words': ['olaf', 'sci', ...doneJudges],
  'done.sci.file.name': ['sci', ...doneJudges],
  'done.sci.file.info': ['sci', ...doneJudges],
  'done.note': everyStaff,
  'done.rap': ['olaf', ...doneJudges],
  'done.rap.panel': doneJudges,
  'done.rank': [...everyStaff, 'chair', ...everyCouncil],
  'done.minutes': [...everyStaff, 'chair', ...everyCouncil],
  'done.all': ['olaf', 'centreNorth', 'manager', ...doneJudges],
  'done.all.amount': ['olaf', 'centreNorth', 'manager', ...doneJudges],
  'done.all.why': ['olaf', 'centreNorth', 'manager', ...doneJudges],
  'done.payment': ['finance', ...everyStaff],
  'done.report': ['olaf', 'centreNorth', 'manager', ...everyStaff],
  'draft.title': ['dora'],
  'draft.first': ['dora'],
  'draft.last': ['dora'],
  'draft.home': ['dora'],
  'draft.plan': ['dora'],
  'draft.phone': ['dora'],
  'draft.excluded': ['dora'],
  'draft.case.name': ['dora'],
  'draft.case.words': ['dora'],
  'draft.case.info': ['dora'],
  'bank.sci': ['sci', 'finance'],
  'bank.ada': ['ada'],
  'address.sci': ['sci'],
  'address.ada': ['ada'],
  'invited.name': knowReviewers,
  'invited.mail': putReviewers,
  'name.tech': ['tech', ...centres, ...knowReviewers],
  'mail.tech': ['tech', ...centres, ...everyStaff],
  'name.techAsked': ['techAsked', ...centres, ...knowReviewers],
  'mail.techAsked': ['techAsked', ...centres, ...everyStaff],
  'name.sci': ['sci', ...knowReviewers],
  'mail.sci': ['sci', ...putReviewers],
  'name.sciToo': ['sciToo', ...knowReviewers],
  'mail.sciToo': ['sciToo', ...putReviewers],
  'name.sciAsked': ['sciAsked', ...knowReviewers],
  'mail.sciAsked': ['sciAsked', ...putReviewers],
  'name.sciRefused': ['sciRefused', ...knowReviewers],
  'mail.sciRefused': ['sciRefused', ...putReviewers],
  'name.sciRevoked': ['sciRevoked', ...knowReviewers],
  'mail.sciRevoked': ['sciRevoked', ...putReviewers],
  'name.sciConflicted': ['sciConflicted', ...knowReviewers],
  'mail.sciConflicted': ['sciConflicted', ...putReviewers],
  'name.rap': ['rap', ...knowReviewers],
  'mail.rap': ['rap', ...putReviewers],
  'name.chair': ['chair', ...knowReviewers],
  'mail.chair': ['chair', ...everyStaff],
  'name.acChair': ['acChair', ...knowReviewers],
  'mail.acChair': ['acChair', ...everyStaff],
} as const satisfies Record<string, readonly Person[]>;
export type PlantName = keyof typeof knownBy;
export const plantNames = Object.keys(knownBy) as PlantName[];

/** What stands there: a word that nothing else holds, or a number that nothing else is. */
export const plant = (name: PlantName): string =>
  /\.(score|amount)$/.test(name)
    ? `90117${String(plantNames.indexOf(name)).padStart(3, '0')}`
    : // Without its dots, for mails greet nobody whose name looks like an address.
      `pl-${name.replaceAll('.', '').toLowerCase()}-lp`;

const names = new Map(plantNames.map((name) => [plant(name), name]));

/** The planted texts that stand in a text. */
export function plantsIn(text: string): Set<PlantName> {
  const found = new Set<PlantName>();
  for (const [word] of text.toLowerCase().matchAll(/pl-[a-z]+-lp|90117\d{3}/g)) {
    const name = names.get(word);
    if (name !== undefined) found.add(name);
  }
  return found;
}

export const mayKnow = (person: Person, name: PlantName): boolean =>
  (knownBy[name] as readonly Person[]).includes(person);

/** Whoever may know that the text stands there at all. */
const readersOf = (name: PlantName): readonly Person[] => knownBy[name];

/** Who may know of an assignment that it is there, beside its owner; of those that were handed in, whoever may read it. */
const workKnownTo: Readonly<Record<string, readonly Person[]>> = {
  'main.APP.ada': readersOf('main.title'),
  'main.ADM.pro': staff,
  'main.TEC.tech': readersOf('main.tec'),
  'main.SCI.sci': readersOf('main.sci'),
  'main.RAP.rapToo': readersOf('main.rapToo'),
  'main.PAN.chair': readersOf('main.rank'),
  'main.ALL.acChair': readersOf('main.all'),
  'done.APP.olaf': readersOf('done.title'),
  'done.ADM.pro': readersOf('done.adm.why'),
  'done.TEC.tech': readersOf('done.tec'),
  'done.SCI.sci': readersOf('done.sci'),
  'done.RAP.rap': readersOf('done.rap'),
  'done.PAN.chair': readersOf('done.rank'),
  'done.ALL.acChair': readersOf('done.all'),
  'done.FIN.finance': readersOf('done.payment'),
  'done.REP.olaf': readersOf('done.report'),
  'draft.APP.dora': ['dora'],
};

/** Whether somebody may know of an assignment, by what it is: `main.SCI.sci`. What is under way is its owner's and staff's. */
export const mayKnowWork = (person: Person, work: string): boolean =>
  work.endsWith(`.${person}`) || (workKnownTo[work] ?? staff).includes(person);
