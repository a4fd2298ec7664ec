import type { Application } from '@clearcall/domain/applications/application.ts';
import { type Quoted, quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import type { ReactNode } from 'react';

type Process = Pick<Application, 'process'>;

/** Returns the titles of the steps of an application for sentences that quote them. */
export const stepTitlesOf = ({ process }: Process): Quoted[] =>
  process.flatMap((step) => quoted(step, 'title') ?? []);

/** Returns a sentence about an application in which each title of a step names its language. */
export const quotingSteps = (application: Process, sentence: string): ReactNode =>
  quoting(sentence, ...stepTitlesOf(application));
