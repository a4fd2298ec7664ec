import type { TimeRequest } from '@clearcall/domain/applications/application.ts';
import type { Certified } from '@clearcall/domain/applications/finished-review.ts';
import type { ApplicationStatus, AssignmentStatus } from '@clearcall/domain/applications/statuses.ts';
import type { DocumentFormat } from '@clearcall/domain/calls/call-document.ts';
import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import type { Change as CallChange } from '@clearcall/domain/calls/definition/change.ts';
import type { LinkFailure, LinkState } from '@clearcall/domain/calls/definition/link-check.ts';
import type { AccountStatus } from '@clearcall/domain/people/account-status.ts';
import type { MailPace } from '@clearcall/domain/people/mail-pace.ts';
import type { Role } from '@clearcall/domain/people/roles.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import type { ColumnType, GeneratedAlways } from 'kysely';

/** An instant: read as a Date, written as a Date or an ISO text. */
type Instant = ColumnType<Date, Date | string, Date | string>;
type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** A document: read parsed, written as JSON text. `T` says what was written, it is not checked again. */
type Json<T = unknown> = ColumnType<T, string, string>;
/** A column with a default. */
type Default<T> = ColumnType<T, T | undefined, T>;
/** numeric: a decimal text, never a float. */
type Decimal = string;
/** date: yyyy-mm-dd. */
type PlainDate = string;

interface OrganisationTable {
  id: Default<number>;
  settings: Json;
  /** The logo as a PNG. */
  logo: Default<Buffer | null>;
  updated_at: Default<Date>;
  demonstration: Default<boolean>;
  workflow_ahead_ms: Default<number>;
}

interface ChangesTable {
  topic: string;
  version: number;
}

interface CentresTable {
  id: string;
  name: string;
  city: Default<string>;
  country: Default<string>;
  contact: Default<string>;
  disabled: Default<boolean>;
}

interface PartitionsTable {
  id: string;
  centre_id: string;
  system: string;
  name: string;
  kind: string;
  description: Default<string>;
  unit: string;
  core_hours_per_unit: Decimal | null;
  gpu_hours_per_unit: Decimal | null;
  max_nodes_per_job: number | null;
  yearly_supply: Decimal | null;
  disabled: Default<boolean>;
}

/** By language the columns that are given in it. See `toldIn`. */
type InLanguages = Partial<Record<Language, Record<string, unknown>>>;

interface OptionGroupsTable {
  id: number;
  tag: string;
  title: string;
  version: Default<string>;
  standard_hash: Default<string | null>;
  in_languages: Json<InLanguages> | null;
}

interface OptionsTable {
  group_id: number;
  value: string;
  label: string;
  parent: string | null;
  position: number;
  offered: Default<boolean>;
  in_languages: Json<InLanguages> | null;
}

interface UsersTable {
  id: GeneratedAlways<number>;
  email: string;
  password_hash: string | null;
  wanted_email: string | null;
  first_name: string;
  last_name: string;
  /** Name and email as searches find them. */
  folded_name: GeneratedAlways<string>;
  role: Default<Role>;
  status: Default<AccountStatus>;
  last_login_at: MaybeInstant;
  created_at: Default<Date>;
  accepted_terms_at: MaybeInstant;
  closed_at: MaybeInstant;
  accept_mailing_list: boolean | null;
  language: string | null;
  mail_pace: Default<MailPace>;
  title: string | null;
  gender: string | null;
  nationality: string | null;
  date_of_birth: PlainDate | null;
  phone_number: string | null;
  home_address: string | null;
  fields: Default<string[]>;
  is_reviewer: boolean | null;
  temporary: Default<boolean>;
  mandate_start_date: PlainDate | null;
  mandate_end_date: PlainDate | null;
  website: string | null;
  linkedin: string | null;
  researchgate: string | null;
  scholar: string | null;
  scopus: string | null;
  link1: string | null;
  link2: string | null;
  tags: Default<string[]>;
}

