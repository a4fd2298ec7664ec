import type { WorkflowRefusalCode } from '@clearcall/domain/workflow/commands.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';

/** The sentence of a refusal, as the server would give it. */
export const refusalText = (code: string): string => t(`refusals.${code as WorkflowRefusalCode}`);
