// Compiled from packages/i18n/catalogue/changes: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'changes.answer.at': { name: Said };
  'changes.answer.empty': None;
  'changes.answer.hint': None;
  'changes.answer.label': None;
  'changes.answer.more': None;
  'changes.answer.send': None;
  'changes.answer.sent': None;
  'changes.done': None;
  'changes.fileGone': None;
  'changes.form.toAnswer': { n: number };
  'changes.kind.added': None;
  'changes.kind.changed': None;
  'changes.kind.moved': None;
  'changes.kind.removed': None;
  'changes.list.allDone': None;
  'changes.list.gone': { name: Said };
  'changes.list.heading': None;
  'changes.list.open': { n: number };
  'changes.list.title': { n: number };
  'changes.markDone': None;
  'changes.markedDone': None;
  'changes.markedOpen': None;
  'changes.notDone': None;
  'changes.notMarked': None;
  'changes.person': { name: Said; role: Said };
  'changes.point.ask': None;
  'changes.point.at': { name: Said };
  'changes.point.cancel': None;
  'changes.point.change': None;
  'changes.point.empty': None;
  'changes.point.hint': None;
  'changes.point.keep': None;
  'changes.point.kept': None;
  'changes.point.label': None;
  'changes.point.mine': None;
  'changes.point.remove': None;
  'changes.point.removeAt': { name: Said };
  'changes.point.removed': None;
  'changes.points.gathered': { n: number };
  'changes.points.none': None;
  'changes.points.onlyIfAsked': { n: number };
  'changes.points.title': None;
  'changes.row.added': None;
  'changes.row.moved': { n: number };
  'changes.row.named': { group: Said; n: number };
  'changes.row.removed': { n: number };
  'changes.since.before': None;
  'changes.since.count': { n: number };
  'changes.since.failed': None;
  'changes.since.from': None;
  'changes.since.key': None;
  'changes.since.nothing': None;
  'changes.since.show': None;
  'changes.since.submission': { day: Said; n: number };
  'changes.since.title': None;
  'changes.since.undated': { n: number };
  'changes.submit.open': { n: number };
  'changes.submit.typed': { n: number };
  'changes.thread': None;
  'changes.threadAt': { name: Said };
  'changes.toAnswer': None;
  'changes.you': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {
  'changes.since.key': 'del' | 'ins';
}