const everyColumn: Record<Exclude<keyof UsersTable, 'folded_name'>, true> = {
  id: true,
  email: true,
  password_hash: true,
  wanted_email: true,
  first_name: true,
  last_name: true,
  role: true,
  status: true,
  last_login_at: true,
  created_at: true,
  accepted_terms_at: true,
  closed_at: true,
  accept_mailing_list: true,
  language: true,
  mail_pace: true,
  title: true,
  gender: true,
  nationality: true,
  date_of_birth: true,
  phone_number: true,
  home_address: true,
  fields: true,
  is_reviewer: true,
  temporary: true,
  mandate_start_date: true,
  mandate_end_date: true,
  website: true,
  linkedin: true,
  researchgate: true,
  scholar: true,
  scopus: true,
  link1: true,
  link2: true,
  tags: true,
};
/** All columns of users by name, for whoever may have the whole row; the compiler misses one that is not here. */
export const columnsOfUsers = Object.keys(everyColumn) as (keyof typeof everyColumn)[];

interface SessionsTable {
  id: string;
  family_id: string;
  user_id: number;
  app: 'user_portal' | 'admin_portal';
  refresh_hash: Buffer;
  access_hash: Buffer;
  access_expires_at: Instant;
  created_at: Instant;
  expires_at: Instant;
  replaced_at: MaybeInstant;
  successor_id: string | null;
  successor_sealed: Buffer | null;
  ended_at: MaybeInstant;
  device: Default<string>;
  opened_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

interface MailTokensTable {
  token_hash: Buffer;
  purpose: 'confirm_account' | 'reset_password' | 'change_email' | 'invite';
  user_id: number;
  email: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: MaybeInstant;
  registration_id: string | null;
  closed_by: 'used' | 'password_changed' | null;
}

interface RegistrationsTable {
  id: string;
  user_id: number;
  first_name: string;
  last_name: string;
  password_hash: string;
  accepted_terms_at: Instant;
  created_at: Instant;
  legal_versions: ColumnType<Record<string, string>, string | undefined, string>;
  return_to: ColumnType<string | null, string | null | undefined, never>;
}

interface TalliesTable {
  key: Buffer;
  count: number;
  next_at: Instant;
  expires_at: Instant;
}

interface HumanChallengesTable {
  id: string;
  kind: 'rotate' | 'email_code';
  angle: number | null;
  code_hash: Buffer | null;
  email: string | null;
  attempts: Default<number>;
  created_at: Instant;
  expires_at: Instant;
  used_at: MaybeInstant;
}

interface MembershipsTable {
  user_id: number;
  centre_id: string | null;
  panel: string | null;
  part: string;
  ends_on: PlainDate | null;
}

interface LaterMembershipsTable {
  user_id: number;
  centre_id: string | null;
  panel: string | null;
  part: string;
  starts_on: PlainDate;
  ends_on: PlainDate | null;
}

interface ConsentsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  subject: 'terms' | 'privacy' | 'mailing_list';
  given: boolean;
  wording: string;
  at: Instant;
}

interface BankDetailsTable {
  user_id: number;
  key_id: string;
  nonce: Buffer;
  sealed: Buffer;
  updated_at: Instant;
}

interface IdentitiesTable {
  id: string;
  user_id: number;
  provider: string;
  issuer: string;
  subject: string;
  label: Default<string>;
  created_at: Instant;
  last_used_at: MaybeInstant;
}

interface PasskeysTable {
  id: string;
  user_id: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: Default<string[]>;
  name: string;
  created_at: Instant;
  last_used_at: MaybeInstant;
}

interface SecondFactorsTable {
  user_id: number;
  since: Instant;
}

interface RecoveryCodesTable {
  user_id: number;
  code_hash: Buffer;
  created_at: Instant;
  used_at: MaybeInstant;
}

interface SignInStepsTable {
  key_hash: Buffer;
  purpose: 'provider' | 'registration' | 'passkey' | 'add_passkey' | 'second_factor';
  user_id: number | null;
  detail: Json;
  code_hash: Buffer | null;
  attempts: Default<number>;
  created_at: Instant;
  expires_at: Instant;
}

