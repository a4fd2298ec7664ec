import type { ElementType } from '@clearcall/domain/forms/types.ts';
import type { Skin } from '../skin.ts';
import { checkbox } from './checkbox.tsx';
import { birthdate, date } from './date.tsx';
import { divider } from './divider.tsx';
import { email } from './email.tsx';
import { group } from './group.tsx';
import { instructions } from './instructions.tsx';
import { multiselect } from './multiselect.tsx';
import { multitext } from './multitext.tsx';
import { number } from './number.tsx';
import { partitionResources } from './partition-resources.tsx';
import { partitions } from './partitions.tsx';
import { phoneNumber } from './phone-number.tsx';
import { select } from './select.tsx';
import { selectPartition } from './select-partition.tsx';
import { space } from './space.tsx';
import { text } from './text.tsx';
import { textarea } from './textarea.tsx';
import { title } from './title.tsx';
import { toggle } from './toggle.tsx';
import { upload } from './upload.tsx';

const skins: Record<ElementType, Skin> = {
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

/** How an element is drawn. Nothing outside of this folder asks what type one is. */
export function skinOf(type: ElementType): Skin {
  return skins[type];
}
