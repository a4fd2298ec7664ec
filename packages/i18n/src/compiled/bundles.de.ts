// Compiled from packages/i18n/catalogue/bundles/de.po: node tools/check-texts.ts --write
export default {
  "bundles.missing.cut": ["Das Portal konnte die Datei nicht bis zum Ende lesen. Die Datei in diesem Ordner ist unvollständig. Laden Sie sie in einigen Minuten noch einmal herunter."],
  "bundles.missing.failed": ["Das Portal konnte die Datei nicht öffnen. Versuchen Sie es in einigen Minuten noch einmal."],
  "bundles.missing.gone": ["Das Portal hat diese Datei nicht mehr."],
  "bundles.missing.head": ["Diese Dateien fehlen hier oder sind unvollständig:"],
  "bundles.missing.inTheMaking": ["Das Portal erstellt dieses PDF noch. Laden Sie es in einigen Minuten noch einmal herunter."],
  "bundles.missing.line": [["file"],": ",["reason"]],
  "bundles.missing.name": ["Fehlende Dateien.txt"],
  "bundles.readMe": ["Dateien der Anträge für ",["call"],", die Sie herunterladen können, Stand ",["at"],". Jeder Antrag hat einen Ordner mit seiner Nummer als Namen. Die Dateien enthalten personenbezogene Daten: Löschen Sie sie, sobald Sie sie nicht mehr brauchen."],
};
