import { message, type Translatable } from '@clearcall/i18n/message.ts';

/** The roles of the portal as a table. Source: Requirements 1, 6.1. */
export const roles = {
  user: { label: 'User', short: '' },
  admin: { label: 'Admin', short: '' },
  super_admin: { label: 'Super Admin', short: '' },
  eurohpc_admin: { label: 'Programme Administrator', short: 'PA' },
  pro: { label: 'Peer Review Officer', short: 'PRO' },
  applicant: { label: 'Applicant', short: '' },
  ac_member: { label: 'AC Member', short: 'ACM' },
  ac_chair: { label: 'AC Chair', short: 'ACC' },
  panel_chair: { label: 'Panel Chair', short: 'PC' },
  rapporteur: { label: 'Rapporteur', short: '' },
  scientific_reviewer: { label: 'Scientific reviewer', short: 'SR' },
  technical_reviewer: { label: 'Technical reviewer', short: 'TR' },
  compute_centre_representative: { label: 'Computing center representative', short: 'CCR' },
  project_manager: { label: 'Project Manager', short: 'PM' },
  finance_manager: { label: 'Finance Manager', short: 'FM' },
  call_coordinator: { label: 'Call Coordinator', short: 'CC' },
} as const satisfies Record<string, { label: string; short: string }>;

export type Role = keyof typeof roles;

export const roleCodes = Object.keys(roles) as [Role, ...Role[]];

/**
 * What a role is called; of a code that the table does not hold, its words. Roles on assignments come with the flow of
 * a call, so there may be others. Source: Requirements 1, 6.1.
 */
export function roleLabel(code: string): string {
  return Object.entries(roles).find(([role]) => role === code)?.[1].label ?? code.replaceAll('_', ' ');
}

/** The same for people, in their language. Source: Requirements 1, 6.1. */
export function roleMessage(code: string): Translatable {
  const role = roleCodes.find((one) => one === code);
  return role === undefined ? roleLabel(code) : message(`parts.role.name.${role}`);
}

/** Administrator roles: refused in the user portal, at home in the administration portal. */
export const administratorRoles: readonly Role[] = ['admin', 'super_admin', 'eurohpc_admin'];
