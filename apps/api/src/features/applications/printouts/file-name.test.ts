import { expect, it } from 'vitest';
import { fileName } from './print-application.ts';

it('holds nothing that a disk or a reader would stumble over', () => {
  expect([
    fileName(['REG-1', '../../etc/pass\u202ewd\u0000: a "plan"', 'Application']),
    fileName(['REG-1', '', 'Application']),
    fileName(['REG-1', 'Solar wind\u000band\n10\u009612 nodes', 'Application']),
    fileName(['REG-1', ' ...hidden', 'Application']),
    fileName(['REG-1', 'é'.normalize('NFD').repeat(80), 'Application']),
    fileName(['REG-1', `${'a'.repeat(59)}\ud83d\ude00b`, 'Application']),
  ]).toEqual([
    'REG-1 - _.._etc_passwd_ a _plan_ - Application.pdf',
    'REG-1 - Application.pdf',
    'REG-1 - Solar wind and 10–12 nodes - Application.pdf',
    'REG-1 - hidden - Application.pdf',
    `REG-1 - ${'é'.repeat(60)} - Application.pdf`,
    `REG-1 - ${'a'.repeat(59)}\ud83d\ude00 - Application.pdf`,
  ]);
});
