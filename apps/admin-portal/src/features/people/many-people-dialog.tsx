import { type Role, roleCodes, roleMessage } from '@clearcall/domain/people/roles.ts';
import { isAtMost } from '@clearcall/domain/permissions/administration.ts';
import { AreaField } from '@clearcall/ui/kit/field/area-field.tsx';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import { attemptEach } from '@clearcall/ui/kit/many/attempt-each.ts';
import { ManyDialog } from '@clearcall/ui/kit/many/many-dialog.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonField } from '../../parts/reason-field.ts';
import classes from './people.module.css';
import type { PersonRow } from './people-queries.ts';
import { nameOf } from './person-parts.tsx';

/** A command about all selected people. */
export const manyCommands = ['giveRole', 'lock', 'unlock', 'sendAgain', 'withdraw'] as const;
export type ManyCommand = (typeof manyCommands)[number];

/** Whether a command is about invitations that have no answer; the log of changes needs no reason for it. */
export const isOfInvitations = (command: ManyCommand): boolean =>
  command === 'sendAgain' || command === 'withdraw';

/** Whether a command takes something away. */
export const isDanger = (command: ManyCommand): boolean => command === 'lock' || command === 'withdraw';

/** So many people at a time. */
const atOnce = 4;

/** Asks once for what the command needs, and sends it for each person; the report names those it was refused for. */
export function ManyPeopleDialog(props: {
  command: ManyCommand;
  people: readonly PersonRow[];
  onDone: () => void;
  onClose: () => void;
}) {
  const { command, people } = props;
  const user = useUser();
  const queries = useQueryClient();
  const [role, setRole] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { label, hint, maxLength, required } = reasonField();
  const faults = {
    role: command === 'giveRole' && role === '' ? t('admin.person.roleNeeded') : null,
    reason: !isOfInvitations(command) && reason.trim() === '' ? required : null,
  };
  const send = ({ id }: PersonRow) => {
    const params = { id };
    const quiet = true;
    switch (command) {
      case 'giveRole':
        return call('PUT /admin/people/:id/role', { params, body: { role: role as Role, reason }, quiet });
      case 'lock':
        return call('PUT /admin/people/:id/lock', { params, body: { reason }, quiet });
      case 'unlock':
        return call('PUT /admin/people/:id/unlock', { params, body: { reason }, quiet });
      case 'sendAgain':
        return call('POST /admin/people/:id/invitation', { params, body: {}, quiet });
      case 'withdraw':
        return call('DELETE /admin/people/:id/invitation', { params, quiet });
    }
  };
  return (
    <ManyDialog
      opened
      title={t(`admin.many.do.${command}`)}
      verb={t(`admin.many.do.${command}`)}
      danger={isDanger(command)}
      check={() => {
        setChecked(true);
        return Object.values(faults).every((fault) => fault === null);
      }}
      action={{ items: people, atOnce, nameOf, act: (part) => attemptEach(part, nameOf, send) }}
      onDone={() => {
        void queries.invalidateQueries({ queryKey: ['people'] });
        props.onDone();
      }}
      onClose={props.onClose}
    >
      <p>{t(`admin.many.${command}`, { n: people.length })}</p>
      <div className={classes.asked} data-asked="">
        {command === 'giveRole' ? (
          <SelectField
            label={t('admin.people.role')}
            required
            unset={t('admin.choose')}
            value={role}
            error={isChecked ? faults.role : null}
            choices={roleCodes
              .filter((one) => isAtMost(one, user.role))
              .map((value) => ({ value, label: translate(roleMessage(value)) }))}
            set={setRole}
          />
        ) : null}
        {isOfInvitations(command) ? null : (
          <AreaField
            label={label}
            hint={hint}
            maxLength={maxLength}
            required
            value={reason}
            error={isChecked ? faults.reason : null}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </div>
    </ManyDialog>
  );
}