interface FreshSignInsTable {
  family_id: string;
  at: Instant;
}

interface CallsTable {
  id: GeneratedAlways<number>;
  code: string;
  year: number;
  number: number;
  title: string;
  description: Default<string>;
  info: Default<string>;
  logo: string | null;
  published: Default<boolean>;
  unit: Default<string>;
  facts: ColumnType<Record<string, string>, string | undefined, string>;
  uid_pattern: string;
  counter: Default<number>;
  download_roles: Default<string[]>;
  links: ColumnType<Record<string, string>, string | undefined, string>;
  time_zone: Default<string>;
  allocation_period_id: number | null;
  created_at: Default<Date>;
  in_languages: Json<InLanguages> | null;
  archived_at: MaybeInstant;
}

interface CutoffsTable {
  id: GeneratedAlways<number>;
  call_id: number;
  position: number;
  starts_at: Instant;
  ends_at: MaybeInstant;
  closed_at: MaybeInstant;
  /** Version for new applications; null: the newest. */
  flow_version_id: Default<number | null>;
}

interface CutoffPartitionsTable {
  cutoff_id: number;
  partition_id: string;
  disabled: Default<boolean>;
  min: Decimal | null;
  max: Decimal | null;
  fixed: Decimal | null;
  pool: Decimal | null;
}

interface FlowVersionsTable {
  id: GeneratedAlways<number>;
  call_id: number;
  version: number;
  document: Json;
  created_at: Default<Date>;
}

/** Written with the version (features/calls/definition/flow-rows.ts). */
interface FlowStepsTable {
  flow_version_id: number;
  step_id: string;
  title: string;
  titles: Partial<Record<Language, string>> | null;
  is_first: boolean;
  roles: string[];
  judges: string | null;
  position: number | null;
  is_final: Default<boolean>;
  kind: Default<string>;
  owner_role: Default<string>;
  per_partition: Default<boolean>;
  needs: Default<number>;
  assigned_by: Default<string[]>;
  has_rank: Default<boolean>;
  started_by: string | null;
  awaits_step: string | null;
  awaits_of: string | null;
}

/** Written with the version (features/calls/definition/flow-rows.ts). */
interface ViewRulesTable {
  flow_version_id: number;
  step_id: string;
  role: string | null;
  scope: string;
  of_kind: string;
  of_step: string | null;
  reader: string | null;
  audience: string[];
  shows: string[];
}

interface TimeframesTable {
  call_id: number;
  step_id: string;
  cutoff_id: number;
  starts_at: Instant;
  ends_at: MaybeInstant;
}

interface ApplicationsTable {
  id: GeneratedAlways<number>;
  uid: string;
  call_id: number;
  flow_version_id: number;
  cutoff_id: number | null;
  owner_id: number;
  status: Default<ApplicationStatus>;
  created_at: Instant;
  submitted_at: MaybeInstant;
  first_submitted_at: MaybeInstant;
  title: Default<string>;
  pi_first_name: Default<string>;
  pi_last_name: Default<string>;
  pi_affiliation: Default<string>;
  research_group: Default<string>;
  research_title: Default<string>;
  partitions: Default<string[]>;
  partition_ids: Default<string[]>;
  panel: string | null;
  award_ends_at: MaybeInstant;
  award_declined_at: MaybeInstant;
  updated_at: Instant;
  cutoff_passed_at: MaybeInstant;
  readership_id: number | null;
  revision: Default<number>;
}
interface ReadershipsTable {
  id: GeneratedAlways<number>;
  rules: Json;
}

