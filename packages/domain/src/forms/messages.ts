/** Every sentence that a broken rule shows (Specification 2, section 5). Quoted to the letter, full stops included. */
export const messages = {
  groupMin: (min: number, title: string) => `A minimum of ${min} ${title}s is needed.`,
  groupMax: (max: number, title: string) => `There can't be more than ${max} ${title}s.`,
  amountMin: (min: string) => `The value must be higher than ${min}`,
  amountMax: (max: string) => `The value must be lower than ${max}.`,
  invalid: () => 'This value is not valid.',
  mandatory: () => 'This is mandatory.',
  textMin: (n: number) => `The text must have a minimum of ${n} characters.`,
  textMax: (n: number) => `The text must have less than ${n} characters.`,
  dateMin: (date: string) => `The value must be after ${date}.`,
  dateMax: (date: string) => `The value must be before ${date}.`,
  valueMin: (min: string) => `The value must be above ${min}.`,
  valueMax: (max: string) => `The value must be below ${max}.`,
  email: () => 'Insert a valid email.',
  phone: () => 'Insert a valid phone number.',
  // The specification has no words for files; these are ours.
  fileSize: (mb: number) => `The file must not be larger than ${mb} MB.`,
  filePages: (pages: number) => `The document must not have more than ${pages} pages.`,
} as const;
