import { openHealth } from '@clearcall/contract/demo.ts';
import { openPrivacy as openPrivacyEndpoint } from '@clearcall/contract/privacy.ts';
import { deed } from '../../platform/http/bind.ts';
import { answerHealth } from './answer-health.ts';
import { openPrivacy } from './open-privacy.ts';

export const routes = [deed(openHealth, answerHealth), deed(openPrivacyEndpoint, openPrivacy)];
