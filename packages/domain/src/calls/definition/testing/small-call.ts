import type { CallDefinition } from '../call-definition.ts';

const amounts = [{ id: 'north-cpu', disabled: false, min: '10', max: '100', fixed: null, pool: '5000' }];

/** A call that is in order, with two cut-offs, a document and a flow of two steps. For tests. */
export function smallCall() {
  return {
    code: 'REG',
    year: 2026,
    number: 1,
    title: { en: 'Regular Access', de: 'Regulärer Zugang' },
    description: { en: 'A year on a machine.' },
    info: { en: '<p>Read the <a href="document:terms">terms</a>.</p>' },
    logo: null,
    published: true,
    unit: 'node hours',
    timeZone: 'Europe/Luxembourg',
    uidPattern: 'X-{YYYY}R{NN}-{SEQ3}',
    facts: { duration: { en: '12 months' } },
    links: { termsOfReference: 'document:terms' },
    downloadRoles: ['pro'],
    documents: [{ id: 'terms', title: { en: 'Terms of reference' }, file: null }],
    cutoffs: [
      {
        id: '1',
        start: '2026-01-10T09:00:00.000Z',
        end: '2026-04-10T08:00:00.000Z',
        amounts,
        timeframes: [{ id: 'CHECK', start: '2026-04-10T09:00:00.000Z', end: '2026-04-20T16:00:00.000Z' }],
      },
      {
        id: '2',
        start: '2026-04-10T08:00:00.000Z',
        end: '2026-10-10T08:00:00.000Z',
        amounts,
        timeframes: [{ id: 'CHECK', start: '2026-10-10T09:00:00.000Z', end: '2026-10-20T16:00:00.000Z' }],
      },
    ],
    flow: {
      version: 1,
      steps: [
        {
          id: 'APP',
          title: { en: 'Application' },
          order: 0,
          type: 'application',
          ownerRole: 'applicant',
          forms: [
            {
              id: 'F1',
              title: { en: 'The project' },
              order: 1,
              elements: [
                { id: 'title', type: 'text', title: { en: 'Title' } },
                { id: 'again', type: 'select', title: { en: 'Again?' }, optionsGroup: 'yes_no' },
              ],
            },
          ],
        },
        { id: 'CHECK', title: { en: 'Check' }, order: 1, type: 'check', ownerRole: 'pro', forms: [] },
      ],
    },
  } satisfies CallDefinition;
}