interface AssignmentsTable {
  id: string;
  application_id: number;
  step_id: string;
  owner_id: number | null;
  assigner_id: number | null;
  role: string;
  partition_id: string | null;
  status: AssignmentStatus;
  deadline_at: MaybeInstant;
  is_lead: Default<boolean>;
  reason: string | null;
  created_at: Instant;
  submitted_at: MaybeInstant;
  submission_asked_at: MaybeInstant;
  submitted_content: ColumnType<unknown, string | null | undefined, string | null>;
  revision: Default<number>;
  previous_status: string | null;
  was_unowned: Default<boolean>;
  replaces: string | null;
  agreed_at: MaybeInstant;
  agreement: string | null;
  expired_at: MaybeInstant;
  time_request: TimeRequest | null;
  verdict: 'accepted' | 'dropped' | null;
  label_number: number | null;
}

interface SuggestedReplacementsTable {
  id: string;
  assignment_id: string;
  suggested_by: number;
  position: number;
  name: string;
  email: string | null;
  institution: string | null;
  created_at: Instant;
}

/** Written with the version (features/calls/definition/flow-rows.ts). */
interface FlowAutomationsTable {
  flow_version_id: number;
  automation_id: string;
  event: string | null;
  anchor: string | null;
  days: number | null;
  step_id: string | null;
}

interface AutomationEventsTable {
  event_id: number;
  application_id: number;
}

interface WorkflowSweepsTable {
  name: string;
  until: Instant;
}

interface StepArrivalsTable {
  cutoff_id: number;
  step_id: string;
  arrived: 'cutoff' | 'panel';
  panel: Default<string>;
  noted_at: Instant;
  forced_by: number | null;
  reason: string | null;
}

interface PlannedActionsTable {
  id: GeneratedAlways<number>;
  application_id: number;
  event_id: number;
  automation_id: string;
  target: string | null;
  moment: MaybeInstant;
  action: 'assign' | 'notify' | 'change_visibility' | 'unlock' | 'reopen';
  depth: number;
  state: Default<'planned' | 'done' | 'failed' | 'skipped'>;
  attempts: Default<number>;
  result: string | null;
  amount: number | null;
  reason: string | null;
  settled_by: number | null;
  planned_at: Instant;
  settled_at: MaybeInstant;
}

interface CertificatesTable {
  id: string;
  user_id: number;
  code_hash: Buffer;
  first_day: PlainDate;
  last_day: PlainDate;
  made_at: Instant;
  says: ColumnType<Certified, string, never>;
}

interface SubmissionsTable {
  assignment_id: string;
  number: number;
  content: ColumnType<unknown, string, string>;
  sha256: Buffer;
  submitted_by: number | null;
  submitted_at: Instant;
  marks: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
}

interface ConflictsTable {
  application_id: number;
  user_id: number;
  source: 'declared' | 'marked' | 'detected';
  reason: string | null;
  noted_by: number | null;
  noted_at: Instant;
  cleared_by: number | null;
  cleared_at: MaybeInstant;
  cleared_reason: string | null;
}

interface DecisionsTable {
  application_id: number;
  partition_id: string;
  version: number;
  outcome: 'awarded' | 'reduced' | 'reserve' | 'rejected';
  amount: string | null;
  reason: string | null;
  review_id: string | null;
  starts_on: string | null;
  ends_on: string | null;
  decided_by: number | null;
  decided_at: Instant;
  released_at: MaybeInstant;
}

interface ActivitiesTable {
  id: string;
  assignment_id: string;
  status: string;
  reason: string | null;
  actor_id: number | null;
  created_at: Instant;
}

interface GroupInstancesTable {
  assignment_id: string;
  id: string;
  element_id: string;
  position: number;
  coi: Default<boolean>;
  comment: string | null;
}

interface AnswersTable {
  assignment_id: string;
  element_id: string;
  group_id: Default<string>;
  values: string[];
  revision: number;
  author_id: number | null;
  saved_at: Instant;
}

interface DocumentsTable {
  id: string;
  assignment_id: string;
  element_id: string;
  group_id: string | null;
  original_filename: string;
  filename: string;
  size_bytes: number;
  pages: number | null;
  sha256: Buffer;
  storage_key: string;
  uploaded_by: number | null;
  created_at: Instant;
}

