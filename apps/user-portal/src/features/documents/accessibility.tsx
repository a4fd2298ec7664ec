import { Link } from '@tanstack/react-router';
import { DocumentPage } from './document-page.tsx';

/** What the portal does for everybody to be able to use it, and what is still missing. */
export function Accessibility() {
  return (
    <DocumentPage
      title="Accessibility"
      lead="Everybody should be able to apply. We build the portal to the Web Content Accessibility Guidelines 2.2, level AA."
      parts={[
        {
          id: 'works',
          title: 'What works',
          text: (
            <ul>
              <li>All of it can be used with a keyboard; the focus is always to be seen.</li>
              <li>Headings, lists, tables and errors are named for screen readers; what is saved is said.</li>
              <li>Colours keep their contrast in light and dark, and never carry a meaning alone.</li>
              <li>Text grows to 400 % without scrolling sideways, apart from wide tables.</li>
              <li>Nothing moves by itself. Who prefers less motion gets none.</li>
              <li>
                The human check at registration can be solved by keyboard, or by a code that we send by
                e-mail.
              </li>
            </ul>
          ),
        },
        {
          id: 'limits',
          title: 'What we know to be missing',
          text: (
            <ul>
              <li>
                The portal has not been audited by people from outside, and not been tried by enough people
                who use a screen reader every day. We call it partly conformant for that.
              </li>
              <li>PDF files that applicants upload are as accessible as their authors made them.</li>
              <li>
                The human check by picture needs sight. Its other way, a code by e-mail, takes a little
                longer.
              </li>
              <li>
                The line of cut-offs on the home page is left out on narrow screens; the cards say the same.
              </li>
            </ul>
          ),
        },
        {
          id: 'tested',
          title: 'How it is tested',
          text: (
            <p>
              Every page is checked by an automatic tool (axe) at each change, on wide and on narrow screens,
              in light and dark. That finds a part of what can go wrong; people find the rest.
            </p>
          ),
        },
        {
          id: 'tell',
          title: 'Tell us',
          text: (
            <p>
              If something keeps you from applying, <Link to="/contact">write to us</Link>. Say which page it
              was and what you use to read it. If the deadline is close, say that too: we will find a way.
            </p>
          ),
        },
      ]}
    />
  );
}
