// Generated from the migrated database with `npm run schema`. Types that the database does not know are in schema.ts.
import type { ColumnType, GeneratedAlways } from 'kysely';

/** An instant: read as a Date, written as a Date or an ISO text. */
type Instant = ColumnType<Date, Date | string, Date | string>;
/** A document: read parsed, written as JSON text. */
type Json = ColumnType<unknown, string, string>;
/** A column with a default. */
type Default<T> = [T] extends [ColumnType<infer S, infer I, infer U>]
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

/** All tables and columns: int8 is read as a number, numeric and date (yyyy-mm-dd) as text. */
export interface Tables {
  abandoned_files: {
    storage_key: string;
    abandoned_at: Instant;
    not_before: Instant | null;
  };
  activities: {
    id: string;
    assignment_id: string;
    status: string;
    reason: string | null;
    actor_id: number | null;
    created_at: Instant;
  };
  answered_requests: {
    user_id: number;
    key: string;
    asked_sha256: Buffer;
    application_id: number;
    reply: Json;
    answered_at: Instant;
  };
  answers: {
    assignment_id: string;
    element_id: string;
    group_id: Default<string>;
    values: string[];
    revision: number;
    author_id: number | null;
    saved_at: Instant;
  };
  applications: {
    id: GeneratedAlways<number>;
    uid: string;
    call_id: number;
    flow_version_id: number;
    cutoff_id: number | null;
    owner_id: number;
    status: Default<'draft' | 'submitted' | 'changes_requested' | 'approved' | 'rejected' | 'withdrawn'>;
    created_at: Instant;
    submitted_at: Instant | null;
    title: Default<string>;
    pi_first_name: Default<string>;
    pi_last_name: Default<string>;
    pi_affiliation: Default<string>;
    research_group: Default<string>;
    research_title: Default<string>;
    partitions: Default<string[]>;
    updated_at: Instant;
    partition_ids: Default<string[]>;
    panel: string | null;
    award_ends_at: Instant | null;
    cutoff_passed_at: Instant | null;
    readership_id: number | null;
    revision: Default<number>;
    first_submitted_at: Instant | null;
    award_declined_at: Instant | null;
  };
  archive_imports: {
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
    report: Default<Json>;
  };
  assignments: {
    id: string;
    application_id: number;
    step_id: string;
    owner_id: number | null;
    assigner_id: number | null;
    role: string;
    partition_id: string | null;
    status: 'draft' | 'assigned' | 'accepted' | 'rejected' | 'refused' | 'conflicted' | 'submitted' | 'resubmitted' | 'revoked' | 'changes_requested' | 'approved' | 'triggered';
    deadline_at: Instant | null;
    is_lead: Default<boolean>;
    reason: string | null;
    created_at: Instant;
    submitted_at: Instant | null;
    submitted_content: Json | null;
    revision: Default<number>;
    previous_status: string | null;
    was_unowned: Default<boolean>;
    agreed_at: Instant | null;
    agreement: string | null;
    expired_at: Instant | null;
    verdict: 'accepted' | 'dropped' | null;
    submission_asked_at: Instant | null;
    label_number: number | null;
    time_request: Json | null;
    replaces: string | null;
  };
  automation_events: {
    event_id: number;
    application_id: number;
  };
  bank_details: {
    user_id: number;
    key_id: string;
    nonce: Buffer;
    sealed: Buffer;
    updated_at: Instant;
  };
  calendar_entries: {
    assignment_id: string;
    user_id: number;
    sequence: number;
    due_at: Instant;
    cancelled_at: Instant | null;
  };
  call_changes: {
    call_id: number;
    revision: number;
    at: Instant;
    author_id: number | null;
    changes: Json;
    inverses: Json;
    undoes: number | null;
  };
  call_documents: {
    call_id: number;
    name: string;
    position: number;
    title: string;
    filename: string;
    media_type: string;
    size_bytes: number;
    sha256: Buffer;
    storage_key: string;
    in_languages: Json | null;
    uploaded_at: Instant | null;
  };
  call_drafts: {
    call_id: number;
    definition: Json;
    revision: number;
    begun_after: number;
  };
  call_files: {
    call_id: number;
    sha256: Buffer;
    filename: string;
    media_type: string;
    size_bytes: number;
    storage_key: string;
    uploaded_at: Instant;
  };
  call_links: {
    call_id: number;
    address: string;
    state: 'answers' | 'closed' | 'broken' | 'unreachable' | 'private';
    status: number | null;
    failure: 'name' | 'time' | 'connection' | 'certificate' | 'redirects' | null;
    media_type: string | null;
    size_bytes: number | null;
    since: Instant;
    checked_at: Instant;
  };
  call_openings: {
    call_id: number;
    noted_at: Instant;
  };
  call_previews: {
    id: Default<string>;
    call_id: number;
    token_hash: Buffer;
    note: string;
    created_at: Instant;
    creator_id: number | null;
    expires_at: Instant;
  };
  calls: {
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
    facts: Default<Json>;
    uid_pattern: string;
    counter: Default<number>;
    download_roles: Default<string[]>;
    links: Default<Json>;
    time_zone: Default<string>;
    allocation_period_id: number | null;
    created_at: Default<Instant>;
    in_languages: Json | null;
    archived_at: Instant | null;
  };
  centres: {
    id: string;
    name: string;
    city: Default<string>;
    country: Default<string>;
    contact: Default<string>;
    disabled: Default<boolean>;
  };
  certificates: {
    id: string;
    user_id: number;
    code_hash: Buffer;
    first_day: string;
    last_day: string;
    made_at: Instant;
    says: Json;
  };
  changes: {
    topic: string;
    version: number;
  };
  cleaned_documents: {
    document_id: string | null;
    storage_key: string | null;
    sha256: Buffer | null;
    size_bytes: number | null;
    made_at: Instant;
  };
  comments: {
    id: string;
    thread_id: string;
    position: number;
    author_id: number;
    role: string;
    asks: boolean;
    text: string;
    created_at: Instant;
    handed_in_at: Instant | null;
  };
  configuration_changes: {
    id: number;
    at: Instant;
    actor_id: number | null;
    subject_kind: string;
    subject_id: string;
    action: string;
    before: Json | null;
    after: Json | null;
    reason: string | null;
    previous_hash: Buffer | null;
    hash: Buffer;
    seal_key: string;
    seal: Buffer;
  };
  conflicts: {
    application_id: number;
    user_id: number;
    source: 'declared' | 'marked' | 'detected';
    reason: string | null;
    noted_by: number | null;
    noted_at: Instant;
    cleared_by: number | null;
    cleared_at: Instant | null;
    cleared_reason: string | null;
  };
  consents: {
    id: GeneratedAlways<number>;
    user_id: number;
    subject: 'terms' | 'privacy' | 'mailing_list';
    given: boolean;
    wording: string;
    at: Instant;
  };
  cutoff_partitions: {
    cutoff_id: number;
    partition_id: string;
    disabled: Default<boolean>;
    min: string | null;
    max: string | null;
    fixed: string | null;
    pool: string | null;
  };
  cutoffs: {
    id: GeneratedAlways<number>;
    call_id: number;
    position: number;
    starts_at: Instant;
    ends_at: Instant | null;
    flow_version_id: number | null;
    closed_at: Instant | null;
  };
  decisions: {
    application_id: number;
    partition_id: string;
    version: number;
    outcome: 'awarded' | 'reduced' | 'reserve' | 'rejected';
    amount: string | null;
    reason: string | null;
    starts_on: string | null;
    ends_on: string | null;
    decided_by: number | null;
    decided_at: Instant;
    released_at: Instant | null;
    review_id: string | null;
  };
  deliveries: {
    id: string;
    key: string;
    kind: string;
    event_id: number | null;
    recipient: string;
    template: string;
    facts: Default<Json>;
    state: Default<'planned' | 'sent' | 'failed' | 'dropped'>;
    attempts: Default<number>;
    message_id: string;
    planned_at: Instant;
    sent_at: Instant | null;
    error: string | null;
    held_until: Instant | null;
    digest_id: string | null;
    subject: string | null;
    waiting_job: number | null;
  };
  documents: {
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
  };
  draft_notices: {
    application_id: number;
    kind: 'warning' | 'last';
    event_id: number | null;
    noted_at: Instant;
  };
  events: {
    id: GeneratedAlways<number>;
    type: string;
    application_id: number | null;
    assignment_id: string | null;
    user_id: number | null;
    actor_id: number | null;
    detail: Default<Json>;
    occurred_at: Instant;
  };
  flow_automations: {
    flow_version_id: number;
    automation_id: string;
    event: string | null;
    anchor: string | null;
    days: number | null;
    step_id: string | null;
  };
  flow_steps: {
    flow_version_id: number;
    step_id: string;
    title: string;
    is_first: boolean;
    roles: string[];
    titles: Json | null;
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
  };
  flow_versions: {
    id: GeneratedAlways<number>;
    call_id: number;
    version: number;
    document: Json;
    created_at: Default<Instant>;
  };
  fresh_sign_ins: {
    family_id: string;
    at: Instant;
  };
  group_instances: {
    assignment_id: string;
    id: string;
    element_id: string;
    position: number;
    coi: Default<boolean>;
    comment: string | null;
  };
  human_challenges: {
    id: string;
    kind: 'rotate' | 'email_code';
    angle: number | null;
    code_hash: Buffer | null;
    email: string | null;
    attempts: Default<number>;
    created_at: Instant;
    expires_at: Instant;
    used_at: Instant | null;
  };
  identities: {
    id: string;
    user_id: number;
    provider: string;
    issuer: string;
    subject: string;
    label: Default<string>;
    created_at: Instant;
    last_used_at: Instant | null;
  };
  kept_mails: {
    id: string;
    recipient: string;
    sender: string;
    subject: string;
    text_body: string;
    html_body: string;
    message_id: string;
    kept_at: Instant;
    headers: Default<Json>;
  };
  later_memberships: {
    user_id: number;
    centre_id: string | null;
    panel: string | null;
    part: string;
    starts_on: string;
    ends_on: string | null;
  };
  legacy_files: {
    id: string;
    record_id: number;
    filename: string;
    size_bytes: number;
    sha256: Buffer;
    storage_key: string;
  };
  legacy_records: {
    id: GeneratedAlways<number>;
    number: string;
    submitted: boolean;
    call_name: string;
    machines: Default<string[]>;
    people: Default<string[]>;
    emails: Default<string[]>;
    record: Json;
    title: Default<string>;
    unread: Default<Json>;
  };
  letter_releases: {
    id: string;
    step_id: string;
    released_by: number | null;
    goes_at: Instant;
    stopped_at: Instant | null;
    stopped_by: number | null;
  };
  mail_tokens: {
    token_hash: Buffer;
    purpose: 'confirm_account' | 'reset_password' | 'change_email' | 'invite';
    user_id: number;
    email: string;
    created_at: Instant;
    expires_at: Instant;
    used_at: Instant | null;
    registration_id: string | null;
    closed_by: 'used' | 'password_changed' | null;
  };
  memberships: {
    user_id: number;
    centre_id: string | null;
    panel: string | null;
    part: string;
    ends_on: string | null;
  };
  notes: {
    id: string;
    application_id: number;
    author_id: number;
    text: string;
    revision: Default<number>;
    created_at: Instant;
    changed_at: Instant | null;
  };
  option_groups: {
    id: number;
    tag: string;
    title: string;
    version: Default<string>;
    standard_hash: string | null;
    in_languages: Json | null;
  };
  options: {
    group_id: number;
    value: string;
    label: string;
    parent: string | null;
    position: number;
    offered: Default<boolean>;
    in_languages: Json | null;
  };
  organisation: {
    id: Default<number>;
    settings: Json;
    updated_at: Default<Instant>;
    demonstration: Default<boolean>;
    workflow_ahead_ms: Default<number>;
    logo: Buffer | null;
  };
  partitions: {
    id: string;
    centre_id: string;
    system: string;
    name: string;
    kind: string;
    description: Default<string>;
    unit: string;
    core_hours_per_unit: string | null;
    gpu_hours_per_unit: string | null;
    max_nodes_per_job: number | null;
    yearly_supply: string | null;
    disabled: Default<boolean>;
  };
  passkeys: {
    id: string;
    user_id: number;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    transports: Default<string[]>;
    name: string;
    created_at: Instant;
    last_used_at: Instant | null;
  };
  planned_actions: {
    id: GeneratedAlways<number>;
    application_id: number;
    event_id: number;
    automation_id: string;
    target: string | null;
    moment: Instant | null;
    action: 'assign' | 'notify' | 'change_visibility' | 'unlock' | 'reopen';
    depth: number;
    state: Default<'planned' | 'done' | 'failed' | 'skipped'>;
    attempts: Default<number>;
    result: string | null;
    amount: number | null;
    reason: string | null;
    settled_by: number | null;
    planned_at: Instant;
    settled_at: Instant | null;
  };
  planned_publications: {
    call_id: number;
    revision: number;
    note: string;
    planned_by: number | null;
    planned_at: Instant;
    publish_at: Instant | null;
    due_at: Instant | null;
    approved_by: number | null;
    from_cutoff: string | null;
  };
  points: {
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
  };
  printouts: {
    id: string;
    kind: 'application' | 'consolidated' | 'assignment' | 'form' | 'report';
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
    made_at: Instant | null;
    size_bytes: number | null;
    storage_key: string | null;
    of_draft: Default<boolean>;
  };
  publications: {
    call_id: number;
    number: number;
    at: Instant;
    publisher_id: number | null;
    note: string;
    begun_after: number;
    revision: number;
    definition: Json;
    approver_id: number | null;
  };
  readerships: {
    id: GeneratedAlways<number>;
    rules: Json;
  };
  recovery_codes: {
    user_id: number;
    code_hash: Buffer;
    created_at: Instant;
    used_at: Instant | null;
  };
  registrations: {
    id: string;
    user_id: number;
    first_name: string;
    last_name: string;
    password_hash: string;
    accepted_terms_at: Instant;
    created_at: Instant;
    legal_versions: Default<Json>;
    return_to: string | null;
  };
  released_events: {
    event_id: number;
    release_id: string;
  };
  reports: {
    id: string;
    call_id: number | null;
    user_id: number | null;
    format: 'csv' | 'xlsx';
    state: Default<'requested' | 'made' | 'refused' | 'failed'>;
    requested_at: Instant;
    made_at: Instant | null;
    applications: number | null;
    drafts: number | null;
    filename: string | null;
    size_bytes: number | null;
    storage_key: string | null;
  };
  saved_views: {
    id: string;
    user_id: number;
    name: string;
    list: Json;
    is_default: boolean;
    changed_at: Instant;
  };
  second_factors: {
    user_id: number;
    since: Instant;
  };
  secrets: {
    name: string;
    value: Buffer;
  };
  sessions: {
    id: string;
    family_id: string;
    user_id: number;
    app: 'user_portal' | 'admin_portal';
    refresh_hash: Buffer;
    access_hash: Buffer;
    access_expires_at: Instant;
    created_at: Instant;
    expires_at: Instant;
    replaced_at: Instant | null;
    successor_id: string | null;
    successor_sealed: Buffer | null;
    ended_at: Instant | null;
    device: Default<string>;
    opened_at: Default<Instant>;
  };
  sign_in_steps: {
    key_hash: Buffer;
    purpose: 'provider' | 'registration' | 'passkey' | 'add_passkey' | 'second_factor';
    user_id: number | null;
    detail: Json;
    code_hash: Buffer | null;
    attempts: Default<number>;
    created_at: Instant;
    expires_at: Instant;
  };
  step_arrivals: {
    cutoff_id: number;
    step_id: string;
    arrived: 'cutoff' | 'panel';
    panel: Default<string>;
    noted_at: Instant;
    forced_by: number | null;
    reason: string | null;
  };
  step_releases: {
    application_id: number;
    step_id: string;
    released_at: Instant;
  };
  step_states: {
    application_id: number;
    step_id: string;
    unlocked_at: Instant | null;
    released_at: Instant | null;
  };
  submissions: {
    assignment_id: string;
    number: number;
    content: Json;
    sha256: Buffer;
    submitted_by: number | null;
    submitted_at: Instant;
    marks: Json | null;
  };
  suggested_replacements: {
    id: string;
    assignment_id: string;
    suggested_by: number;
    position: number;
    name: string;
    email: string | null;
    institution: string | null;
    created_at: Instant;
  };
  tallies: {
    key: Buffer;
    count: number;
    next_at: Instant;
    expires_at: Instant;
  };
  threads: {
    id: string;
    assignment_id: string;
    element_id: string;
    group_id: string | null;
    asked_at: Instant;
    answered: Default<boolean>;
  };
  timeframes: {
    call_id: number;
    step_id: string;
    cutoff_id: number;
    starts_at: Instant;
    ends_at: Instant | null;
  };
  told_parts: {
    hash: string;
    body: string;
  };
  uploads: {
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
    asked_at: Instant | null;
    held_until: Instant | null;
    costly: Default<boolean>;
  };
  users: {
    id: GeneratedAlways<number>;
    email: string;
    password_hash: string | null;
    first_name: string;
    last_name: string;
    role: Default<string>;
    status: Default<'locked' | 'active' | 'suspended' | 'closed'>;
    last_login_at: Instant | null;
    created_at: Default<Instant>;
    accepted_terms_at: Instant | null;
    accept_mailing_list: boolean | null;
    title: string | null;
    gender: string | null;
    nationality: string | null;
    date_of_birth: string | null;
    phone_number: string | null;
    home_address: string | null;
    fields: Default<string[]>;
    is_reviewer: boolean | null;
    temporary: Default<boolean>;
    mandate_start_date: string | null;
    mandate_end_date: string | null;
    website: string | null;
    linkedin: string | null;
    researchgate: string | null;
    scholar: string | null;
    scopus: string | null;
    link1: string | null;
    link2: string | null;
    tags: Default<string[]>;
    wanted_email: string | null;
    closed_at: Instant | null;
    language: string | null;
    mail_pace: Default<'at_once' | 'daily' | 'deadlines'>;
    folded_name: GeneratedAlways<string>;
  };
  view_rules: {
    flow_version_id: number;
    step_id: string;
    role: string | null;
    scope: 'own' | 'assigned' | 'centre' | 'panel' | 'call';
    of_kind: 'always' | 'submitted' | 'awarded' | 'released';
    of_step: string | null;
    reader: 'unanswered' | 'assigned' | 'accepted' | null;
    audience: string[];
    shows: string[];
  };
  waiting_releases: {
    application_id: number;
    step_id: string;
    release_id: string;
    released_by: number | null;
    cause: number | null;
    depth: number | null;
    was_withdrawn: boolean;
    planned_at: Instant;
    due_at: Instant;
  };
  workflow_sweeps: {
    name: string;
    until: Instant;
    wrong: Default<number>;
  };
}