interface UploadsTable {
  id: string;
  assignment_id: string;
  element_id: string;
  group_id: string | null;
  original_filename: string;
  filename: string;
  size_bytes: number;
  sha256: Buffer;
  storage_key: string | null;
  max_pages: number | null;
  replaces: boolean;
  uploaded_by: number | null;
  created_at: Instant;
  refusal_code: string | null;
  refusal: string | null;
  asked_at: MaybeInstant;
  held_until: MaybeInstant;
  costly: ColumnType<boolean, boolean | undefined, boolean>;
}

interface CleanedDocumentsTable {
  document_id: string | null;
  storage_key: string | null;
  sha256: Buffer | null;
  size_bytes: number | null;
  made_at: Instant;
}

interface NotesTable {
  id: string;
  application_id: number;
  author_id: number;
  text: string;
  revision: Default<number>;
  created_at: Instant;
  changed_at: MaybeInstant;
}

interface ThreadsTable {
  id: string;
  assignment_id: string;
  element_id: string;
  group_id: string | null;
  asked_at: Instant;
  answered: Default<boolean>;
}

interface CommentsTable {
  id: string;
  thread_id: string;
  position: number;
  author_id: number;
  role: string;
  asks: boolean;
  text: string;
  created_at: Instant;
  handed_in_at: MaybeInstant;
}

interface PointsTable {
  id: string;
  assignment_id: string;
  element_id: string;
  group_id: string | null;
  author_id: number;
  role: string;
  step_id: string | null;
  text: string;
  revision: Default<number>;
  changed_at: Instant;
}

interface AnsweredRequestsTable {
  user_id: number;
  key: string;
  asked_sha256: Buffer;
  application_id: number;
  reply: Json;
  answered_at: Instant;
}

interface AbandonedFilesTable {
  storage_key: string;
  abandoned_at: Instant;
  not_before: MaybeInstant;
}

interface LegacyRecordsTable {
  id: GeneratedAlways<number>;
  number: string;
  submitted: boolean;
  call_name: string;
  machines: Default<string[]>;
  people: Default<string[]>;
  emails: Default<string[]>;
  title: Default<string>;
  record: Json;
  unread: ColumnType<unknown, string | undefined, string>;
}

interface CallDocumentsTable {
  call_id: number;
  name: string;
  position: number;
  title: string;
  filename: string;
  media_type: DocumentFormat;
  size_bytes: number;
  sha256: Buffer;
  storage_key: string;
  in_languages: Json<InLanguages> | null;
  uploaded_at: Date | null;
}

interface CallFilesTable {
  call_id: number;
  sha256: Buffer;
  filename: string;
  media_type: DocumentFormat;
  size_bytes: number;
  storage_key: string;
  uploaded_at: Instant;
}

interface CallLinksTable {
  call_id: number;
  address: string;
  state: LinkState;
  status: number | null;
  failure: LinkFailure | null;
  media_type: string | null;
  size_bytes: number | null;
  /** When the state or the status changed last. */
  since: Date;
  checked_at: Date;
}

interface CallDraftsTable {
  call_id: number;
  definition: Json<CallDefinition>;
  /** Of the edit with which the definition was stored last. Later ones are applied when it is loaded. */
  revision: number;
  begun_after: number;
}

interface CallChangesTable {
  call_id: number;
  revision: number;
  at: Date;
  author_id: number | null;
  changes: Json<CallChange[]>;
  inverses: Json<CallChange[]>;
  undoes: number | null;
}

interface PublicationsTable {
  call_id: number;
  number: number;
  at: Date;
  publisher_id: number | null;
  approver_id: Default<number | null>;
  note: string;
  begun_after: number;
  revision: number;
  definition: Json<CallDefinition>;
}

interface CallPreviewsTable {
  id: Default<string>;
  call_id: number;
  token_hash: Buffer;
  note: string;
  created_at: Date;
  creator_id: number | null;
  expires_at: Date;
}

interface PlannedPublicationsTable {
  call_id: number;
  revision: number;
  note: string;
  planned_by: number | null;
  planned_at: Date;
  publish_at: Date | null;
  /** Null while another administrator has to approve it. */
  due_at: Date | null;
  approved_by: Default<number | null>;
  from_cutoff: Default<string | null>;
}

