// Compiled from packages/i18n/catalogue/links/en.po: node tools/check-texts.ts --write
export default {
  "links.answers": ["Answers"],
  "links.broken": [["status"]," since ",["day"]],
  "links.check": ["Check links now"],
  "links.checked": ["The links were checked on ",["at"],". The portal checks them every night."],
  "links.checking": ["Checking links…"],
  "links.closed": ["Requires a login (",["status"],")"],
  "links.failure.certificate": ["Invalid certificate since ",["day"]],
  "links.failure.connection": ["No answer since ",["day"]],
  "links.failure.name": ["Unknown server since ",["day"]],
  "links.failure.redirects": ["Too many redirects since ",["day"]],
  "links.failure.time": ["No answer within 10 seconds since ",["day"]],
  "links.inText": ["In the text"],
  "links.never": ["The links are checked for the first time tonight."],
  "links.private": ["Not checked: inside a private network"],
};
