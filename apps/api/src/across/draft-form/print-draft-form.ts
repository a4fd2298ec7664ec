import { inLanguage, inOrderFor } from '@clearcall/domain/forms/text-in-languages.ts';
import { stepsOfEmptyForm } from '@clearcall/domain/permissions/empty-form.ts';
import type { PrintCall } from '../../features/applications/printouts/content.ts';
import { printBlankForm } from '../../features/applications/printouts/print-form.ts';
import { loadEditedCall } from '../../features/calls/definition/load-draft.ts';
import { loadForms } from '../../features/calls/preview/load-forms.ts';

/**
 * Prints the blank application forms of the draft of a call. The output is the same for every reader, so callers must check
 * access first.
 */
export const printDraftForm: PrintCall = async ({ db, organisation }, callId, { theme, translator, now }) => {
  const language = organisation.language();
  const edited = await loadEditedCall(db, callId, language);
  if (edited === undefined) return null;
  const { flow, title, ...definition } = edited.definition;
  const { steps, options } = await loadForms(db, flow, {
    reader: translator.language,
    organisation: language,
  });
  return printBlankForm(
    {
      call: { ...definition, title: inLanguage(title, inOrderFor(translator.language, language)) },
      steps: stepsOfEmptyForm(null, steps, []),
      options,
      isDraft: true,
    },
    { theme, translator, now },
  );
};
