import { createContext } from 'react';

/** Whether a call is shown as it would be, and not as it is: then nothing can be done with it. */
export const InPreview = createContext(false);
