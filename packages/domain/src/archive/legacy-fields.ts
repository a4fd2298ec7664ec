/**
 * The fields of an archived proposal, spelled as the earlier portal spelled them: one table for the schema, the import and
 * the page, in the order in which they are shown. A dot stands for an object inside. Each has a label in the catalogue,
 * `legacy.<block>.<field>`. Source: Requirements 2h, 1.1.
 */

/**
 * What a field holds. `answer`: Yes or No, or words. `class`: one of E, H, M and L. `date`: a day, or an instant where the
 * archive has the hour. `amount`: a number with its unit. `ordinal`: a number that names and counts nothing, such as a year.
 */
export type FieldKind =
  | 'text'
  | 'answer'
  | 'list'
  | 'number'
  | 'ordinal'
  | 'amount'
  | 'flag'
  | 'class'
  | 'date';
export type Fields = Readonly<Record<string, FieldKind>>;

/** From the best to the worst: Excellent, High, Medium, Low. Source: Requirements 2h, 1.3. */
export const legacyClasses = ['E', 'H', 'M', 'L'] as const;
export type LegacyClass = (typeof legacyClasses)[number];

/** What the archive knows of a call beside its dates. */
export const callFacts = {
  id: 'ordinal',
  year: 'ordinal',
  number: 'text',
  counter: 'ordinal',
  allocationPeriodId: 'text',
  researchFieldTree: 'text',
} as const satisfies Fields;

const callDates = {
  start: 'date',
  end: 'date',
  'technicalReview.open': 'flag',
  'technicalReview.start': 'date',
  'technicalReview.end': 'date',
  'scientificReview.open': 'flag',
  'scientificReview.start': 'date',
  'scientificReview.end': 'date',
  'applicantResponse.open': 'flag',
  'applicantResponse.start': 'date',
  'applicantResponse.end': 'date',
} as const satisfies Fields;

/** What the archive knows of a call beside its name, its machines and its description. */
export const callFields = { ...callFacts, ...callDates };

/** What every archived proposal may have, whatever its variant. */
export const proposalFields = {
  name: 'text',
  summary: 'text',
  description: 'text',
  proposalId: 'text',
  counter: 'ordinal',
  call_year: 'ordinal',
  call_number: 'text',
  allocation_period_id: 'text',
  'proposalType.name': 'text',
  'proposalType.alias': 'text',
  'researchField.aggregate': 'text',
  'researchField.tree': 'text',
  additionalRfKeywords: 'list',
  eligible: 'flag',
  resubmission: 'flag',
  resubmission_of: 'text',
  'continuation.of': 'text',
  'continuation.ongoing': 'flag',
  'continuation.finished': 'flag',
  notapplicable: 'flag',
  work_done_dev_code: 'text',
  'applicant.id': 'text',
  created_at: 'date',
  updated_at: 'date',
  submitted_at: 'date',
  'deleted.at': 'date',
  'deleted.by': 'text',
} as const satisfies Fields;

/** What a proposal says as its variant, regular or preparatory, beside its contact. */
export const variantFields = {
  confidentiality: 'flag',
  confidentiality_reasons: 'text',
  dissemination: 'text',
  support_1: 'text',
  support_2: 'text',
  support_3: 'text',
  support_other: 'text',
  multiyear_duration: 'text',
  multiyear_reasons: 'text',
  civilian_project: 'flag',
  startDate: 'date',
  preparatorySubtype: 'text',
  scientificCase: 'text',
  totalStorage: 'amount',
  coreMemoryMax: 'amount',
  'software.nameAndVersion': 'text',
  'software.license': 'text',
  'software.mainAlgorithms': 'text',
  'software.bottlenecks': 'text',
  'software.solutions': 'text',
  'software.implementation': 'text',
  'software.targetPerformance': 'text',
  'software.optimizationWork': 'text',
  userAgreementApproved: 'flag',
  personMonthsEstimate: 'number',
  isTier1Machine: 'flag',
  'tier1Machine.name': 'text',
  'tier1Machine.hardwareArchitecture': 'text',
  multiMachineReasons: 'text',
} as const satisfies Fields;

/** What was asked for, machine by machine. */
export const resourceFields = {
  machine: 'text',
  central_memory: 'amount',
  permanent_file_storage: 'amount',
  temporary_file_storage: 'amount',
  core_time_typical_run: 'amount',
  core_hours_min: 'number',
  core_hours_avg: 'number',
  core_hours_max: 'number',
  core_memory_min: 'amount',
  core_memory_avg: 'amount',
  core_memory_max: 'amount',
  total_storage: 'amount',
  total_storage_scratch: 'amount',
  total_storage_work: 'amount',
  total_storage_home: 'amount',
  total_storage_archive: 'amount',
  max_number_of_files_scratch: 'number',
  max_number_of_files_work: 'number',
  max_number_of_files_home: 'number',
  max_number_of_files_archive: 'number',
  amount_data_transfered: 'amount',
  wallclock_time_typical_run: 'amount',
  number_of_simultaneous_jobs: 'number',
  io_intensive: 'flag',
  io_strategy: 'text',
  io_strategy_libraries: 'text',
  io_strategy_explanation: 'text',
  checkpoints_enabled_code: 'flag',
  checkpoints_max_interval: 'amount',
} as const satisfies Fields;

/** A scientific review, with the response of the applicant. */
export const scientificReviewFields = {
  submitted: 'flag',
  version: 'text',
  conflictInterest: 'flag',
  selfAssessment: 'text',
  confidenceLevel: 'text',
  confidenceExplanation: 'text',
  quality: 'text',
  qualityClassification: 'class',
  impact: 'text',
  impactClassification: 'class',
  team: 'text',
  teamClassification: 'class',
  management: 'text',
  managementClassification: 'class',
  conclusion: 'text',
  flawed: 'flag',
  criteriaNotMet: 'flag',
  hasClearWeaknesses: 'flag',
  hasMinorWeaknesses: 'flag',
  strongProposal: 'flag',
  veryStrongProposal: 'flag',
  toBeAwardedFull: 'flag',
  amountOfComputingTime: 'amount',
  reasonForChange: 'text',
  score: 'number',
  'responseScientificReview.response': 'text',
} as const satisfies Fields;

/** A technical review of a computing centre, with the response of the applicant; also the one of a preparatory access. */
export const technicalReviewFields = {
  'computingCenter.name': 'text',
  completed: 'flag',
  classification: 'class',
  codeSuitability: 'answer',
  codeInstalled: 'answer',
  timeVsWorkPlan: 'answer',
  furtherTesting: 'answer',
  anticipatedEfficiency: 'answer',
  proposedHours: 'amount',
  rejectionReasons: 'text',
  rejectionAdvice: 'text',
  conditionalAcceptanceReasons: 'text',
  moveToOtherSites: 'answer',
  moveToOtherSitesReasons: 'text',
  reapplication: 'answer',
  targetsFeasible: 'answer',
  impactOfCodeOptimization: 'text',
  'responseTechnicalReview.response': 'text',
  'responseTechnicalReview.computingCenter': 'text',
} as const satisfies Fields;
