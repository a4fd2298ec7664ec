import { openHealth, showTime } from '@clearcall/contract/demo.ts';
import { openPrivacy as openPrivacyEndpoint } from '@clearcall/contract/privacy.ts';
import { operation } from '../../platform/http/bind.ts';
import { centres } from './administration/centres.ts';
import { panels } from './administration/panels.ts';
import { partitions } from './administration/partitions.ts';
import { administration } from './administration.ts';
import { answerHealth } from './answer-health.ts';
import { logo } from './logo.ts';
import { openPrivacy } from './open-privacy.ts';
import { emails } from './running/emails.ts';
import { listFirstSteps } from './running/first-steps.ts';
import { openRunning, runJobAgain } from './running/open-running.ts';

export const routes = [
  operation(openHealth, answerHealth),
  operation(showTime, async ({ now }) => ({ now: now.toISOString() })),
  operation(openPrivacyEndpoint, openPrivacy),
  ...administration,
  ...logo,
  listFirstSteps,
  openRunning,
  runJobAgain,
  ...emails,
  ...centres,
  ...partitions,
  ...panels,
];
