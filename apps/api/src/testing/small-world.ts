import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';

/** A small world that is in order; each test breaks one thing in a copy of it. */
export function smallWorld() {
  return {
    organisation: defaultOrganisation,
    password: 'Demo-portal-2026!',
    centres: [{ id: 'north', name: 'North' }],
    partitions: [
      {
        id: 'north-cpu',
        centre: 'north',
        system: 'North',
        name: 'North CPU',
        kind: 'CPU',
        unit: 'node hours',
      },
    ],
    optionGroups: [{ id: 100, tag: 'yes_no', title: 'Yes or no', options: [{ value: 'yes', label: 'Yes' }] }],
    users: [{ email: 'ada@example.org', firstName: 'Ada', lastName: 'Ærø', created: 'now-90d' }],
    calls: [
      {
        key: 'open',
        code: 'REG',
        year: 'year',
        number: 1,
        title: 'Regular Access {YYYY}',
        description: 'A year on a machine.',
        published: true,
        uidPattern: 'X-{YYYY}R{NN}-{SEQ3}',
        created: 'now-60d',
        limits: [{ partition: 'north-cpu', min: '10', max: '100' }],
        cutoffs: [{ start: 'now-30d@10:00', end: 'now+5d@10:00' }],
        timeframes: [{ step: 'CHECK', start: 'cutoff.end+1h', end: 'cutoff.end+10d@18:00' }],
        flow: {
          version: 1,
          steps: [
            {
              id: 'APP',
              title: 'Application',
              order: 0,
              type: 'application',
              ownerRole: 'applicant',
              forms: [
                {
                  id: 'F1',
                  title: 'The project',
                  order: 1,
                  elements: [
                    {
                      id: 'title',
                      type: 'text',
                      title: 'Title',
                      config: { id: 'project_title', required: true, length: { max: 20 } },
                    },
                    { id: 'again', type: 'select', title: 'Again?', optionsGroup: 'yes_no' },
                    {
                      id: 'before',
                      type: 'text',
                      title: 'Before',
                      effects: [
                        {
                          effect: 'visible',
                          validations: [[{ refs: [{ element: 'again' }], type: 'equal', values: ['yes'] }]],
                        },
                      ],
                    },
                    {
                      id: 'request',
                      type: 'group',
                      title: 'Request',
                      config: { required: true, min: '1', max: '4' },
                      children: [
                        {
                          id: 'partition',
                          type: 'select-partition',
                          title: 'Partition',
                          config: { id: 'partition', required: true },
                        },
                        {
                          id: 'amount',
                          type: 'partition-resources',
                          title: 'Amount',
                          config: { required: true, partitionFrom: 'partition' },
                        },
                      ],
                    },
                    {
                      id: 'total',
                      type: 'number',
                      title: 'Total',
                      effects: [{ effect: 'sum', of: [{ element: 'amount' }] }],
                    },
                  ],
                },
              ],
            },
            { id: 'CHECK', title: 'Check', order: 1, type: 'check', ownerRole: 'pro', forms: [] },
          ],
        },
      },
    ],
    applications: [
      {
        key: 'first',
        call: 'open',
        owner: 'ada@example.org',
        cutoff: 1,
        created: 'cutoff.start+1d',
        answers: { title: ' Ice cores ' },
        rows: { request: [{ partition: 'north-cpu', amount: ' 40 ' }] },
        submitted: 'now-2d',
      },
    ],
  };
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The small world with something of everything else: two reviewers with a document each, an archive, a call's paper. */
export function richWorld(): Json {
  const { password: _, ...world } = JSON.parse(JSON.stringify(smallWorld()));
  const pdf = { name: 'plan.pdf', title: 'Plan', pages: 1, text: ['One line.'] };
  const [call] = world.calls;
  call.documents = [
    { name: 'terms', title: 'Terms', format: 'pdf', sections: [{ heading: 'One', text: ['{TITLE}'] }] },
  ];
  call.links = { link1: { title: 'More', address: 'https://example.org/' } };
  call.flow.steps[1].forms = [
    {
      id: 'C1',
      title: 'The check',
      order: 1,
      elements: [
        { id: 'paper', type: 'upload', title: 'Paper', config: {} },
        {
          id: 'words',
          type: 'group',
          title: 'Words',
          children: [{ id: 'word', type: 'text', title: 'Word' }],
        },
      ],
    },
  ];
  call.flow.steps[1].permissions = { assign: ['pro'], assignable: ['pro'], view: [] };
  delete call.timeframes;
  const check = (email: string) => [
    { do: 'assign', at: 'now-1d', by: 'ben@example.org', step: 'CHECK', to: email },
    { do: 'accept', at: 'now-1d', step: 'CHECK', of: email },
    {
      do: 'submit',
      at: 'now-1d',
      by: email,
      step: 'CHECK',
      answers: { paper: { pdf } },
      rows: { words: [{ word: 'one' }] },
    },
  ];
  const [first] = world.applications;
  first.history = [
    ...check('ben@example.org'),
    ...check('eve@example.org'),
    { do: 'release', at: 'now-1h', by: 'ben@example.org', step: 'CHECK' },
  ];
  const [ada] = world.users;
  ada.memberships = [{ centre: 'north', part: 'member' }];
  const pro = { role: 'pro', lastName: 'Beta', created: 'now-80d' };
  world.users.push({ ...pro, email: 'ben@example.org', firstName: 'Ben' });
  world.users.push({ ...pro, email: 'eve@example.org', firstName: 'Eve' });
  world.legacy = [
    {
      number: 'L1',
      submitted: true,
      call: { name: 'Old call' },
      regular: { contact_name: 'Ada', contact_email: 'ada@example.org' },
      files: [pdf],
    },
  ];
  return world;
}
