/** A mutant that no test can notice: nothing that anybody can see changes with it. */
export interface Equivalent {
  file: string;
  /** The line on which it begins, as it stands there; lines may move. */
  line: string;
  /** What stands there → what takes its place. */
  mutant: string;
  why: string;
}

const noSuchValue = 'what takes the place of nothing fits nothing that it is compared with';
const nullIsNoTime =
  'null is no time either: every comparison with it is false, the check is for the compiler';

const noPassword =
  'of no hash the answer is false, whatever the password: the checks before it are for the compiler';

/** What could be noticed and is not belongs into a test, never here. */
export const equivalents: readonly Equivalent[] = [
  {
    file: 'can-edit.ts',
    line: 'if (waiting.includes(assignment.status) && time.start !== null && nowMs < Date.parse(time.start))',
    mutant: 'time.start !== null → true',
    why: nullIsNoTime,
  },
  {
    file: 'can-edit.ts',
    line: 'if (time.deadline !== null && nowMs > Date.parse(time.deadline))',
    mutant: 'time.deadline !== null → true',
    why: nullIsNoTime,
  },
  {
    file: 'read-assignment.ts',
    line: '.flatMap((element) => [element, ...(element.children ?? [])]);',
    mutant: '[] → ["Stryker was here"]',
    why: noSuchValue,
  },
  {
    file: 'project-error-report.ts',
    line: 'return text !== undefined && form.test(text) ? text : undefined;',
    mutant: 'text !== undefined → true',
    why: 'the name of undefined has the form, and gives undefined as before',
  },
  {
    file: 'project-error-report.ts',
    line: "function frameOf({ filename = '', function: name, lineno, colno }: Frame) {",
    mutant: `'' → "Stryker was here!"`,
    why: 'neither is a file of ours',
  },
  {
    file: 'project-error-report.ts',
    line: "filename: ownFile.exec(filename.replace(/[?#].*$/, ''))?.[1] ?? ownName(filename, builtIn) ?? 'elsewhere',",
    mutant: '/[?#].*$/ → /[?#].*/',
    why: 'a name with a line break is no file of ours before and after',
  },
  {
    file: 'project-error-report.ts',
    line: "const known = error instanceof Error ? error : new Error('thrown');",
    mutant: `'thrown' → ""`,
    why: 'nothing of a message gets out, whatever it is',
  },
  {
    file: 'project-error-report.ts',
    line: "const stack = (known.stack ?? '').replace(known.message, '');",
    mutant: `'' → "Stryker was here!"`,
    why: 'nothing of a message gets out, whatever it is',
  },
  {
    file: 'project-person.ts',
    line: "known.set(applicant, viewer.isStaff ? 'email' : 'name');",
    mutant: `'email' → ""`,
    why: 'staff know every address without this, and what is not email is the name alone',
  },
  {
    file: 'project-person.ts',
    line: "known.set(applicant, viewer.isStaff ? 'email' : 'name');",
    mutant: `'name' → ""`,
    why: 'staff know every address without this, and what is not email is the name alone',
  },
  {
    file: 'project-person.ts',
    line: 'if (ownerId === null || ownerId === applicant || step === undefined) continue;',
    mutant: 'ownerId === null → false',
    why: 'null is the id of nobody who could be asked for',
  },
  {
    file: 'project-person.ts',
    line: "const known = mine ? new Map([[viewer.userId, 'email']]) : acquaintances(viewer, cast);",
    mutant: `'email' → ""`,
    why: 'one knows the own address without this',
  },
  {
    file: 'project-person.ts',
    line: 'return projectPerson(viewer, person, [cast]) ?? [];',
    mutant: '[] → ["Stryker was here"]',
    why: 'whoever is known here is known there',
  },
  {
    file: 'report-table.ts',
    line: 'const centres = asked.flatMap(({ partitionId }) => centreOf.get(partitionId) ?? []);',
    mutant: '[] → ["Stryker was here"]',
    why: noSuchValue,
  },
  {
    file: 'plain-date.ts',
    line: "const { year = '', month = '', day = '' } = partsOf(instant, timeZone);",
    mutant: `'' → "Stryker was here!"`,
    why: 'every part is there, the defaults are for the compiler',
  },
  {
    file: 'plain-date.ts',
    line: 'if (known !== undefined) return known;',
    mutant: 'known !== undefined → false',
    why: 'a formatter is kept for speed alone',
  },
  {
    file: 'plain-date.ts',
    line: 'formatters.set(timeZone, made);',
    mutant: 'formatters.set(timeZone, made); → ;',
    why: 'a formatter is kept for speed alone',
  },
  {
    file: 'plain-date.ts',
    line: "const at = typeof instant === 'string' ? new Date(instant) : instant;",
    mutant: "typeof instant === 'string' → true",
    why: 'a date of a date is the same date',
  },
  {
    file: 'assignment-time.ts',
    line: 'const windows = cutoffs.flatMap((other) => windowOf(other) ?? []);',
    mutant: '[] → ["Stryker was here"]',
    why: noSuchValue,
  },
  {
    file: 'draft-expiry.ts',
    line: 'to.setUTCDate(1);',
    mutant: '1 → 2',
    why: 'any day that every month has will do while the month is moved',
  },
  {
    file: 'draft-expiry.ts',
    line: 'const warned = last.sentAt !== null && ageOf(last.sentAt) >= lastMs;',
    mutant: 'last.sentAt !== null → true',
    why: nullIsNoTime,
  },
  {
    file: 'what-comes-next.ts',
    line: 'late: end !== null && Date.parse(end) < now.getTime(),',
    mutant: 'end !== null → true',
    why: nullIsNoTime,
  },
  {
    file: 'windows.ts',
    line: 'return instant === null || Date.parse(instant) < unsetBeforeMs ? null : instant;',
    mutant: 'instant === null → false',
    why: nullIsNoTime,
  },
  {
    file: 'windows.ts',
    line: 'if (otherMs > startMs && (closing === null || otherMs < Date.parse(closing))) closing = other.start;',
    mutant: 'otherMs < Date.parse(closing) → otherMs <= Date.parse(closing)',
    why: 'the same instant either way',
  },
  {
    file: 'sessions.ts',
    line: "if (replacedForMs !== null && (used || replacedForMs > refreshGraceMs)) return 'end_family';",
    mutant: 'replacedForMs !== null → true',
    why: 'what was not replaced has no successor that was used, and null is not more than any time',
  },
  {
    file: 'sign-in-ways.ts',
    line: 'if (authTime === undefined) return null;',
    mutant: 'authTime === undefined → false',
    why: nullIsNoTime,
  },
  {
    file: 'limits.ts',
    line: "if (typeof limit !== 'string') return null;",
    mutant: "typeof limit !== 'string' → false",
    why: 'what is no text is no number either',
  },
  {
    file: 'limits.ts',
    line: 'if (limit.years === undefined) return dayNumber(context.today) + (limit.days ?? 0);',
    mutant: 'limit.years === undefined → false',
    why: 'the longer way comes to the same day: this line is for speed',
  },
  {
    file: 'refresh-session.ts',
    line: ".where('replaced_at', '<', new Date(now.getTime() - refreshGraceMs)),",
    mutant: 'now.getTime() - refreshGraceMs → now.getTime() + refreshGraceMs',
    why: 'a replaced token whose successor was used ends its family: nobody opens its sealed successor again',
  },
  {
    file: 'refresh-session.ts',
    line: ".where('replaced_at', '<', new Date(now.getTime() - refreshGraceMs)),",
    mutant: 'now.getTime() → now.getTime() + 900',
    why: 'a replaced token whose successor was used ends its family: nobody opens its sealed successor again',
  },
  {
    file: 'refresh-session.ts',
    line: 'if (held.successor_access_expires_at === null || held.successor_sealed === null) return null;',
    mutant: 'held.successor_access_expires_at === null || held.successor_sealed === null → false',
    why: 'what is repeated has its successor: this is the second lock, and for the compiler',
  },
  {
    file: 'refresh-session.ts',
    line: 'if (held.successor_access_expires_at === null || held.successor_sealed === null) return null;',
    mutant:
      'held.successor_access_expires_at === null || held.successor_sealed === null → held.successor_access_expires_at === null && held.successor_sealed === null',
    why: 'what is repeated has its successor: this is the second lock, and for the compiler',
  },
  {
    file: 'refresh-session.ts',
    line: 'if (held.successor_access_expires_at === null || held.successor_sealed === null) return null;',
    mutant: 'held.successor_access_expires_at === null → false',
    why: 'what is repeated has its successor: this is the second lock, and for the compiler',
  },
  {
    file: 'refresh-session.ts',
    line: 'if (held.successor_access_expires_at === null || held.successor_sealed === null) return null;',
    mutant: 'held.successor_sealed === null → false',
    why: 'what is repeated has its successor: this is the second lock, and for the compiler',
  },
  {
    file: 'refresh-session.ts',
    line: "return successor === null ? refuse('unauthorized') : { ...successor, held };",
    mutant: 'successor === null → false',
    why: 'what is repeated has its successor: this is the second lock, and for the compiler',
  },
  {
    file: 'refresh-session.ts',
    line: 'expiresInS: Math.max(0, Math.floor((renewed.accessExpiresAt.getTime() - now.getTime()) / 1_000)),',
    mutant: '0 → 1',
    why: 'a successor is young: its time is never over here',
  },
  {
    file: 'end-sessions.ts',
    line: ".$if(family !== undefined, (query) => query.where('family_id', family?.is ?? '=', family?.id ?? ''))",
    mutant: 'family?.is → family.is',
    why: 'it is asked only where there is a family: the question mark is for the compiler',
  },
  {
    file: 'end-sessions.ts',
    line: ".$if(family !== undefined, (query) => query.where('family_id', family?.is ?? '=', family?.id ?? ''))",
    mutant: 'family?.id → family.id',
    why: 'it is asked only where there is a family: the question mark is for the compiler',
  },
  {
    file: 'log-out.ts',
    line: "...(sessionId === null ? [] : [held('id', '=', sessionId)]),",
    mutant: 'sessionId === null → false',
    why: 'null is the id of no session: the check is for the compiler',
  },
  {
    file: 'session-cookie.ts',
    line: 'return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;',
    mutant: 'value !== undefined → true',
    why: 'the name of undefined has not the form, the check is for the compiler',
  },
  {
    file: 'throttling.ts',
    line: 'if (owner === undefined || hash === null || !right) return { ...noted, outcome: null };',
    mutant: 'owner === undefined || hash === null → false',
    why: noPassword,
  },
  {
    file: 'throttling.ts',
    line: 'if (owner === undefined || hash === null || !right) return { ...noted, outcome: null };',
    mutant: 'owner === undefined || hash === null → owner === undefined && hash === null',
    why: noPassword,
  },
  {
    file: 'throttling.ts',
    line: 'if (owner === undefined || hash === null || !right) return { ...noted, outcome: null };',
    mutant: 'owner === undefined → false',
    why: noPassword,
  },
  {
    file: 'throttling.ts',
    line: 'if (owner === undefined || hash === null || !right) return { ...noted, outcome: null };',
    mutant: 'hash === null → false',
    why: noPassword,
  },
  {
    file: 'throttling.ts',
    line: 'const maxWaitDoublings = 6;',
    mutant: '6 → 7',
    why: 'two to the sixth seconds are more than the minute that is the bound of a wait; the seventh as well',
  },
  {
    file: 'throttling.ts',
    line: 'return (rows[0]?.count ?? 1) <= mailsPerHour;',
    mutant: 'rows[0]?.count → rows[0].count',
    why: 'the statement always gives a row: the default is for the compiler',
  },
  {
    file: 'throttling.ts',
    line: 'return (rows[0]?.count ?? 1) <= mailsPerHour;',
    mutant: '1 → 2',
    why: 'the statement always gives a row: the default is for the compiler',
  },
  {
    file: 'come-back.ts',
    line: '.limit(1)',
    mutant: '1 → 2',
    why: 'the first row is taken, however many come',
  },
  {
    file: 'come-back.ts',
    line: 'if (!(await stillAsks(platform.db, arrival, asked.userId)) || trip.family === undefined) {',
    mutant: 'trip.family === undefined → false',
    why: 'no session is without a family, so nobody asks there: this is for the compiler',
  },
  {
    file: 'come-back.ts',
    line: "if (holder !== undefined && decideNewIdentity(claims, holder) === 'link') {",
    mutant: 'holder !== undefined → true',
    why: 'of nobody nothing is joined: the check is for the compiler',
  },
  {
    file: 'come-back.ts',
    line: '...(answer.authTime === undefined ? {} : { authTime: answer.authTime }),',
    mutant: 'answer.authTime === undefined → false',
    why: 'what is undefined is not written into the step',
  },
  {
    file: 'go-to-provider.ts',
    line: '.limit(1)',
    mutant: '1 → 2',
    why: 'the first row is taken, however many come',
  },
  {
    file: 'round-trip.ts',
    line: 'return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;',
    mutant: 'value !== undefined → true',
    why: 'the name of undefined has not the form, the check is for the compiler',
  },
  {
    file: 'round-trip.ts',
    line: '...(on.anew === undefined ? {} : { anew: on.anew }),',
    mutant: 'on.anew === undefined → false',
    why: 'what is undefined is not written into the step',
  },
  {
    file: 'receive-parts.ts',
    line: "if (!request.isMultipart()) return refuse('unsupported_media');",
    mutant: '!request.isMultipart() → false',
    why: 'what is no multipart is refused with the same words by its reader: this is the second lock',
  },
  {
    file: 'receive-parts.ts',
    line: "if (part.type === 'file') part.file.resume();",
    mutant: 'part.file.resume(); → ;',
    why: 'of several files the reader gives the first alone: this is the second lock',
  },
  {
    file: 'receive-parts.ts',
    line: "if (part.type === 'file') part.file.resume();",
    mutant: "part.type === 'file' → false",
    why: 'of several files the reader gives the first alone: this is the second lock',
  },
  {
    file: 'receive-parts.ts',
    line: "if (target === null || 'refused' in decision) {",
    mutant: 'target === null → false',
    why: 'without a target the decision is a refusal: the check is for the compiler',
  },
  {
    file: 'receive-parts.ts',
    line: "if (!got.ok) outcome = refuse('file_too_large');",
    mutant: '!got.ok → false',
    why: 'no more than the limit is handed on: this is the second lock',
  },
  {
    file: 'receive-parts.ts',
    line: `message: \`This file is larger than \${Math.round(decision.limitBytes / 1_048_576)} MB. Choose a smaller one.\`,`,
    mutant: '1_048_576 → 1048577',
    why: 'rounded to whole megabytes it is the same number',
  },
  {
    file: 'upload.ts',
    line: 'if (most > 1 && (answer?.values.length ?? 0) >= most)',
    mutant: '0 → 1',
    why: 'where several files are allowed, one is never as many',
  },
  {
    file: 'upload.ts',
    line: 'if ((placed.groupId === null) !== (target.groupId === null)) return null;',
    mutant: '(placed.groupId === null) !== (target.groupId === null) → false',
    why: 'a field that is in no such row is not there to be filled in: this is the second lock',
  },
  {
    file: 'upload.ts',
    line: 'if (target.groupId !== null && row?.elementId !== placed.groupId) return null;',
    mutant: 'target.groupId !== null && row?.elementId !== placed.groupId → false',
    why: 'a field that is in no such row is not there to be filled in: this is the second lock',
  },
  {
    file: 'upload.ts',
    line: 'const room = { addedBytes: 0, hold: false };',
    mutant: '0 → 1',
    why: 'whoever has room at all has room for one byte',
  },
  {
    file: 'upload.ts',
    line: 'return maxPages !== undefined && pdf.pages > maxPages',
    mutant: 'maxPages !== undefined → true',
    why: 'nothing is more than undefined: the check is for the compiler',
  },
  {
    file: 'bind.ts',
    line: "if (kind === 'upload' || body !== undefined) return parse(body, given, 'body');",
    mutant: "kind === 'upload' → false",
    why: 'of an upload no body is read before its handler',
  },
  {
    file: 'bind.ts',
    line: "exposeHeadRoute: endpoint.method === 'GET' && endpoint.changes === 'nothing',",
    mutant: "endpoint.method === 'GET' → true",
    why: 'beside another method than GET fastify makes no HEAD',
  },
];
