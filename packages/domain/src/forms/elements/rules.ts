import type { ElementType } from '../types.ts';
import { birthdate } from './birthdate.ts';
import { checkbox } from './checkbox.ts';
import { date } from './date.ts';
import { divider } from './divider.ts';
import { email } from './email.ts';
import { group } from './group.ts';
import { instructions } from './instructions.ts';
import { multiselect } from './multiselect.ts';
import { multitext } from './multitext.ts';
import { number } from './number.ts';
import { partitionResources } from './partition-resources.ts';
import { partitions } from './partitions.ts';
import { phoneNumber } from './phone-number.ts';
import type { ElementRule } from './rule.ts';
import { select } from './select.ts';
import { selectPartition } from './select-partition.ts';
import { space } from './space.ts';
import { text } from './text.ts';
import { textarea } from './textarea.ts';
import { title } from './title.ts';
import { toggle } from './toggle.ts';
import { upload } from './upload.ts';

/** The 21 types of element. */
export const elementRules: Record<ElementType, ElementRule> = {
  text,
  textarea,
  title,
  email,
  number,
  date,
  birthdate,
  'phone-number': phoneNumber,
  instructions,
  select,
  multiselect,
  checkbox,
  toggle,
  upload,
  group,
  multitext,
  space,
  divider,
  'partition-resources': partitionResources,
  partitions,
  'select-partition': selectPartition,
};
