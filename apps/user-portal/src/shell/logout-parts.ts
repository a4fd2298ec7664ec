import { withTexts } from '@clearcall/ui/kit/text/translate.ts';

// Most people have nothing unsaved when they log out: no page waits for the question; it comes a moment after it.

const keptHere = () =>
  import('../parts/kept/kept-changes.ts').then(({ forgetPerson, keepNothingOf, keptAtLogout }) => ({
    forgetPerson,
    keepNothingOf,
    keptAtLogout,
  }));

export const loadQuestion = withTexts(['parts'], () =>
  import('./logout-question.tsx').then(({ LogoutQuestion }) => ({ default: LogoutQuestion })),
);

/** What is kept on this device, once everything is there that it takes to ask about it; null where a part is missing. */
export async function loadKept(): Promise<Awaited<ReturnType<typeof keptHere>> | null> {
  try {
    const [device] = await Promise.all([keptHere(), loadQuestion()]);
    return device;
  } catch {
    return null;
  }
}