interface LegacyFilesTable {
  id: string;
  record_id: number;
  filename: string;
  size_bytes: number;
  sha256: Buffer;
  storage_key: string;
}

interface PrintoutsTable {
  id: string;
  kind: 'application' | 'consolidated' | 'assignment' | 'form';
  application_id: number | null;
  assignment_id: string | null;
  call_id: number | null;
  user_id: number | null;
  language: string;
  content_hash: string;
  state: Default<'requested' | 'made' | 'failed'>;
  requested_at: Instant;
  files_done: Default<number>;
  files: Default<number>;
  made_at: MaybeInstant;
  size_bytes: number | null;
  storage_key: string | null;
}

interface ReportsTable {
  id: string;
  call_id: number | null;
  user_id: number | null;
  format: 'csv' | 'xlsx';
  state: Default<'requested' | 'made' | 'refused' | 'failed'>;
  requested_at: Instant;
  made_at: MaybeInstant;
  applications: number | null;
  drafts: number | null;
  filename: string | null;
  size_bytes: number | null;
  storage_key: string | null;
}

interface ArchiveImportsTable {
  only_one: Default<boolean>;
  id: string;
  filename: string;
  size_bytes: number;
  sha256: Buffer;
  storage_key: string | null;
  state: 'checking' | 'checked' | 'importing' | 'imported' | 'failed';
  uploaded_at: Instant;
  changed_at: Instant;
  records: number | null;
  added: Default<number>;
  updated: Default<number>;
  unchanged: Default<number>;
  refused: Default<number>;
  findings: Default<number>;
  report: ColumnType<unknown, string | undefined, string>;
}

interface SavedViewsTable {
  id: string;
  user_id: number;
  name: string;
  /** { searchBy, orderBy, role, columns } as the contract reads them. */
  list: Json;
  is_default: boolean;
  changed_at: Instant;
}

interface StepStatesTable {
  application_id: number;
  step_id: string;
  unlocked_at: MaybeInstant;
  released_at: MaybeInstant;
}

interface ToldPartsTable {
  hash: string;
  body: string;
}

interface EventsTable {
  id: GeneratedAlways<number>;
  type: string;
  application_id: number | null;
  assignment_id: string | null;
  user_id: number | null;
  actor_id: number | null;
  detail: ColumnType<Record<string, unknown>, string | undefined, string>;
  occurred_at: Instant;
}

interface ConfigurationChangesTable {
  id: number;
  at: Instant;
  actor_id: number | null;
  subject_kind: string;
  subject_id: string;
  action: string;
  before: Json<Record<string, unknown> | null> | null;
  after: Json<Record<string, unknown> | null> | null;
  reason: string | null;
  previous_hash: Buffer | null;
  hash: Buffer;
  seal_key: string;
  seal: Buffer;
}

interface DeliveriesTable {
  id: string;
  key: string;
  kind: 'mail';
  event_id: number | null;
  recipient: string;
  template: string;
  facts: ColumnType<Record<string, unknown>, string | undefined, string>;
  state: Default<'planned' | 'sent' | 'failed' | 'dropped'>;
  attempts: Default<number>;
  message_id: string;
  planned_at: Instant;
  sent_at: MaybeInstant;
  error: string | null;
  held_until: MaybeInstant;
  digest_id: string | null;
  subject: string | null;
  waiting_job: number | null;
}

interface LetterReleasesTable {
  id: string;
  step_id: string;
  released_by: number | null;
  goes_at: Instant;
  stopped_at: MaybeInstant;
  stopped_by: number | null;
}

interface ReleasedEventsTable {
  event_id: number;
  release_id: string;
}

interface WaitingReleasesTable {
  application_id: number;
  step_id: string;
  release_id: string;
  released_by: number | null;
  cause: number | null;
  depth: number | null;
  was_withdrawn: boolean;
  planned_at: Instant;
  due_at: Instant;
}

