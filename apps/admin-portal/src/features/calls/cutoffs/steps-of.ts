import type { TextInLanguages } from '@clearcall/domain/forms/text-in-languages.ts';
import { inLanguage, inOrderFor, languageOf } from '@clearcall/domain/forms/text-in-languages.ts';
import type { Told } from '@clearcall/domain/forms/types.ts';
import { pageLanguage } from '@clearcall/ui/kit/text/translate.ts';

/** A step of the flow of a draft. */
export interface DraftStep {
  id: string;
  title: string;
  /** Language of the title, if it is given in another than that of the organisation. */
  told: Told;
  ownerRole: string;
}

interface FlowStep {
  id: string;
  title: TextInLanguages;
  order: number;
  ownerRole: string;
}

/** The steps of a flow document in their order, in the language of the page. */
export function stepsOf(flow: unknown): DraftStep[] {
  const { steps = [] } = flow as { steps?: readonly FlowStep[] };
  const order = inOrderFor(pageLanguage());
  return steps
    .toSorted((one, other) => one.order - other.order)
    .map(({ id, title, ownerRole }) => {
      const language = languageOf(title, order);
      return {
        id,
        title: inLanguage(title, order),
        told: language === null ? {} : { title: language },
        ownerRole,
      };
    });
}
