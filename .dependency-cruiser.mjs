/** Who may import whom. The picture is in ARCHITECTURE.md; each rule here is one arrow that must not exist. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    rule(
      'no-circular',
      'A circle has no beginning: nobody can read it from the top.',
      {},
      { circular: true },
    ),
    rule(
      'packages-know-no-apps',
      'What is shared by the apps must not know them.',
      { path: '^packages/' },
      { path: '^(apps|e2e|bench)/' },
    ),
    rule(
      'apps-meet-over-http',
      'An app may not import another one. The tests of the API start the database of the launcher, and end with it.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/(?!$1/)', pathNot: '^apps/start/(database|end-with-starter)\\.(mjs|d\\.mts|mts)$' },
    ),
    rule(
      'contract-knows-domain-alone',
      'The contract is data: it names schemas of the domain and texts of the catalogue, and nothing else.',
      { path: '^packages/contract/' },
      { path: '^packages/(?!contract/|domain/|i18n/)' },
    ),
    rule(
      'domain-knows-nobody',
      'The domain is pure: it imports zod, the texts that it names, and itself.',
      { path: '^packages/domain/src/', pathNot: '\\.test\\.ts$|/testing/' },
      { path: '.', pathNot: '^packages/(domain|i18n)/|^node_modules/zod/' },
    ),
    rule(
      'i18n-knows-nobody',
      'The catalogue is below everything: it knows nothing of what its texts are about.',
      { path: '^packages/i18n/src/', pathNot: '\\.test\\.ts$' },
      { path: '.', pathNot: '^packages/i18n/|^node_modules/@lingui/' },
    ),
    rule(
      'forms-stand-alone',
      'The form engine knows nothing of calls, people or workflow.',
      { path: '^packages/domain/src/forms/', pathNot: '\\.test\\.ts$' },
      { path: '^packages/(?!i18n/|domain/src/forms/)' },
    ),
    rule(
      'facts-below-deadlines',
      'Inside the domain: automation → workflow → permissions → deadlines → people, calls, applications … → forms.',
      {
        path: '^packages/domain/src/(people|calls|applications|organisation|archive|values)/',
        pathNot: '^packages/domain/src/calls/definition/',
      },
      { path: '^packages/domain/src/(deadlines|permissions|workflow|automation|mail)/' },
    ),
    rule(
      'definitions-above-the-domain',
      'The definition of a call is checked with everything that a call uses, so nothing in the domain may use it.',
      { path: '^packages/domain/src/(?!calls/definition/)' },
      { path: '^packages/domain/src/calls/definition/' },
    ),
    rule(
      'deadlines-below-permissions',
      'Inside the domain: automation → workflow → permissions → deadlines → people, calls, applications … → forms.',
      { path: '^packages/domain/src/deadlines/' },
      { path: '^packages/domain/src/(permissions|workflow|automation|mail)/' },
    ),
    rule(
      'permissions-below-workflow',
      'Inside the domain: automation → workflow → permissions → deadlines → people, calls, applications … → forms.',
      { path: '^packages/domain/src/permissions/' },
      { path: '^packages/domain/src/(workflow|automation|mail)/' },
    ),
    rule(
      'workflow-below-automation',
      'Inside the domain: automation → workflow → permissions → deadlines → people, calls, applications … → forms.',
      { path: '^packages/domain/src/workflow/' },
      { path: '^packages/domain/src/(automation|mail)/' },
    ),
    rule(
      'mail-knows-facts-alone',
      'A mail is written from facts.',
      { path: '^packages/domain/src/mail/', pathNot: '\\.test\\.ts$' },
      {
        path: '^packages/domain/src/(?!mail/|deadlines/|(people|calls|applications|organisation|archive|values)/)',
      },
    ),
    rule(
      'ui-knows-contract-and-domain',
      'The skin is shared by both portals and knows neither.',
      { path: '^packages/ui/' },
      { path: '^packages/(?!ui/|contract/|domain/|i18n/)' },
    ),
    rule(
      'features-are-islands',
      'A feature imports no other; two that must act together are composed in across/ or in routes.',
      { path: '^apps/([^/]+)/src/features/([^/]+)/' },
      { path: '^apps/$1/src/features/(?!$2/)' },
    ),
    rule(
      'platform-is-below-features',
      'The platform knows the world, not the features.',
      { path: '^apps/api/src/platform/', pathNot: '\\.test\\.ts$' },
      { path: '^apps/api/src/(features|across|testing)/' },
    ),
    rule(
      'features-know-no-across',
      'across/ composes features, never the reverse.',
      { path: '^apps/api/src/features/', pathNot: '\\.test\\.ts$' },
      { path: '^apps/api/src/(across|testing)/' },
    ),
    rule(
      'testing-is-for-tests',
      'Helpers of tests do not run in production.',
      { path: '^apps/api/src/', pathNot: '\\.test\\.ts$|^apps/api/src/testing/' },
      { path: '^apps/api/src/testing/' },
    ),
    rule(
      'database-driver-only-in-api',
      'Only the API talks to the database.',
      { path: '^(packages|apps/(?!api/))', pathNot: '^apps/start/' },
      { path: '^node_modules/(pg|kysely|graphile-worker)/' },
    ),
    rule(
      'no-zod-in-browsers',
      'The browsers use the contract as types alone; schemas stay on the server.',
      { path: '^(packages/ui|apps/(user|admin)-portal)/', pathNot: '\\.test\\.tsx?$' },
      { path: '^node_modules/zod/' },
    ),
    rule(
      'shell-below-features',
      'Features stand in the shell and share parts, not the reverse; only routes.tsx knows them.',
      { path: '^apps/(user|admin)-portal/src/(shell|parts)/' },
      { path: '^apps/(user|admin)-portal/src/features/' },
    ),
    rule(
      'parts-below-shell',
      'The shell is around the pages; what several features share is inside of them.',
      { path: '^apps/(user|admin)-portal/src/parts/' },
      { path: '^apps/(user|admin)-portal/src/shell/' },
    ),
    rule('resolvable', 'What is imported exists.', {}, { couldNotResolve: true }),
    rule('not-deprecated', 'No deprecated packages.', {}, { dependencyTypes: ['deprecated'] }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.runtime|\\.data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
