import { message, type Translatable } from '@clearcall/i18n/message.ts';

/** The roles of the portal as a table, with their abbreviations. Source: Requirements 1, 6.1. */
export const roles = {
  user: { short: '' },
  admin: { short: '' },
  super_admin: { short: '' },
  eurohpc_admin: { short: 'PA' },
  pro: { short: 'PRO' },
  applicant: { short: '' },
  ac_member: { short: 'ACM' },
  ac_chair: { short: 'ACC' },
  panel_chair: { short: 'PC' },
  rapporteur: { short: '' },
  scientific_reviewer: { short: 'SR' },
  technical_reviewer: { short: 'TR' },
  compute_centre_representative: { short: 'CCR' },
  project_manager: { short: 'PM' },
  finance_manager: { short: 'FM' },
  call_coordinator: { short: 'CC' },
} as const satisfies Record<string, { short: string }>;

export type Role = keyof typeof roles;

export const roleCodes = Object.keys(roles) as [Role, ...Role[]];

/**
 * What a role is called; of a code that the table does not hold, its words. Roles on assignments come with the flow of
 * a call, so there may be others. Source: Requirements 1, 6.1.
 */
export function roleMessage(code: string): Translatable {
  const role = roleCodes.find((one) => one === code);
  return role === undefined ? code.replaceAll('_', ' ') : message(`parts.role.name.${role}`);
}

/**
 * Roles in which people act for centres or for panels: of work that nobody has theirs is what their memberships reach,
 * also where it is about no partition. Others take it wherever it is. A call coordinator follows whole calls: all
 * applications that view rules with the scope call open to the role.
 */
export const actsFor: Readonly<Partial<Record<Role, 'centre' | 'panel' | 'call'>>> = {
  call_coordinator: 'call',
  compute_centre_representative: 'centre',
  panel_chair: 'panel',
  rapporteur: 'panel',
};

/** Administrator roles: refused in the user portal, at home in the administration portal. */
export const administratorRoles: readonly Role[] = ['admin', 'super_admin', 'eurohpc_admin'];
