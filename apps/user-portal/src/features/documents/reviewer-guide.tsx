import { Link } from '@tanstack/react-router';
import type { DocumentPart } from './document-page.tsx';

/** From being asked for a review to handing it in. */
export const reviewerGuide: readonly DocumentPart[] = [
  {
    group: 'For reviewers',
    id: 'asked',
    title: 'You are asked for a review: accept or decline',
    text: (
      <>
        <p>
          We write to you when something is assigned to you. The mail leads to the application; you find it
          again under <Link to="/applications">Applications</Link>. If you have no account yet, the mail holds
          a link with which you choose a password. It works for 14 days.
        </p>
        <p>
          Accept if you know the field and have the time, and decline otherwise, the sooner the better:
          somebody else can then be asked. Declining takes a reason of one sentence and has no consequences
          for you.
        </p>
      </>
    ),
  },
  {
    id: 'conflict',
    title: 'Conflicts of interest',
    text: (
      <>
        <p>
          Before you accept you see who applies, and the rules of the call on conflicts. You have one if you
          work or publish with the applicants, are at the same institute, are related, compete for the same
          thing, or would gain or lose by the outcome. When in doubt, say so: whoever declares a conflict is
          trusted, not questioned.
        </p>
        <p>
          After you declared one you see the title of the call and nothing else of this application. If a
          conflict turns up later, write to the office; a submitted review then stops counting.
        </p>
      </>
    ),
  },
  {
    id: 'writing',
    title: 'Write the review',
    text: (
      <>
        <p>
          The application stands beside your form. What you write is saved while you write, as for applicants,
          and you can leave and come back. The deadline stands at the side, in your own time.
        </p>
        <p>
          Give reasons for each score: the panel reads your words, not the number alone. Name strengths and
          weaknesses that stand in the application; do not look the applicants up. Write as you would like to
          be written to, and leave out what would tell who you are.
        </p>
        <p>Submit when you are done. After that the review can be read, but not changed any more.</p>
      </>
    ),
  },
  {
    id: 'anonymity',
    title: 'Who sees what you write',
    text: (
      <p>
        Applicants never learn who reviewed: not by a name, a number, a file name or a property of a document.
        Where a call lets them read reviews at all, they read them without names and after the release. Other
        reviewers of the same application do not see yours before the call’s rules say so. The office and
        those who lead the panel see both.
      </p>
    ),
  },
  {
    id: 'confidential',
    title: 'Keep it to yourself',
    text: (
      <p>
        What you read is confidential. Do not pass files on, do not put them into services that keep or learn
        from what they are given, and delete your own copies when the review is submitted.
      </p>
    ),
  },
];
