import { describe, expect, it } from 'vitest';
import { isPublicMailProvider } from '../people/public-mail-providers.ts';
import { type ConflictFacts, commonSince, detectConflicts, type PersonToAssign } from './detect-conflicts.ts';
import { type NamedPerson, namedPeople } from './named-people.ts';
import { indexStep } from './step-index.ts';

const ada: PersonToAssign = {
  id: 7,
  email: 'ada@cs.north.example',
  firstName: 'Ada',
  lastName: 'Lovelace',
  orcid: '0000-0002-1825-0097',
};
const facts: ConflictFacts = {
  uid: 'REG-2026R01-001',
  owner: { id: 1, email: 'otto@south.example', name: 'Otto Owner' },
  people: [],
  excluded: [],
  inCutoff: [],
  earlier: [],
};
const named = (given: Partial<NamedPerson>): NamedPerson => ({
  elementId: 't_email',
  groupId: 'row',
  name: '',
  email: null,
  orcid: null,
  ...given,
});
const found = (some: Partial<ConflictFacts>, person = ada) => detectConflicts(person, { ...facts, ...some });

describe('what speaks for a conflict of interest', () => {
  it('is nothing between strangers', () => {
    expect(
      found({
        people: [named({ name: 'Grace Hopper', email: 'grace@west.example', orcid: '0000-0001-5109-3700' })],
        excluded: [named({ name: 'Alan Turing' })],
        inCutoff: [{ uid: 'REG-2026R01-002', ownerId: 2 }],
        earlier: [{ uid: 'REG-2025R01-001', submittedAt: '2025-01-01T00:00:00Z', ownerId: 2, ids: [] }],
      }),
    ).toEqual([]);
  });

  it('refuses the own application, this one and others of the cut-off', () => {
    expect(
      found({
        owner: { id: 7, email: ada.email, name: 'Ada Lovelace' },
        inCutoff: [
          { uid: 'REG-2026R01-002', ownerId: 7 },
          { uid: 'REG-2026R01-003', ownerId: 8 },
        ],
      }),
    ).toEqual(
      ['REG-2026R01-001', 'REG-2026R01-002'].map((uid) => ({
        kind: 'own_application_in_cutoff',
        severity: 'refuses',
        source: { applicationUid: uid },
        says: { uid },
      })),
    );
  });

  it('says once that there is another application where it is not told which', () => {
    const grace = { name: 'Grace Hopper', email: 'grace@west.example' };
    const both = { submittedAt: '2025-01-01T00:00:00Z', ownerId: 7, ids: [grace.email] };
    expect(
      found({
        people: [named(grace)],
        inCutoff: [
          { uid: null, ownerId: 7 },
          { uid: 'REG-2026R01-002', ownerId: 7 },
          { uid: null, ownerId: 7 },
          { uid: null, ownerId: 8 },
        ],
        earlier: [
          { ...both, uid: null },
          { ...both, uid: null },
        ],
      }).map(({ kind, source, says }) => [kind, source, says]),
    ).toEqual([
      ['own_application_in_cutoff', { applicationUid: 'REG-2026R01-002' }, { uid: 'REG-2026R01-002' }],
      ['own_application_in_cutoff', {}, {}],
      ['common_application', {}, {}],
    ]);
  });

  it('asks about the house, once for each mail domain, and where it was read', () => {
    const here = { applicationUid: facts.uid };
    const inTeam = (groupId: string) => ({ ...here, elementId: 't_email', groupId });
    const asks = (source: object, domain: string, name: string) => ({
      kind: 'mail_domain',
      severity: 'asks',
      source,
      says: { domain, name },
    });
    expect(
      found({
        owner: { id: 1, email: 'Otto@North.Example', name: 'Otto Owner' },
        people: [
          named({ groupId: 'a', name: 'Ben', email: 'ben@north.example' }),
          named({ groupId: 'b', name: 'Cleo', email: 'cleo@cs.north.example' }),
          named({ groupId: 'c', name: 'Dan', email: 'dan@uppernorth.example' }),
          named({ groupId: 'd', name: 'Eve', email: 'eve@gpu.cs.north.example' }),
        ],
      }),
    ).toEqual([
      asks(here, 'north.example', 'Otto Owner'),
      asks(inTeam('b'), 'cs.north.example', 'Cleo'),
      asks(inTeam('d'), 'gpu.cs.north.example', 'Eve'),
    ]);
  });

  it('takes no provider that gives an address to everybody for a house', () => {
    const at = (domain: string) =>
      found(
        { owner: { id: 1, email: `otto@${domain}`, name: 'Otto' } },
        { ...ada, email: `ada@${domain}` },
      ).map(({ kind }) => kind);
    for (const domain of [
      'gmail.com',
      'yahoo.co.uk',
      'hotmail.fr',
      'GMX.net',
      'web.de',
      'proton.me',
      'example.org',
    ])
      expect(at(domain)).toEqual([]);
    for (const domain of ['yahoo-inc.example', 'live.kth.se', 'cs.co.uk', 'mygmail.com'])
      expect(at(domain)).toEqual(['mail_domain']);
    // Nor what somebody has below it.
    const below = { owner: { id: 1, email: 'otto@kin.gmx.net', name: 'Otto' } };
    expect(found(below, { ...ada, email: 'ada@gmx.net' })).toEqual([]);
    expect(isPublicMailProvider('')).toBe(false);
  });

  it('recognises who is named in the application by address, ORCID iD and name', () => {
    const by = (given: Partial<NamedPerson>, person = ada) =>
      found({ people: [named(given)] }, person).map(({ kind, says }) => [kind, says.by]);
    expect(found({ people: [named({ name: 'A. Byron', email: 'ADA@cs.north.example ' })] })).toEqual([
      {
        kind: 'named_in_team',
        severity: 'asks',
        source: { applicationUid: facts.uid, elementId: 't_email', groupId: 'row' },
        says: { name: 'A. Byron', by: 'email' },
      },
    ]);
    const inTeam = (way: string) => [['named_in_team', way]];
    for (const email of ['\u200bada@cs.north.example', 'ada@cs.nor\u00adth.example'])
      expect(by({ email })).toEqual(inTeam('email'));
    const max = { ...ada, email: 'max@xn--mller-kva.example', name: 'Max Müller' };
    expect(by({ email: 'max@müller.example' }, max)).toEqual(inTeam('email'));
    expect(by({ orcid: 'https://orcid.org/0000-0002-1825-0097' })).toEqual(inTeam('orcid'));
    expect(by({ orcid: '0000-0002-1694-233x' }, { ...ada, orcid: '0000-0002-1694-233X' })).toEqual(
      inTeam('orcid'),
    );
    for (const [name, way] of [
      ['ada LOVELACE', 'name'],
      ['Lovelace, Ada', 'name'],
      ['Prof. Dr. Ada Lovelace', 'name'],
      ['Ada King Lovelace', 'name'],
      ['Áda Lovelace', 'spelling'],
      ['A. Lovelace', 'initials'],
      ['Prof. Lovelace', 'last_name'],
    ] as const)
      expect(by({ name })).toEqual(inTeam(way));
    for (const name of ['', 'Ada', 'Adam Lovelace', 'B. Lovelace', 'Ada Byron'])
      expect(by({ name })).toEqual([]);
    const of = (firstName: string, lastName: string) => ({ ...ada, firstName, lastName });
    expect(by({ name: 'Soren Groß-Oresund' }, of('Søren', 'Gross Øresund'))).toEqual(inTeam('spelling'));
    expect(by({ name: '王伟' }, of('', '王伟'))).toEqual(inTeam('name'));
    expect(by({ name: 'Prof. Sukarno' }, of('', 'Sukarno'))).toEqual(inTeam('name'));
    // Nobody is recognised by what nobody said.
    expect(by({ name: 'Somebody' }, { ...of('', ''), email: '', orcid: '' })).toEqual([]);
  });

  it('says whom the applicant asked to leave out, and not why', () => {
    expect(
      found({
        excluded: [
          named({ elementId: 'e_name', groupId: 'x', name: 'Charles Babbage' }),
          named({ elementId: 'e_name', groupId: 'y', name: 'Prof. Ada Lovelace' }),
        ],
      }),
    ).toEqual([
      {
        kind: 'excluded_by_applicant',
        severity: 'asks',
        source: { applicationUid: facts.uid, elementId: 'e_name', groupId: 'y' },
        says: { name: 'Prof. Ada Lovelace', by: 'name' },
      },
    ]);
    const by = (name: string) => found({ excluded: [named({ name })] }).map(({ says }) => says.by);
    expect(
      ['A. Lovelace', 'Lovelace', 'Ada Love\u00adlace', 'Ada Loveláce', 'Anne Lovelace'].map((name) =>
        by(name),
      ),
    ).toEqual([['initials'], ['last_name'], ['name'], ['spelling'], []]);
  });

  it('ties those together who were on one application, as owner or in the team', () => {
    const people = [
      named({ name: 'Grace Hopper', email: 'grace@west.example', orcid: '0000-0001-5109-3700' }),
    ];
    const ties = (
      one: Partial<ConflictFacts['earlier'][number]>,
      some: Partial<ConflictFacts> = { people },
    ) =>
      found({
        ...some,
        earlier: [
          { uid: 'REG-2025R01-009', submittedAt: '2025-01-01T00:00:00Z', ownerId: 99, ids: [], ...one },
        ],
      }).filter(({ kind }) => kind === 'common_application');
    const tied = [
      {
        kind: 'common_application',
        severity: 'asks',
        source: { applicationUid: 'REG-2025R01-009' },
        says: { uid: 'REG-2025R01-009', submittedAt: '2025-01-01T00:00:00Z' },
      },
    ];
    expect(ties({ ownerId: 7, ids: ['grace@west.example'] })).toEqual(tied);
    expect(ties({ ownerId: 7, ids: ['0000-0001-5109-3700'] })).toEqual(tied);
    expect(ties({ ownerId: 1, ids: ['ada@cs.north.example'] })).toEqual(tied);
    // A namesake may be somebody else.
    const sister = { people: [named({ name: 'A. Lovelace', email: 'anne@west.example' })] };
    expect(ties({ ownerId: 7, ids: ['anne@west.example'] }, sister)).toEqual(tied);
    expect(ties({ ids: ['otto@south.example', '0000-0002-1825-0097'] })).toEqual(tied);
    // Only one of them, or neither.
    expect(ties({ ownerId: 7 })).toEqual([]);
    expect(ties({ ownerId: 1, ids: ['grace@west.example'] })).toEqual([]);
    expect(ties({ ids: ['ada@cs.north.example'] })).toEqual([]);
    // Somebody is no tie to themselves.
    const withAda = { people: [named({ name: 'Ada Lovelace', email: ada.email })] };
    expect(ties({ ownerId: 7, ids: [ada.email] }, withAda)).toEqual([]);
    const adas = { owner: { id: 7, email: ada.email, name: 'Ada Lovelace' } };
    expect(ties({ ownerId: 7, ids: [ada.email] }, adas)).toEqual([]);
    // This application ties nobody to itself.
    expect(ties({ uid: facts.uid, ownerId: 1, ids: [ada.email] })).toEqual([]);
  });

  it('looks back three years', () => {
    expect(commonSince(new Date('2026-11-22T10:00:00Z'))).toEqual(new Date('2023-11-22T10:00:00Z'));
    expect(commonSince(new Date('2024-02-29T10:00:00Z'))).toEqual(new Date('2021-03-01T10:00:00Z'));
  });
});

