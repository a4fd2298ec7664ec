import type { Application } from '@clearcall/domain/applications/application.ts';
import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { PopoverButton } from '@clearcall/ui/kit/overlay/popover-button.tsx';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import type { CSSProperties } from 'react';
import { isMine } from '../own/own-facts.ts';
import { quotingSteps } from '../quoting-steps.ts';
import { ApplicationProcess } from './application-process.tsx';
import classes from './step-strip.module.css';
import { drawnState, placeText, shareGone } from './step-texts.ts';

/** The process of an application in one line. It opens the whole of it. */
export function StepStrip({ application }: { application: Application }) {
  const { process } = application;
  const now = useNow();
  const user = useUser();
  if (process.length === 0) return null;
  return (
    <PopoverButton
      className={classes.strip}
      wide
      icon={
        <>
          <span>
            {quotingSteps(
              application,
              placeText(application, plainDate(new Date(now), application.call.timeZone)),
            )}
          </span>
          <span className={classes.ticks} aria-hidden="true">
            {process.map((step) => (
              <i
                key={step.id}
                data-state={drawnState(step, isMine(application, user.id))}
                data-here={step.here || undefined}
                style={{ '--at': `${(shareGone(step, now) * 100).toFixed(1)}%` } as CSSProperties}
              />
            ))}
          </span>
        </>
      }
      panel={() => <ApplicationProcess application={application} />}
    />
  );
}
