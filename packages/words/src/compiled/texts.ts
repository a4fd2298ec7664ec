// The folders of packages/words/catalogue: node tools/check-words.ts --write
import type { AreaParts as AccountParts, AreaTexts as AccountTexts } from './account.ts';
import type { AreaParts as AdminParts, AreaTexts as AdminTexts } from './admin.ts';
import type { AreaParts as FrameParts, AreaTexts as FrameTexts } from './frame.ts';
import type { AreaParts as MailsParts, AreaTexts as MailsTexts } from './mails.ts';
import type { AreaParts as PartsParts, AreaTexts as PartsTexts } from './parts.ts';
import type { AreaParts as RefusalsParts, AreaTexts as RefusalsTexts } from './refusals.ts';
import type { AreaParts as WorkflowParts, AreaTexts as WorkflowTexts } from './workflow.ts';

export interface Texts<Said> extends AccountTexts<Said>, AdminTexts<Said>, FrameTexts<Said>, MailsTexts<Said>, PartsTexts<Said>, RefusalsTexts<Said>, WorkflowTexts<Said> {}
export interface Parts extends AccountParts, AdminParts, FrameParts, MailsParts, PartsParts, RefusalsParts, WorkflowParts {}
