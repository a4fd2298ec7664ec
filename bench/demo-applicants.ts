import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** People of the demonstration who may apply, so many of them. */
export function demoApplicants(count: number): string[] {
  const file = fileURLToPath(new URL('../apps/api/demo/people.json', import.meta.url));
  const people: { email: string; role: string }[] = JSON.parse(readFileSync(file, 'utf8'));
  const emails = people
    .filter(({ role }) => role === 'applicant' || role === 'user')
    .map(({ email }) => email);
  if (emails.length < count)
    throw new Error(`The demonstration has ${emails.length} applicants, not ${count}.`);
  return emails.slice(0, count);
}
