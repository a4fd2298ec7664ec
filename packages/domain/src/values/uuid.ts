import { z } from 'zod';

/** An id as the database writes it: two spellings of one id must not pass for two things. */
export const uuid = z.uuid().toLowerCase();
