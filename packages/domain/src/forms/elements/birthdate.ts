import { messages } from '../messages.ts';
import { checkDate, date } from './date.ts';
import type { ElementRule } from './rule.ts';

/** A day of birth: a date that is never in the future, whether the form sets a limit or not. */
export const birthdate: ElementRule = {
  ...date,
  check: (values, element, around) => {
    const broken = checkDate(values, element, around);
    if (broken !== null) return broken;
    const { today } = around.context;
    return (values[0] ?? '') > today ? messages.dateMax(today) : null;
  },
};
