// Compiled from packages/words/catalogue/frame: node tools/check-words.ts --write
import type { Said } from '../message.ts';

type None = Record<never, never>;

/** The texts of this area, and the values that each asks for. */
export interface AreaTexts {
  'frame.adminTitle': None;
  'frame.foot.accessibility': None;
  'frame.foot.contact': None;
  'frame.foot.documentation': None;
  'frame.foot.name': None;
  'frame.foot.privacy': None;
  'frame.foot.serverTime': { time: Said; zone: Said };
  'frame.foot.terms': None;
  'frame.foot.version': { version: Said };
  'frame.kit.close': None;
  'frame.kit.hidePassword': None;
  'frame.kit.showPassword': None;
  'frame.kit.stillNeeded': { what: Said };
  'frame.language.choose': None;
  'frame.language.hint': None;
  'frame.language.name': None;
  'frame.menu.close': None;
  'frame.menu.home': None;
  'frame.menu.login': None;
  'frame.menu.logout': None;
  'frame.menu.main': None;
  'frame.menu.name': None;
  'frame.menu.open': None;
  'frame.menu.profile': None;
  'frame.menu.signUp': None;
  'frame.menu.who': None;
  'frame.missing.allCalls': None;
  'frame.missing.text': None;
  'frame.missing.title': None;
  'frame.notice.all': { n: number };
  'frame.notice.clear': None;
  'frame.notice.close': None;
  'frame.notice.error': None;
  'frame.notice.info': None;
  'frame.notice.recent': None;
  'frame.notice.recentCount': { n: number };
  'frame.notice.success': None;
  'frame.notice.times': { n: number };
  'frame.notice.warning': None;
  'frame.notice.wrong': { n: number };
  'frame.role.admin': None;
  'frame.role.pro': None;
  'frame.scheme.auto': None;
  'frame.scheme.dark': None;
  'frame.scheme.light': None;
  'frame.scheme.name': None;
  'frame.session.allSaved': None;
  'frame.session.expired': None;
  'frame.session.kept': { n: number };
  'frame.session.loginAgain': None;
  'frame.session.notForYou': None;
  'frame.skip': None;
  'frame.tabs.applications': None;
  'frame.tabs.calls': None;
  'frame.tabs.dashboard': None;
  'frame.tabs.legacy': None;
  'frame.time.beside': { place: Said };
  'frame.time.closed': None;
  'frame.time.cutOffEndsIn': None;
  'frame.time.days': { n: number };
  'frame.time.daysHours': { days: number; hours: number };
  'frame.time.hours': { n: number };
  'frame.time.hoursMinutes': { hours: number; minutes: number };
  'frame.time.minutes': { n: number };
  'frame.time.minutesSeconds': { minutes: number; seconds: number };
  'frame.time.seconds': { seconds: number };
  'frame.time.there': { place: Said; time: Said };
  'frame.time.underAMinute': None;
  'frame.userPortal': None;
  'frame.wrong.couldNotLoad': { what: Said };
  'frame.wrong.loading': None;
  'frame.wrong.loadingPage': None;
  'frame.wrong.noConnection': None;
  'frame.wrong.noConnectionWhy': None;
  'frame.wrong.notFound': None;
  'frame.wrong.notLoaded': None;
  'frame.wrong.notLoadedWhy': None;
  'frame.wrong.nothingChanged': { why: Said };
  'frame.wrong.offline': None;
  'frame.wrong.reference': { when: Said; zone: Said };
  'frame.wrong.reload': None;
  'frame.wrong.text': None;
  'frame.wrong.title': None;
  'frame.wrong.tryAgain': None;
  'frame.wrong.unnamed': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {
  'frame.menu.who': 'name';
  'frame.wrong.reference': 'contact' | 'number';
}
export type { None, Said };
