import { openHealth } from '@clearcall/contract/demo.ts';
import { deed } from '../../platform/http/bind.ts';
import { answerHealth } from './answer-health.ts';

export const routes = [deed(openHealth, answerHealth)];
