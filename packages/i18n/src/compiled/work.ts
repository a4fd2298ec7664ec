// Compiled from packages/i18n/catalogue/work: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'work.appointment.accept': None;
  'work.appointment.asksFirst': None;
  'work.appointment.handOn': None;
  'work.appointment.opening': None;
  'work.appointment.reject': None;
  'work.chooser.noDeadline': None;
  'work.chooser.title': None;
  'work.coi.agree': None;
  'work.coi.agreed': None;
  'work.coi.agreedOn': None;
  'work.coi.before': None;
  'work.coi.conflict': None;
  'work.coi.later': None;
  'work.coi.names': None;
  'work.coi.subject': None;
  'work.coi.title': None;
  'work.comments.title': None;
  'work.conflict.back': None;
  'work.conflict.do': None;
  'work.conflict.now': None;
  'work.conflict.reason': None;
  'work.conflict.reasonHint': None;
  'work.conflict.title': None;
  'work.conflict.what': None;
  'work.handBack.do': None;
  'work.handBack.title': None;
  'work.handBack.what': None;
  'work.handOn.choose': None;
  'work.handOn.despite': None;
  'work.handOn.do': None;
  'work.handOn.found': { n: number };
  'work.handOn.looking': None;
  'work.handOn.none': None;
  'work.handOn.people': None;
  'work.handOn.reason': None;
  'work.handOn.search': None;
  'work.handOn.searchHint': None;
  'work.handOn.title': None;
  'work.handOn.what': None;
  'work.head.all': None;
  'work.lead.do': None;
  'work.lead.doOf': { who: Said };
  'work.lead.isLead': None;
  'work.lead.nobody': None;
  'work.lead.title': None;
  'work.left.closed': { uid: Said };
  'work.left.dashboard': None;
  'work.left.handedBack': None;
  'work.left.handedOn': None;
  'work.mine.review': None;
  'work.mine.scored': { done: number; name: Said; total: number };
  'work.mine.work': None;
  'work.preview.more': None;
  'work.reads.everything': None;
  'work.reads.fromAward': { roles: Said };
  'work.reads.fromRelease': { roles: Said };
  'work.reads.fromSubmission': { roles: Said };
  'work.reads.name': { organisation: Said; role: Said };
  'work.reads.nameAssigners': { assigners: Said; organisation: Said; role: Said };
  'work.reads.others': None;
  'work.reads.staff': { organisation: Said };
  'work.reads.title': None;
  'work.reject.do': None;
  'work.reject.keep': None;
  'work.reject.reason': None;
  'work.reject.reasonHint': None;
  'work.reject.title': None;
  'work.reject.what': None;
  'work.side.label': None;
  'work.side.proposal': None;
  'work.side.several': { n: number; step: Said };
  'work.side.soon': None;
  'work.side.switch': None;
  'work.submit.after': None;
  'work.sum': None;
  'work.take.do': None;
  'work.take.open': { step: Said };
  'work.take.openFor': { partition: Said; step: Said };
}

/** The parts of a text that are more than words. */
export interface AreaParts {
  'work.coi.agreed': 'again' | 'day';
  'work.take.open': 'strong';
  'work.take.openFor': 'strong';
}
