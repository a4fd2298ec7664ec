// The folders of packages/words/catalogue: node tools/check-words.ts --write
import type { AreaParts as AccountParts, AreaTexts as AccountTexts } from './account.ts';
import type { AreaParts as AdminParts, AreaTexts as AdminTexts } from './admin.ts';
import type { AreaParts as ApplicationsParts, AreaTexts as ApplicationsTexts } from './applications.ts';
import type { AreaParts as CallsParts, AreaTexts as CallsTexts } from './calls.ts';
import type { AreaParts as DashboardParts, AreaTexts as DashboardTexts } from './dashboard.ts';
import type { AreaParts as DocumentsParts, AreaTexts as DocumentsTexts } from './documents.ts';
import type { AreaParts as EditorParts, AreaTexts as EditorTexts } from './editor.ts';
import type { AreaParts as EventsParts, AreaTexts as EventsTexts } from './events.ts';
import type { AreaParts as FormsParts, AreaTexts as FormsTexts } from './forms.ts';
import type { AreaParts as FrameParts, AreaTexts as FrameTexts } from './frame.ts';
import type { AreaParts as LegacyParts, AreaTexts as LegacyTexts } from './legacy.ts';
import type { AreaParts as ListsParts, AreaTexts as ListsTexts } from './lists.ts';
import type { AreaParts as MailboxParts, AreaTexts as MailboxTexts } from './mailbox.ts';
import type { AreaParts as MailsParts, AreaTexts as MailsTexts } from './mails.ts';
import type { AreaParts as PartsParts, AreaTexts as PartsTexts } from './parts.ts';
import type { AreaParts as ProfileParts, AreaTexts as ProfileTexts } from './profile.ts';
import type { AreaParts as RefusalsParts, AreaTexts as RefusalsTexts } from './refusals.ts';
import type { AreaParts as WorkflowParts, AreaTexts as WorkflowTexts } from './workflow.ts';

export interface Texts extends AccountTexts, AdminTexts, ApplicationsTexts, CallsTexts, DashboardTexts, DocumentsTexts, EditorTexts, EventsTexts, FormsTexts, FrameTexts, LegacyTexts, ListsTexts, MailboxTexts, MailsTexts, PartsTexts, ProfileTexts, RefusalsTexts, WorkflowTexts {}
export interface Parts extends AccountParts, AdminParts, ApplicationsParts, CallsParts, DashboardParts, DocumentsParts, EditorParts, EventsParts, FormsParts, FrameParts, LegacyParts, ListsParts, MailboxParts, MailsParts, PartsParts, ProfileParts, RefusalsParts, WorkflowParts {}
