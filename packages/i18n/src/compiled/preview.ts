// Compiled from packages/i18n/catalogue/preview: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'preview.closed.text': None;
  'preview.closed.title': None;
  'preview.crumb': None;
  'preview.form': None;
  'preview.frame': None;
  'preview.links': None;
  'preview.links.copied': None;
  'preview.links.copy': None;
  'preview.links.copyNow': None;
  'preview.links.days': None;
  'preview.links.days.hint': None;
  'preview.links.loading': None;
  'preview.links.made': None;
  'preview.links.make': None;
  'preview.links.none': None;
  'preview.links.note': None;
  'preview.links.note.hint': None;
  'preview.links.text': None;
  'preview.links.unnamed': None;
  'preview.links.until': { until: Said };
  'preview.links.untilBy': { by: Said; until: Said };
  'preview.links.what': None;
  'preview.links.withdraw': None;
  'preview.links.withdrawOf': { name: Said };
  'preview.links.withdrawn': None;
  'preview.loading': None;
  'preview.noApply': None;
  'preview.note': None;
  'preview.noteUntil': { until: Said };
  'preview.page': None;
  'preview.parts': None;
  'preview.readOnly': None;
  'preview.title': { title: Said };
  'preview.what': None;
  'preview.width': None;
  'preview.width.desktop': None;
  'preview.width.phone': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {
  'preview.title': 'call';
}
