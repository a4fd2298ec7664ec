import { Link } from '@tanstack/react-router';
import { DocumentPage } from './document-page.tsx';

/** The guide for applicants. */
export function Documentation() {
  return (
    <DocumentPage
      title="Guide for applicants"
      lead="From finding a call to a submitted application, and what happens in between."
      parts={[
        {
          id: 'find',
          title: 'Find the call that fits',
          text: (
            <>
              <p>
                All published calls stand on the <Link to="/">home page</Link>, the next cut-off first. Each
                card says how much one application may ask for, how long the access lasts and how it is
                reviewed. ‘Which access mode fits my project?’ asks you three questions and shows the calls
                that fit the answers.
              </p>
              <p>
                On the page of a call you find who may apply, every step with its dates, and the limits of
                each partition. Switch the unit to compare machines in core hours or GPU hours.
              </p>
            </>
          ),
        },
        {
          id: 'account',
          title: 'Get an account',
          text: (
            <p>
              <Link to="/auth/register">Register</Link> with the e-mail address of your organisation. We send
              a link to it; it works for 48 hours, and you can ask for another one. If you forget your
              password, <Link to="/auth/forgot">ask for a new one</Link>: that link works for one hour.
            </p>
          ),
        },
        {
          id: 'fill',
          title: 'Fill in the form',
          text: (
            <>
              <p>
                Press ‘Apply’ on a call. The form is split into parts that you can fill in any order, over as
                many days as you like. A red asterisk marks what you have to answer. Limits stand beside a
                field before you reach them, and some answers open further questions.
              </p>
              <p>
                For lists such as team members or milestones, add as many rows as you need. Sums are worked
                out for you.
              </p>
            </>
          ),
        },
        {
          id: 'save',
          title: 'Saving',
          text: (
            <>
              <p>
                What you write is saved while you write. The line above the form says when: ‘Saved 14:02’.
                Without a connection your changes are kept on your device and sent when you are back.
              </p>
              <p>
                If the same answer was changed in another window in the meantime, the form shows you both and
                asks which one to keep. Nothing is overwritten in silence.
              </p>
              <p>
                A draft is kept for a year. After nine months we remind you; write to us if you need it
                longer.
              </p>
            </>
          ),
        },
        {
          id: 'documents',
          title: 'Documents',
          text: (
            <p>
              Uploads are PDF files without a password. The field says how large one may be and how many pages
              it may have. The file is checked at once, so you learn while you can still mend it. A new upload
              replaces the one before it.
            </p>
          ),
        },
        {
          id: 'submit',
          title: 'Submit',
          text: (
            <p>
              ‘Submit’ stands at the end of the last part. If something is missing, the form leads you to the
              first place and lists the rest. After a submission you get an e-mail, and the application stands
              under <Link to="/applications">Applications</Link> with its number. It cannot be changed any
              more, unless the office asks you for changes.
            </p>
          ),
        },
        {
          id: 'deadlines',
          title: 'Deadlines and the clock',
          text: (
            <>
              <p>
                Times are shown in your own time zone, with the time of the call’s place beside every deadline
                that counts. The clock of our server decides; it stands at the foot of each page.
              </p>
              <p>
                What counts is the moment at which your submission reaches us. If our side is slow after that,
                you lose nothing. Still, do not wait for the last minute: your own line may be slow too.
              </p>
              <p>
                If a cut-off passes before you submit, your draft stays. As soon as the call’s next cut-off is
                open you can go on with it.
              </p>
            </>
          ),
        },
        {
          id: 'again',
          title: 'Apply again',
          text: (
            <p>
              In the list of your applications, ‘Duplicate’ copies a submitted one into a new draft of the
              same call, files included. If the form has changed since, you are told what was left out.
            </p>
          ),
        },
      ]}
    />
  );
}
