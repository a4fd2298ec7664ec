import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { calendarFiles } from './calendar-file.ts';

const entry = {
  assignmentId: '0190a0a0-0000-7000-8000-00000000beef',
  uid: 'assignment-1@portal.example',
  sequence: 1,
  title: 'Review: Waves',
  at: '2026-12-24T11:00:00.000Z',
  link: null,
  isCancelled: false,
};

it.each([
  ['"Office, of ESAO" <office@example.org>', 'ORGANIZER;CN="Office, of ESAO":mailto:office@example.org'],
  ['ESAO <office@example.org>', 'ORGANIZER;CN="ESAO":mailto:office@example.org'],
  ['office@example.org', 'ORGANIZER;CN="office@example.org":mailto:office@example.org'],
])('says that the entry is of the sender %s', async (sender, line) => {
  const files = calendarFiles([entry], new Date('2026-12-01T00:00:00Z'), sender);
  const texts = await Promise.all(files.map(async ({ open }) => text(await open())));
  expect(texts.flatMap((one) => one.split('\r\n'))).toContain(line);
});
