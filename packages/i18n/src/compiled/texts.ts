// The folders of packages/i18n/catalogue: node tools/check-texts.ts --write
import type { AreaParts as AccountParts, AreaTexts as AccountTexts } from './account.ts';
import type { AreaParts as AdminParts, AreaTexts as AdminTexts } from './admin.ts';
import type { AreaParts as ArchiveParts, AreaTexts as ArchiveTexts } from './archive.ts';
import type { AreaParts as BundlesParts, AreaTexts as BundlesTexts } from './bundles.ts';
import type { AreaParts as CallParts, AreaTexts as CallTexts } from './call.ts';
import type { AreaParts as CallsParts, AreaTexts as CallsTexts } from './calls.ts';
import type { AreaParts as ChangesParts, AreaTexts as ChangesTexts } from './changes.ts';
import type { AreaParts as DashboardParts, AreaTexts as DashboardTexts } from './dashboard.ts';
import type { AreaParts as DocumentsParts, AreaTexts as DocumentsTexts } from './documents.ts';
import type { AreaParts as EditorParts, AreaTexts as EditorTexts } from './editor.ts';
import type { AreaParts as EventsParts, AreaTexts as EventsTexts } from './events.ts';
import type { AreaParts as FindingsParts, AreaTexts as FindingsTexts } from './findings.ts';
import type { AreaParts as FormsParts, AreaTexts as FormsTexts } from './forms.ts';
import type { AreaParts as FrameParts, AreaTexts as FrameTexts } from './frame.ts';
import type { AreaParts as GuidesParts, AreaTexts as GuidesTexts } from './guides.ts';
import type { AreaParts as LegacyParts, AreaTexts as LegacyTexts } from './legacy.ts';
import type { AreaParts as LinksParts, AreaTexts as LinksTexts } from './links.ts';
import type { AreaParts as ListsParts, AreaTexts as ListsTexts } from './lists.ts';
import type { AreaParts as MailboxParts, AreaTexts as MailboxTexts } from './mailbox.ts';
import type { AreaParts as MailingParts, AreaTexts as MailingTexts } from './mailing.ts';
import type { AreaParts as MailsParts, AreaTexts as MailsTexts } from './mails.ts';
import type { AreaParts as PartsParts, AreaTexts as PartsTexts } from './parts.ts';
import type { AreaParts as PreviewParts, AreaTexts as PreviewTexts } from './preview.ts';
import type { AreaParts as PrintoutsParts, AreaTexts as PrintoutsTexts } from './printouts.ts';
import type { AreaParts as PrivacyParts, AreaTexts as PrivacyTexts } from './privacy.ts';
import type { AreaParts as ProfileParts, AreaTexts as ProfileTexts } from './profile.ts';
import type { AreaParts as RefusalsParts, AreaTexts as RefusalsTexts } from './refusals.ts';
import type { AreaParts as ReviewsParts, AreaTexts as ReviewsTexts } from './reviews.ts';
import type { AreaParts as SetupParts, AreaTexts as SetupTexts } from './setup.ts';
import type { AreaParts as StaffParts, AreaTexts as StaffTexts } from './staff.ts';
import type { AreaParts as WorkParts, AreaTexts as WorkTexts } from './work.ts';
import type { AreaParts as WorkflowParts, AreaTexts as WorkflowTexts } from './workflow.ts';

export interface Texts<Said> extends AccountTexts<Said>, AdminTexts<Said>, ArchiveTexts<Said>, BundlesTexts<Said>, CallTexts<Said>, CallsTexts<Said>, ChangesTexts<Said>, DashboardTexts<Said>, DocumentsTexts<Said>, EditorTexts<Said>, EventsTexts<Said>, FindingsTexts<Said>, FormsTexts<Said>, FrameTexts<Said>, GuidesTexts<Said>, LegacyTexts<Said>, LinksTexts<Said>, ListsTexts<Said>, MailboxTexts<Said>, MailingTexts<Said>, MailsTexts<Said>, PartsTexts<Said>, PreviewTexts<Said>, PrintoutsTexts<Said>, PrivacyTexts<Said>, ProfileTexts<Said>, RefusalsTexts<Said>, ReviewsTexts<Said>, SetupTexts<Said>, StaffTexts<Said>, WorkTexts<Said>, WorkflowTexts<Said> {}
export interface Parts extends AccountParts, AdminParts, ArchiveParts, BundlesParts, CallParts, CallsParts, ChangesParts, DashboardParts, DocumentsParts, EditorParts, EventsParts, FindingsParts, FormsParts, FrameParts, GuidesParts, LegacyParts, LinksParts, ListsParts, MailboxParts, MailingParts, MailsParts, PartsParts, PreviewParts, PrintoutsParts, PrivacyParts, ProfileParts, RefusalsParts, ReviewsParts, SetupParts, StaffParts, WorkParts, WorkflowParts {}
