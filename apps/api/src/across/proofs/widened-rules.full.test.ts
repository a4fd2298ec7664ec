import type { Audience, ViewRule } from '@clearcall/domain/forms/types.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFlowVersion } from '../../testing/factories.ts';
import { lookForPlants } from '../../testing/proofs/planted-texts.ts';
import type { Person } from '../../testing/proofs/plants.ts';
import { audiencesOf, proofFlow, proofRules } from '../../testing/proofs/proof-flow.ts';
import { buildProofWorld, type ProofWorld, persons, roleOf } from '../../testing/proofs/proof-world.ts';

/** A rule as it must not be: somebody reads more by it, or earlier. */
interface Widened {
  what: string;
  stepId: string;
  rules: ViewRule[];
  /** Who reads by it. */
  who: Person[];
}

const everybody = (role: string): Person[] =>
  persons.filter((person) => roleOf[person] === role || (role === 'applicant' && roleOf[person] === 'user'));

/** A rule with one part of it wider. */
function wider(stepId: string, rule: ViewRule): [string, ViewRule][] {
  const { role, scope, of, reader, audience } = rule;
  const more = audiencesOf(stepId).filter((one: Audience) => !audience.includes(one));
  const found: [string, ViewRule][] = more.map((one) => [
    `also ${one}`,
    { ...rule, audience: [...audience, one] },
  ]);
  if (scope !== 'own' && scope !== 'call') {
    const { reader: _, ...rest } = rule;
    found.push(['for the whole call', { ...rest, scope: 'call' }]);
  }
  if (reader === 'accepted') found.push(['before accepting', { ...rule, reader: 'assigned' }]);
  if (of === 'submitted') found.push(['from the beginning', { ...rule, of: 'always' }]);
  else if (of !== 'always') found.push(['when handed in', { ...rule, of: 'submitted' }]);
  // A role that nothing is shown to.
  if (role !== 'call_coordinator')
    found.push(['for another role', { role: 'call_coordinator', scope: 'call', of: 'submitted', audience }]);
  return found;
}

const widened: Widened[] = Object.entries(proofRules).flatMap(([stepId, rules]) =>
  rules.flatMap((rule, at) =>
    wider(stepId, rule)
      // Staff are told everything that was handed in, whatever a rule says.
      .filter(([, { role }]) => role !== 'pro')
      .map(([how, other]) => ({
        what: `${stepId}: ${rule.role}, ${rule.scope}, ${JSON.stringify(rule.of)}: ${how}`,
        stepId,
        rules: rules.map((one, place) => (place === at ? other : one)),
        who: everybody(other.role),
      })),
  ),
);

/**
 * Of what nothing is there that the wider rule would open: a form that is no draft, a step that everybody handed in, what
 * another rule opens before.
 */
const showsNothingMore = [
  'APP: compute_centre_representative, centre, "submitted": from the beginning',
  'APP: compute_centre_representative, centre, "awarded": also public',
  'APP: technical_reviewer, assigned, "submitted": from the beginning',
  'APP: scientific_reviewer, assigned, "submitted": from the beginning',
  'APP: rapporteur, assigned, "submitted": from the beginning',
  'APP: panel_chair, panel, "submitted": from the beginning',
  'APP: ac_member, call, "submitted": from the beginning',
  'APP: ac_chair, call, "submitted": from the beginning',
  'PAN: panel_chair, panel, "submitted": from the beginning',
  'PAN: ac_member, call, "submitted": from the beginning',
  'PAN: ac_chair, call, "submitted": from the beginning',
  'ALL: ac_member, call, "submitted": from the beginning',
  'ALL: ac_chair, call, "submitted": from the beginning',
  'ALL: rapporteur, assigned, {"released":"ALL"}: before accepting',
  'REP: compute_centre_representative, centre, "submitted": from the beginning',
  'REP: project_manager, call, "submitted": from the beginning',
];

let world: ProofWorld;
beforeAll(async () => {
  world = await buildProofWorld();
}, 120_000);
afterAll(() => world.app.close());

let version = 1;
async function follow(view: Parameters<typeof proofFlow>[0]): Promise<void> {
  version += 1;
  const id = await createFlowVersion(world.app.db, world.callId, version, proofFlow(view));
  await world.app.db.updateTable('applications').set({ flow_version_id: id }).execute();
}

/** What somebody reads of the applications, but for the version of the flow and what its parts are called. */
async function readBy(who: readonly Person[]): Promise<string> {
  const results: unknown[] = [];
  for (const person of who)
    for (const { id } of [world.main, world.done]) {
      const { status, body } = await world.as(person, 'GET', `/v2/applications/${id}`);
      results.push(status, { ...body, flowVersion: null, parts: null });
    }
  return JSON.stringify(results);
}

it('finds every rule of a flow that is wider than it may be', async ({ annotate }) => {
  const survivors: string[] = [];
  const nothingMore: string[] = [];
  expect(widened.length).toBeGreaterThan(100);
  const ways = { only: /^GET \/v2\/applications\/:id$|^GET \/download\/upload/, alone: true };
  const known = new Set((await lookForPlants(world, ways)).finds);
  const asTheyAre = new Map<string, string>();
  for (const { who } of widened) if (!asTheyAre.has(who.join())) asTheyAre.set(who.join(), await readBy(who));
  for (const { what, stepId, rules, who } of widened) {
    await follow({ ...proofRules, [stepId]: rules });
    const { finds } = await lookForPlants(world, { who, ...ways });
    if (finds.some((find) => !known.has(find))) continue;
    if ((await readBy(who)) === asTheyAre.get(who.join())) nothingMore.push(what);
    else survivors.push(what);
  }
  await follow(proofRules);
  await annotate(
    `${widened.length} widened rules, ${survivors.length} survivors, ${nothingMore.length} without effect`,
  );
  expect(survivors).toEqual([]);
  expect(nothingMore).toEqual(showsNothingMore);
});