interface CalendarEntriesTable {
  assignment_id: string;
  user_id: number;
  sequence: number;
  due_at: Instant;
  cancelled_at: MaybeInstant;
}

interface KeptMailsTable {
  id: string;
  recipient: string;
  sender: string;
  subject: string;
  text_body: string;
  html_body: string;
  message_id: string;
  kept_at: Instant;
  headers: ColumnType<Record<string, string>, string | undefined, string>;
}

interface SecretsTable {
  name: string;
  value: Buffer;
}

interface CallOpeningsTable {
  call_id: number;
  noted_at: Instant;
}

interface DraftNoticesTable {
  application_id: number;
  kind: 'warning' | 'last';
  event_id: number | null;
  noted_at: Instant;
}

/** Every table and column as the migrations leave them; a test holds the two against each other. */
export interface Database {
  configuration_changes: ConfigurationChangesTable;
  changes: ChangesTable;
  organisation: OrganisationTable;
  centres: CentresTable;
  partitions: PartitionsTable;
  option_groups: OptionGroupsTable;
  options: OptionsTable;
  users: UsersTable;
  sessions: SessionsTable;
  mail_tokens: MailTokensTable;
  registrations: RegistrationsTable;
  tallies: TalliesTable;
  human_challenges: HumanChallengesTable;
  memberships: MembershipsTable;
  later_memberships: LaterMembershipsTable;
  identities: IdentitiesTable;
  passkeys: PasskeysTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  sign_in_steps: SignInStepsTable;
  fresh_sign_ins: FreshSignInsTable;
  consents: ConsentsTable;
  bank_details: BankDetailsTable;
  calls: CallsTable;
  cutoffs: CutoffsTable;
  cutoff_partitions: CutoffPartitionsTable;
  flow_versions: FlowVersionsTable;
  flow_steps: FlowStepsTable;
  view_rules: ViewRulesTable;
  flow_automations: FlowAutomationsTable;
  automation_events: AutomationEventsTable;
  planned_actions: PlannedActionsTable;
  workflow_sweeps: WorkflowSweepsTable;
  step_arrivals: StepArrivalsTable;
  timeframes: TimeframesTable;
  applications: ApplicationsTable;
  readerships: ReadershipsTable;
  assignments: AssignmentsTable;
  activities: ActivitiesTable;
  group_instances: GroupInstancesTable;
  answers: AnswersTable;
  documents: DocumentsTable;
  cleaned_documents: CleanedDocumentsTable;
  uploads: UploadsTable;
  notes: NotesTable;
  threads: ThreadsTable;
  comments: CommentsTable;
  points: PointsTable;
  suggested_replacements: SuggestedReplacementsTable;
  certificates: CertificatesTable;
  answered_requests: AnsweredRequestsTable;
  abandoned_files: AbandonedFilesTable;
  printouts: PrintoutsTable;
  reports: ReportsTable;
  legacy_records: LegacyRecordsTable;
  archive_imports: ArchiveImportsTable;
  call_documents: CallDocumentsTable;
  call_files: CallFilesTable;
  call_links: CallLinksTable;
  call_drafts: CallDraftsTable;
  call_changes: CallChangesTable;
  publications: PublicationsTable;
  call_previews: CallPreviewsTable;
  planned_publications: PlannedPublicationsTable;
  legacy_files: LegacyFilesTable;
  saved_views: SavedViewsTable;
  step_states: StepStatesTable;
  submissions: SubmissionsTable;
  conflicts: ConflictsTable;
  decisions: DecisionsTable;
  told_parts: ToldPartsTable;
  events: EventsTable;
  deliveries: DeliveriesTable;
  letter_releases: LetterReleasesTable;
  released_events: ReleasedEventsTable;
  waiting_releases: WaitingReleasesTable;
  calendar_entries: CalendarEntriesTable;
  kept_mails: KeptMailsTable;
  secrets: SecretsTable;
  call_openings: CallOpeningsTable;
  draft_notices: DraftNoticesTable;
}
