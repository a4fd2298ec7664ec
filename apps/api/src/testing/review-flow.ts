/**
 * A flow with every kind of step that the review knows, and as few questions in each as its decisions need. The parts:
 * a check that judges the application, a review for each partition, reviews by several, a reply that stays locked, a
 * report with a lead, a decision for each partition, and the work after it.
 */
const choice = (id: string, outcome: Record<string, string>) => ({
  id,
  type: 'select',
  title: 'Decision',
  items: Object.keys(outcome),
  config: { required: true, outcome },
});
const words = (id: string, meaning?: string) => ({
  id,
  type: 'textarea',
  title: 'Words',
  ...(meaning === undefined ? {} : { config: { id: meaning } }),
});
const form = (id: string, elements: unknown[]) => [{ id, title: 'Form', order: 0, elements }];
const everything = ['public', 'personal', 'panel_only', 'suggested_reviewers'];
const view = [{ role: 'pro', scope: 'call', of: 'always', audience: everything }];
const judgement = { yes: 'approved', no: 'rejected', changes: 'request_changes' };

export const reviewFlow = {
  version: 1,
  steps: [
    {
      id: 'APP',
      title: 'Application',
      order: 0,
      type: 'application',
      ownerRole: 'applicant',
      permissions: {
        view: [
          { role: 'compute_centre_representative', scope: 'centre', of: 'submitted', audience: ['public'] },
          { role: 'panel_chair', scope: 'panel', of: 'submitted', audience: ['public'] },
          { role: 'ac_chair', scope: 'call', of: 'submitted', audience: ['public'] },
        ],
      },
      forms: form('F', [
        { id: 'title', type: 'text', title: 'Title', config: { id: 'project_title', required: true } },
        {
          id: 'panel',
          type: 'select',
          title: 'Panel',
          optionsGroup: 'panels',
          config: { id: 'research_field_group' },
        },
        {
          id: 'parts',
          type: 'group',
          title: 'Partition',
          config: { max: 3 },
          children: [
            { id: 'part', type: 'select-partition', title: 'Partition', config: { id: 'partition' } },
            { id: 'amount', type: 'partition-resources', title: 'Amount', config: { partitionFrom: 'part' } },
          ],
        },
      ]),
    },
    {
      id: 'ADM',
      title: 'Administrative check',
      order: 1,
      type: 'administrative_check',
      ownerRole: 'pro',
      judges: 'APP',
      permissions: { assign: ['pro'], assignable: ['pro'], view },
      deadline: { after: 'cutoff', days: 10 },
      forms: form('A', [choice('adm', judgement), words('adm_why', 'outcome_reason')]),
    },
    {
      id: 'TEC',
      title: 'Technical review',
      order: 2,
      type: 'technical_review',
      ownerRole: 'technical_reviewer',
      perPartition: true,
      config: { hasLead: true, showCoi: true, coiText: 'I have no conflict of interest.' },
      permissions: {
        assign: ['compute_centre_representative', 'pro'],
        assignable: ['technical_reviewer', 'compute_centre_representative'],
        view,
      },
      deadline: { after: 'assigned', days: 21 },
      forms: form('T', [
        choice('tec', { fits: 'approved', fails: 'rejected' }),
        { id: 'tec_limit', type: 'number', title: 'Amount proposed', config: { id: 'technical_limit' } },
        words('tec_why', 'outcome_reason'),
      ]),
    },
    {
      id: 'SCI',
      title: 'Scientific review',
      order: 3,
      type: 'scientific_review',
      ownerRole: 'scientific_reviewer',
      config: { showCoi: true, coiText: 'I have no conflict of interest.', needs: 2 },
      permissions: {
        assign: ['pro', 'panel_chair', 'scientific_reviewer'],
        assignable: ['scientific_reviewer'],
        view,
      },
      deadline: { after: 'assigned', days: 21, working: true },
      forms: form('S', [
        {
          id: 'score',
          type: 'number',
          title: 'Score',
          config: { required: true, min: 0, max: 15, decimals: 1 },
        },
      ]),
    },
    {
      id: 'RTR',
      title: 'Right to reply',
      order: 4,
      type: 'reply',
      ownerRole: 'applicant',
      config: { isUnlockable: true },
      deadline: { after: 'released', step: 'SCI', days: 7 },
      forms: form('R', [words('reply')]),
    },
    {
      id: 'RAP',
      title: 'Consolidation',
      order: 5,
      type: 'consolidation',
      ownerRole: 'rapporteur',
      config: { hasLead: true, showCoi: true, coiText: 'I have no conflict of interest.' },
      permissions: { assign: ['panel_chair', 'pro'], assignable: ['rapporteur'], view },
      deadline: { after: 'assigned', days: 14 },
      forms: form('C', [words('report')]),
    },
    {
      id: 'PAN',
      title: 'Panel ranking',
      order: 6,
      type: 'ranking',
      ownerRole: 'panel_chair',
      config: { hasLead: true },
      permissions: { assign: ['pro'], assignable: ['panel_chair', 'rapporteur'], view },
      forms: form('P', [
        { id: 'rank', type: 'number', title: 'Rank', config: { id: 'rank', required: true, min: 1 } },
      ]),
    },
    {
      id: 'ALL',
      title: 'Decision',
      order: 7,
      type: 'decision',
      ownerRole: 'ac_chair',
      final: true,
      config: { hasLead: true },
      permissions: { assign: ['pro'], assignable: ['ac_member', 'ac_chair'], view },
      forms: form('D', [
        {
          id: 'rows',
          type: 'group',
          title: 'Partition',
          config: { rowsFrom: 'partitions' },
          children: [
            {
              id: 'row_part',
              type: 'select-partition',
              title: 'Partition',
              config: { id: 'decision_partition' },
            },
            {
              ...choice('row_dec', {
                awarded: 'awarded',
                reduced: 'reduced',
                reserve: 'reserve',
                rejected: 'rejected',
              }),
            },
            { id: 'row_amount', type: 'number', title: 'Amount', config: { id: 'decision_amount', min: 0 } },
            words('row_why', 'outcome_reason'),
          ],
        },
      ]),
    },
    {
      id: 'ACC',
      title: 'Acceptance',
      order: 8,
      type: 'acceptance',
      ownerRole: 'applicant',
      deadline: { after: 'released', step: 'ALL', days: 10 },
      forms: form('K', [
        {
          id: 'accept',
          type: 'select',
          title: 'Accept?',
          items: ['accept', 'decline'],
          config: { required: true, outcome: { accept: 'accept', decline: 'decline' } },
        },
      ]),
    },
    {
      id: 'ONB',
      title: 'Onboarding',
      order: 9,
      type: 'onboarding',
      ownerRole: 'compute_centre_representative',
      perPartition: true,
      permissions: { assign: ['pro'], assignable: ['compute_centre_representative'], view },
      forms: form('O', [{ id: 'code', type: 'text', title: 'Project code', config: { required: true } }]),
    },
    {
      id: 'PRJ',
      title: 'Follow-up',
      order: 10,
      type: 'follow_up',
      ownerRole: 'project_manager',
      permissions: { assign: ['pro'], assignable: ['project_manager'], view },
      forms: form('J', [{ id: 'used', type: 'number', title: 'Used', config: { required: true, min: 0 } }]),
    },
    {
      id: 'FIN',
      title: 'Payment',
      order: 11,
      type: 'payment',
      ownerRole: 'finance_manager',
      permissions: { assign: ['pro'], assignable: ['finance_manager'], view },
      forms: form('Y', [
        {
          id: 'payees',
          type: 'group',
          title: 'Payee',
          config: { rowsFrom: 'reviewers', required: true },
          children: [
            { id: 'payee', type: 'text', title: 'Name', config: { fromRow: 'name' } },
            { id: 'done', type: 'number', title: 'Reviews', config: { fromRow: 'reviews' } },
            { id: 'fee', type: 'number', title: 'Fee', config: { required: true, default: '150' } },
            {
              id: 'due',
              type: 'number',
              title: 'Due',
              effects: [{ effect: 'product', elements: ['done', 'fee'] }],
            },
          ],
        },
        { id: 'paid', type: 'number', title: 'Paid', config: { required: true, min: 0 } },
      ]),
    },
    {
      id: 'REP',
      title: 'Final report',
      order: 12,
      type: 'final_report',
      ownerRole: 'applicant',
      deadline: { after: 'award_end', days: 90 },
      forms: form('L', [{ id: 'summary', type: 'textarea', title: 'Summary', config: { required: true } }]),
    },
    {
      id: 'REV',
      title: 'Check of the final report',
      order: 13,
      type: 'report_check',
      ownerRole: 'pro',
      judges: 'REP',
      permissions: { assign: ['pro'], assignable: ['pro'], view },
      forms: form('Q', [choice('rev', judgement), words('rev_why', 'outcome_reason')]),
    },
  ],
};
