import { Link } from '@tanstack/react-router';
import type { DocumentPart } from './document-page.tsx';

/** What concerns applicants and reviewers alike. */
export const everybodysGuide: readonly DocumentPart[] = [
  {
    group: 'For everybody',
    id: 'profile',
    title: 'Your account',
    text: (
      <>
        <p>
          Name, address, fields of expertise and password are changed in your{' '}
          <Link to="/profile">profile</Link>. A new e-mail address counts once you opened the link that we
          send to it; the old address is told. The profile also lists where you are logged in, and logs you
          out of other browsers.
        </p>
        <p>
          You stay logged in on a browser for two weeks after you last used it. Log out on computers that you
          share with others.
        </p>
      </>
    ),
  },
  {
    id: 'keyboard',
    title: 'Keyboard, screen readers, large print',
    text: (
      <p>
        Every page works with the keyboard alone: the first press of Tab offers to skip to the content, arrow
        keys move in menus, lists and tabs, Escape closes what lies over the page. The pages follow the light
        or dark colours and the calm movement that your system asks for, and can be enlarged to 400 %. What we
        know to be missing stands in the <Link to="/accessibility">accessibility statement</Link>.
      </p>
    ),
  },
  {
    id: 'data',
    title: 'Your data',
    text: (
      <p>
        What is kept about you, why, for how long and who sees it stands in the{' '}
        <Link to="/privacy">privacy policy</Link>; the rules of use are the{' '}
        <Link to="/terms">terms of use</Link>.
      </p>
    ),
  },
  {
    id: 'help',
    title: 'Whom to ask',
    text: (
      <p>
        Questions about a call, a deadline or an application go to the office:{' '}
        <Link to="/contact">contact</Link> says how to reach it. Name the number of the application, and the
        number that an error page shows. The office will never ask for your password.
      </p>
    ),
  },
];
