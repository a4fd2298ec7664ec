/**
 * What whoever gets a mail must be allowed to know for a variable to be filled. anyone: every recipient; application:
 * who may open the application; public: who may read the answer, as the view rules of its step say; step: who sees the
 * step on the page of the application; assignment: who has the assignment, and staff; assigner: who may assign its step,
 * and staff; staff: staff alone, and the applicant of themselves; outcome: who may know the result, once it is released.
 */
export type VariableNeed =
  | 'anyone'
  | 'application'
  | 'public'
  | 'step'
  | 'assignment'
  | 'assigner'
  | 'staff'
  | 'outcome';

/** Everything that a template of a flow may name, with what it stands for and who may know it. */
export const templateVariables = {
  recipient_name: { means: 'First and last name of whoever gets the mail', needs: 'anyone' },
  organisation_name: { means: 'Full name of the organisation', needs: 'anyone' },
  contact: { means: 'Address or page where people ask the office', needs: 'anyone' },
  call_title: { means: 'Title of the call', needs: 'anyone' },
  project_id: { means: 'Number of the application, such as REG-2026-01-0042', needs: 'application' },
  project_title: { means: 'Title of the project, as it was submitted', needs: 'public' },
  preview: {
    means:
      'Answers that a person sees before they accept (fields with `preview`), each on a line with its title',
    needs: 'public',
  },
  applicant_name: { means: 'First and last name of whoever submitted the application', needs: 'staff' },
  step_title: { means: 'Title of the step that the assignment is about', needs: 'step' },
  partition: { means: 'Partition that the assignment is about', needs: 'step' },
  task: {
    means: 'Title of the step, with the partition in brackets if the assignment is about one',
    needs: 'step',
  },
  assignee_name: { means: 'First and last name of whoever has the assignment', needs: 'assignment' },
  assignee_role: { means: 'Role of the person who has the assignment', needs: 'assigner' },
  deadline: { means: 'Date, time and time zone until which the assignment is due', needs: 'assignment' },
  days_left: { means: 'Whole days until the assignment is due', needs: 'assignment' },
  reason: {
    means: 'Reason that was given with the last change of the assignment, or for declining the award',
    needs: 'assignment',
  },
  remarks: {
    means: 'Changes that are requested at fields, each on a line with the title of the field',
    needs: 'assignment',
  },
  suggested_people: {
    means: 'People whom the person who refused the assignment suggested, one after the other',
    needs: 'assigner',
  },
  next_step: {
    means: 'Title of the step that follows, with the date, time and time zone at which it starts',
    needs: 'application',
  },
  outcome: { means: 'Result of the application: approved, rejected or reserve list', needs: 'outcome' },
  awards: { means: 'What each partition was decided, one after the other', needs: 'outcome' },
} as const satisfies Record<string, { means: string; needs: VariableNeed }>;

export type TemplateVariable = keyof typeof templateVariables;

export const isTemplateVariable = (name: string): name is TemplateVariable =>
  Object.hasOwn(templateVariables, name);

/** Matches a variable between double braces; its name is the first group. */
export const variable = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The names that a text has between double braces, each once, in their order, whether or not they are known. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(variable)].map(([, name = '']) => name)),
];

/** The text of a line that holds a variable that the reader may not know; a line is what stands between line breaks. */
export type FilledLine = string | null;

/**
 * One line with its variables filled; null where one of them has no value for whoever reads: the line then says nothing,
 * and is left out as a whole, so that no sentence has a hole.
 */
export function fillLine(
  line: string,
  values: Readonly<Partial<Record<TemplateVariable, string>>>,
): FilledLine {
  let isWhole = true;
  const filled = line.replaceAll(variable, (_all, name: string) => {
    const value = isTemplateVariable(name) ? values[name] : undefined;
    if (value === undefined || value === '') isWhole = false;
    return value ?? '';
  });
  return isWhole ? filled : null;
}

/** The same on a single line that has to be there: what has no value is a dash. */
export const fillSubject = (
  line: string,
  values: Readonly<Partial<Record<TemplateVariable, string>>>,
): string =>
  line.replaceAll(variable, (_all, name: string) => (isTemplateVariable(name) && values[name]) || '–');

/** Matches a line that greets the recipient and says nothing else. */
const greetingLine = /^(?:[^\s{}.,:;!]+\s+){0,4}\{\{\s*recipient_name\s*\}\}\s*[,.:!]?$/u;

/**
 * The lines of a text that say something to whoever may know these values. Empty lines are left out, and so is a
 * greeting at the beginning: the letter greets by itself.
 */
export const fillBody = (
  body: string,
  values: Readonly<Partial<Record<TemplateVariable, string>>>,
): string[] =>
  body
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .filter((line, nth) => nth > 0 || !greetingLine.test(line))
    .flatMap((line) => fillLine(line, values) ?? []);

/**
 * A mail of a flow. Each line of `body` is a paragraph, in which the lines of a value stay lines. A button opens the application for
 * whoever gets it. A `calendar` entry is for the deadline of the assignment. With `onlyWhileOpen` it asks for work, and
 * is not sent when that is done, handed on, revoked or refused.
 */
export interface FlowTemplate<Text = string> {
  id: string;
  subject: Text;
  body: Text;
  button?: { label: Text };
  calendar?: { of: 'deadline'; title: Text };
  onlyWhileOpen?: boolean;
  /** The letter of the portal itself in whose place it is sent. */
  use?: TemplateUse;
}

/** Letters that the portal writes by itself, and a flow may word: the result, and a reminder that staff send by hand. */
export const templateUses = ['approved', 'rejected', 'reserve', 'reminder'] as const;
export type TemplateUse = (typeof templateUses)[number];