it('finds the people of a form by meaning, in one field or two, in rows or alone', () => {
  const text = (id: string, meaning: string) =>
    ({ id, type: 'text', title: id, config: { id: meaning }, effects: [] }) as const;
  const { meanings } = indexStep({
    id: 'S',
    title: 'S',
    order: 0,
    type: 'application',
    ownerRole: 'applicant',
    config: {},
    permissions: { assign: [], assignable: [], view: [] },
    forms: [
      {
        id: 'F',
        title: 'F',
        order: 0,
        elements: [
          text('p1', 'pi_first_name'),
          text('p2', 'pi_last_name'),
          text('p3', 'pi_orcid'),
          {
            id: 'g',
            type: 'group',
            title: 'g',
            config: {},
            effects: [],
            children: [text('t1', 'team_name'), text('t2', 'team_email')],
          },
        ],
      },
    ],
  });
  const answers = [
    { elementId: 't2', groupId: 'a', values: [' grace@west.example '] },
    { elementId: 'p1', groupId: null, values: ['Ada'] },
    { elementId: 'p2', groupId: null, values: ['Lovelace'] },
    { elementId: 'p3', groupId: null, values: [] },
    { elementId: 't1', groupId: 'a', values: ['Grace Hopper'] },
    { elementId: 't1', groupId: 'b', values: [' '] },
    { elementId: 'other', groupId: 'b', values: ['Nobody'] },
  ];
  expect(namedPeople(meanings, answers, 'pi')).toEqual([
    { elementId: 'p1', groupId: null, name: 'Ada Lovelace', email: null, orcid: null },
  ]);
  expect(namedPeople(meanings, answers, 'team')).toEqual([
    { elementId: 't2', groupId: 'a', name: 'Grace Hopper', email: 'grace@west.example', orcid: null },
  ]);
  expect(namedPeople(meanings, answers, 'excluded')).toEqual([]);
});
