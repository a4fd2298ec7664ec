// Compiled from packages/i18n/catalogue/links/de.po: node tools/check-texts.ts --write
export default {
  "links.answers": ["Antwortet"],
  "links.broken": [["status"]," seit ",["day"]],
  "links.check": ["Links jetzt prüfen"],
  "links.checked": ["Die Links wurden am ",["at"]," geprüft. Das Portal prüft sie jede Nacht."],
  "links.checking": ["Links werden geprüft …"],
  "links.closed": ["Verlangt eine Anmeldung (",["status"],")"],
  "links.failure.certificate": ["Ungültiges Zertifikat seit ",["day"]],
  "links.failure.connection": ["Keine Antwort seit ",["day"]],
  "links.failure.name": ["Unbekannter Server seit ",["day"]],
  "links.failure.redirects": ["Zu viele Weiterleitungen seit ",["day"]],
  "links.failure.time": ["Keine Antwort innerhalb von 10 Sekunden seit ",["day"]],
  "links.inText": ["Im Text"],
  "links.never": ["Die Links werden heute Nacht zum ersten Mal geprüft."],
  "links.private": ["Nicht geprüft: in einem privaten Netz"],
};
