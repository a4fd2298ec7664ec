import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import { describe, expect, it } from 'vitest';
import { type Role, roleCodes } from '../people/roles.ts';
import { type DownloadExtent, downloadExtent, inExtent } from './download-call.ts';
import { type ReportApplication, reportTable } from './report-table.ts';
import { isStaffRole } from './testing/staff-role.ts';

const { translate } = createTranslator('en', await loadArea('en', 'workflow'));

const all: DownloadExtent = { kind: 'all' };
const own: DownloadExtent = { kind: 'centres', centres: ['north'] };

describe('who may download of a call', () => {
  const extents = (downloadRoles: readonly Role[], centres: readonly string[]) =>
    Object.fromEntries(
      roleCodes.flatMap((role) => {
        const extent = downloadExtent(
          { userId: 1, role, isStaff: isStaffRole(role), centres },
          { downloadRoles },
        );
        return extent === null ? [] : [[role, extent]];
      }),
    );

  it('is the peer review officer where the call says nothing else', () => {
    expect(extents(['pro'], ['north'])).toEqual({ pro: all });
    expect(extents([], ['north'])).toEqual({});
  });

  it('is who the call names: staff for all, a representative for the own centres, nobody else', () => {
    const everybody = { pro: all, admin: all, super_admin: all, eurohpc_admin: all };
    expect(extents(roleCodes, ['north'])).toEqual({ ...everybody, compute_centre_representative: own });
    expect(extents(roleCodes, [])).toEqual(everybody);
  });

  it('reaches what is submitted, for a representative what asks for the own partitions', () => {
    const submitted = { status: 'submitted', centres: ['north', 'south'], conflicted: false } as const;
    expect(inExtent(all, submitted)).toBe(true);
    expect(inExtent(all, { ...submitted, status: 'draft' })).toBe(false);
    expect(inExtent(all, { ...submitted, conflicted: true })).toBe(false);
    expect(inExtent(own, submitted)).toBe(true);
    expect(inExtent(own, { ...submitted, status: 'draft' })).toBe(false);
    expect(inExtent(own, { ...submitted, centres: ['south'] })).toBe(false);
    expect(inExtent(own, { ...submitted, centres: [] })).toBe(false);
    expect(inExtent(own, { ...submitted, conflicted: true })).toBe(false);
  });
});

describe('the applications report', () => {
  const call = {
    unit: 'node hours',
    partitions: [
      { id: 'cpu', name: 'Aurora CPU', centreId: 'north' },
      { id: 'gpu', name: 'Sirius GPU', centreId: 'south' },
    ],
  };
  const application: ReportApplication = {
    uid: 'REG-2026R01-001',
    status: 'changes_requested',
    title: 'Über Wolken',
    piName: 'Zoë Ångström',
    piAffiliation: 'Lakeside',
    researchGroup: 'Physics',
    researchTitle: 'Optics',
    ownerName: 'Ana Horvat',
    ownerEmail: 'ana@example.org',
    submittedAt: '2026-11-20T10:00:00.000Z',
    firstSubmittedAt: null,
    cutoffEnd: '2026-12-01T09:00:00.000Z',
    asked: [
      { partitionId: 'cpu', amount: '9007199254740993.1' },
      { partitionId: 'cpu', amount: '0.2' },
      { partitionId: 'gpu', amount: null },
    ],
    conflicted: false,
  };

  it('has everything for those who see everything, with exact sums', () => {
    const table = reportTable(all, call);
    expect(
      Object.fromEntries(table.head.map((name, at) => [translate(name), table.rowOf(application)?.[at]])),
    ).toEqual({
      'Application ID': 'REG-2026R01-001',
      Status: { id: 'workflow.report.status.changes_requested' },
      'Project title': 'Über Wolken',
      'PI name': 'Zoë Ångström',
      Affiliation: 'Lakeside',
      'Research field group': 'Physics',
      'Research field title': 'Optics',
      Partitions: 'Aurora CPU, Sirius GPU',
      'Aurora CPU (node hours)': { decimal: '9007199254740993.3' },
      'Sirius GPU (node hours)': null,
      Owner: 'Ana Horvat',
      'Owner email': 'ana@example.org',
      'Submitted (UTC)': '2026-11-20T10:00:00.000Z',
      'Cut-off (UTC)': '2026-12-01T09:00:00.000Z',
    });
    expect(table.rowOf({ ...application, status: 'draft' })).toBeNull();
  });

  it('names and adds up the partitions that an application asks for, and no others', () => {
    const table = reportTable(all, { ...call, unit: 'h' });
    const cells = (asked: ReportApplication['asked']) => table.rowOf({ ...application, asked })?.slice(7, 10);
    expect(cells([{ partitionId: 'gpu', amount: '5' }])).toEqual(['Sirius GPU', null, { decimal: '5' }]);
    expect(cells([{ partitionId: 'old', amount: '5' }])).toEqual(['', null, null]);
    expect(cells([])).toEqual(['', null, null]);
    // A partition that the call no longer offers belongs to no centre.
    expect(
      reportTable(own, call).rowOf({ ...application, asked: [{ partitionId: 'old', amount: '5' }] }),
    ).toBeNull();
  });

  it('shows a centre its own partitions, no address, and nothing that does not ask for them', () => {
    const table = reportTable(own, call);
    expect(table.head.map(translate)).not.toContain('Sirius GPU (node hours)');
    expect(table.head.map(translate)).not.toContain('Owner email');
    const row = table.rowOf(application);
    expect(row).toHaveLength(table.head.length);
    expect(JSON.stringify(row)).not.toMatch(/Sirius|ana@/);
    expect(row).toContain('Aurora CPU');
    expect(table.rowOf({ ...application, asked: [{ partitionId: 'gpu', amount: '5' }] })).toBeNull();
    expect(table.rowOf({ ...application, asked: [] })).toBeNull();
    expect(table.rowOf({ ...application, conflicted: true })).toBeNull();
  });

  it('tells a centre the day of the first submission, and those who see everything when the newest came', () => {
    const submitted = (extent: typeof all | typeof own, firstSubmittedAt: string | null) =>
      reportTable(extent, call)
        .rowOf({ ...application, firstSubmittedAt })
        ?.at(-2);
    expect([null, '2026-11-18T10:00:00.000Z'].map((first) => submitted(own, first))).toEqual([
      '2026-11-20',
      '2026-11-18',
    ]);
    expect(submitted(all, '2026-11-18T10:00:00.000Z')).toBe('2026-11-20T10:00:00.000Z');
  });
});
