import { createContext, type ReactNode, useContext } from 'react';
import { StillLoading } from '../state/waiting.tsx';

const Inside = createContext(false);

/** The one main area of a page, as the frame of a portal draws it. What is inside knows that it is. */
export function MainArea(props: { className?: string | undefined; children: ReactNode }) {
  return (
    <main id="main" className={props.className} tabIndex={-1}>
      <Inside.Provider value={true}>{props.children}</Inside.Provider>
      <StillLoading />
    </main>
  );
}

/** For pages that stand inside of the frame or alone (an error, an unknown address): a main area unless there is one. */
export function PageArea(props: { className?: string | undefined; children: ReactNode }) {
  if (useContext(Inside)) return <div className={props.className}>{props.children}</div>;
  return <MainArea className={props.className}>{props.children}</MainArea>;
}
