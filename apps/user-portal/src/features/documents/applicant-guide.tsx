import { Link } from '@tanstack/react-router';
import type { DocumentPart } from './document-page.tsx';

/** From finding a call to what comes after the submission. */
export const applicantGuide: readonly DocumentPart[] = [
  {
    group: 'For applicants',
    id: 'find',
    title: 'Find the call that fits',
    text: (
      <>
        <p>
          All published calls stand on the <Link to="/">home page</Link>, the next cut-off first. Each card
          says how much one application may ask for, how long the access lasts and how it is reviewed. ‘Which
          access mode fits my project?’ asks you three questions and shows the calls that fit the answers.
        </p>
        <p>
          On the page of a call you find who may apply, every step with its dates, and the limits of each
          partition. Switch the unit to compare machines in core hours or GPU hours. Read the guideline for
          reviewers and the terms of reference under ‘Documents’ before you write: what decides the review
          stands there.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Register',
    text: (
      <>
        <p>
          <Link to="/auth/register">Register</Link> with the e-mail address of your organisation; reviewers
          and offices know you by it. On the way you show that you are a person: turn a picture upright, or
          have a code sent by mail. Then we send a link to your address, which works for 48 hours. You can ask
          for another one at the login.
        </p>
        <p>
          If you forget your password, <Link to="/auth/forgot">ask for a new one</Link>: that link works for
          one hour.
        </p>
      </>
    ),
  },
  {
    id: 'fill',
    title: 'Fill in the form, over as many days as you like',
    text: (
      <>
        <p>
          Press ‘Apply’ on a call. The form is split into parts that you can fill in any order and leave at
          any time. The list of parts says what is still missing in each. A red asterisk marks what you have
          to answer. Limits stand beside a field before you reach them, and some answers open further
          questions.
        </p>
        <p>
          You can begin on one device and go on with another. One person writes an application: the one who
          began it. Collaborators are named in it, but do not log in to it.
        </p>
      </>
    ),
  },
  {
    id: 'groups',
    title: 'Lists of people, machines and milestones',
    text: (
      <p>
        Some questions repeat: team members, partitions, milestones. Add a row for each, move rows up and
        down, remove them again. The form says how many you need at least and how many you may have. Sums are
        worked out for you and cannot be typed.
      </p>
    ),
  },
  {
    id: 'save',
    title: 'Saving, and working offline',
    text: (
      <>
        <p>
          What you write is saved while you write. The line above the form says when: ‘Saved 14:02’. Without a
          connection your changes are kept on your device and sent when you are back; the line says how many
          there are. Do not clear the data of your browser in the meantime.
        </p>
        <p>
          If the same answer was changed in another window, the form shows you both and asks which one to
          keep. Nothing is overwritten in silence. If your session ends while you write, the page stays as it
          is: log in again, and what was kept is sent.
        </p>
        <p>
          Drafts do not stay for ever. We write to you before one is deleted; how long they are kept stands in
          the <Link to="/privacy">privacy policy</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'documents',
    title: 'PDF files',
    text: (
      <p>
        Uploads are PDF files without a password. The field says how large one may be and how many pages it
        may have, and hands you the template where one is to be used. A file is kept at once and checked in
        the next moments, so you learn while you can still mend it. You can go on, and submit, meanwhile.
        Where a field takes one file, a new upload replaces the one before it once it has passed.
      </p>
    ),
  },
  {
    id: 'deadlines',
    title: 'Deadlines and time zones',
    text: (
      <>
        <p>
          Times are shown in your own time zone, as day-month-year, with the time of the call’s place beside
          every deadline that counts. The clock of our server decides, not that of your computer; it stands at
          the foot of each page.
        </p>
        <p>
          What counts is the moment at which your submission reaches us. If our side is slow after that, you
          lose nothing. Still, do not wait for the last minute: your own line may be slow too.
        </p>
        <p>
          If a cut-off passes before you submit, your draft stays. As soon as the call’s next cut-off is open
          you can go on with it.
        </p>
      </>
    ),
  },
  {
    id: 'submit',
    title: 'Submit',
    text: (
      <>
        <p>
          ‘Read the whole proposal’, at the side of each form, shows all of them on one page with what you
          wrote last: exactly what you would submit. You can print it or keep it as a PDF. Printing a form
          gives the whole proposal too.
        </p>
        <p>
          ‘Submit’ stands at the end of the last part. If something is missing, the form leads you to the
          first place and lists the rest. Afterwards you get an e-mail, and the application stands under{' '}
          <Link to="/applications">Applications</Link> with its number. No mail within a few minutes? Look at
          its status there: ‘Submitted’ means that we have it. Submitting twice by mistake does no harm.
        </p>
      </>
    ),
  },
  {
    id: 'after',
    title: 'After the submission',
    text: (
      <>
        <p>
          A submitted application can be read, but not changed. If the office asks you for changes you get an
          e-mail with the reason and a new deadline, the status becomes ‘Changes requested’, and the form
          opens again. Submit it once more when you are done.
        </p>
        <p>
          The page of the call says when each step takes place. Decisions appear on your application and are
          mailed to you when they are released, to everybody of a cut-off at the same time. You never learn
          who reviewed.
        </p>
      </>
    ),
  },
  {
    id: 'again',
    title: 'Apply again',
    text: (
      <p>
        In the list of your applications, ‘Duplicate’ copies a submitted one into a new draft of the same
        call, files included, while that call is open. If the form has changed since, you are told what was
        left out.
      </p>
    ),
  },
];
