import { type Browser, expect, type Page, test } from '@playwright/test';
import { fillLogin, newAddress } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { type Answer, answer, row } from './filler.ts';
import { codeIn, linkIn, mailTo } from './mails.ts';

/** From a new account to a submitted application for Regular Access, as a new user would do it. */

const abstract =
  'Offshore wind farms slow the air that the farms behind them live on. We compute how wakes of whole clusters ' +
  'recover over the North Sea, with large-eddy simulation that resolves the rotors and an ensemble of weather ' +
  'situations that covers a typical year. The result is a public data set of wake losses and a reduced model that ' +
  'grid operators can run on a workstation. Earlier work treated single farms under neutral conditions; stable nights, ' +
  'when wakes reach fifty kilometres and more, were out of reach. With the time asked for we close this gap and publish ' +
  'all fields, scripts and the trained reduced model for reuse by others.';
const technicalCase = `${abstract} The solver has run in production for six years and scales to 512 nodes with more than 85 % parallel efficiency.`;

interface Group {
  rows: Answer[][];
  group: string;
}
interface FormAnswers {
  form: string;
  answers: Answer[];
  groups?: Group[];
  afterwards?: Answer[];
}

function formsOf(email: string): FormAnswers[] {
  return [
    {
      form: 'The project',
      answers: [
        { write: 'Wakes of wind-farm clusters in stable nights over the North Sea', into: 'Project title' },
        { write: 'NIGHTWAKE', into: 'Acronym' },
        { write: abstract, into: 'Public abstract' },
        { write: technicalCase, into: 'Scientific case or technical problem, with present status' },
        { list: ['wind energy', 'large-eddy simulation', 'wakes'], into: 'Keywords' },
        { tick: 'The work is for civilian purposes only' },
        { choose: 'Yes', of: 'Is any part of the proposal confidential?' },
        {
          write: 'The turbine geometry of the partner is known to us under an agreement.',
          into: 'Which part, and why',
        },
        { choose: 'No', of: 'Will personal data be processed?' },
        { choose: 'Scientific', of: 'Access track' },
        { choose: 'New', of: 'Kind of submission' },
      ],
      groups: [
        {
          group: 'Research field',
          rows: [
            [
              { find: 'PE8', take: 'Products and Processes Engineering', of: 'ERC panel' },
              { choose: 'PE8_5 Fluid mechanics', of: 'Sub-field' },
              { write: '70', into: 'Share in %' },
            ],
            [
              { find: 'earth system', take: 'Earth System Science', of: 'ERC panel' },
              { choose: 'PE10_0 Earth System Science, general', of: 'Sub-field' },
              { write: '30', into: 'Share in %' },
            ],
          ],
        },
      ],
    },
    {
      form: 'Principal investigator',
      answers: [
        { choose: 'Dr.', of: 'Title' },
        { choose: 'Female', of: 'Gender' },
        { write: '24-12-1984', into: 'Date of birth' },
        { find: 'Belgian', take: 'Belgian', of: 'Nationality' },
        { write: email, into: 'Institutional e-mail' },
        { write: 'Research group leader', into: 'Job title' },
        { write: '0000-0002-1825-0097', into: 'ORCID iD' },
        { tick: 'My contract runs at least three months beyond the allocation' },
        { write: 'Lakeside University of Technology', into: 'Organisation name' },
        { choose: 'University', of: 'Kind of organisation' },
        { choose: 'Yes', of: 'Does the organisation do research?' },
        { choose: 'Yes', of: 'Is the head office in Europe?' },
        { write: '100', into: 'Share of R&D done in Europe (%)' },
        { write: 'Department of Mechanical and Aerospace Engineering', into: 'Department' },
        { write: 'Harbour Road 12', into: 'Street and number' },
        { write: '8400', into: 'Postal code' },
        { write: 'Ostend', into: 'City' },
        { find: 'Belg', take: 'Belgium', of: 'Country' },
        {
          write: 'A benchmark allocation in 2025 on a national machine, used in full and reported.',
          into: 'Earlier allocations (EuroHPC, PRACE, national, INCITE ...)',
        },
      ],
    },
    {
      form: 'Contact person and team',
      answers: [
        { write: 'Tomáš', into: 'Contact: first name' },
        { write: 'Dvořáček', into: 'Contact: last name' },
        { write: 'tomas.dvoracek@lakeside.example', into: 'Contact: institutional e-mail' },
        { choose: 'Yes', of: 'Are there team members?' },
      ],
      groups: [
        {
          group: 'Team member',
          rows: [
            [
              { choose: 'Dr.', of: 'Title' },
              { write: 'Siobhán', into: 'First name' },
              { write: 'Ní Chaoimh', into: 'Last name' },
              { write: 'siobhan.nichaoimh@lakeside.example', into: 'Institutional e-mail' },
              { write: 'Lakeside University of Technology', into: 'Organisation' },
              { find: 'Irel', take: 'Ireland', of: 'Country' },
              { choose: 'Developer', of: 'Role' },
              { write: '4,5', into: 'Person-months' },
            ],
            [
              { write: 'Łukasz', into: 'First name' },
              { write: 'Żółkiewski', into: 'Last name' },
              { write: 'lukasz.zolkiewski@baltic.example', into: 'Institutional e-mail' },
              { write: 'Baltic Institute of Meteorology', into: 'Organisation' },
              { find: 'Pol', take: 'Poland', of: 'Country' },
              { choose: 'Scientist', of: 'Role' },
              { write: '6', into: 'Person-months' },
            ],
          ],
        },
      ],
    },
    {
      form: 'Partitions and resources',
      answers: [],
      groups: [
        {
          group: 'Partition request',
          rows: [
            [
              { find: 'Leonardo Boo', take: 'Leonardo Booster', of: 'Partition' },
              { write: '80000', into: 'Requested amount (unit of the call)' },
              { list: ['Nalu-Wind', 'ICON'], into: 'Codes used here' },
              {
                write: 'The pressure solver runs on GPUs and the fields of one night fit into 128 nodes.',
                into: 'Why this partition',
              },
              { write: '4', into: 'Jobs running at the same time' },
              { write: '24', into: 'Wall-clock of a typical job (hours)' },
              { choose: 'Yes', of: 'Can the code write checkpoints?' },
              { write: '2', into: 'Longest time between two checkpoints (hours)' },
              { write: '64', into: 'Nodes of an average job' },
              { write: '128', into: 'Nodes of the largest job' },
              { write: '4', into: 'GPUs used per node' },
              { write: '512', into: 'GPUs of the largest job' },
              { write: '4096', into: 'CPU cores of the largest job' },
              { write: '1000', into: 'Memory over all nodes, least (GB)' },
              { write: '8000', into: 'Memory over all nodes, usual (GB)' },
              { write: '16000', into: 'Memory over all nodes, most (GB)' },
              { write: '60', into: 'SCRATCH (TB)' },
              { write: '20', into: 'WORK / PROJECT (TB)' },
              { write: '0.5', into: 'HOME (TB)' },
              { write: '40', into: 'ARCHIVE (TB)' },
              { write: '200', into: 'Files at one time (thousands)' },
              { write: '12', into: 'Data moved in and out (TB)' },
              {
                write: 'Parallel HDF5 through MPI-IO, one file per output time.',
                into: 'I/O strategy (libraries, parallel formats)',
              },
            ],
          ],
        },
      ],
      afterwards: [{ choose: 'No', of: 'If your partition is full, may we offer another?' }],
    },
    {
      form: 'Codes, scalability and workflow',
      answers: [
        {
          write: 'Finite volumes with algebraic multigrid; domain decomposition over MPI, kernels in Kokkos.',
          into: 'Main algorithms and their parallelisation',
        },
        { write: abstract, into: 'Scaling and performance (refer to the plots in the PDF)' },
        { tickAll: ['On the same architecture'], of: 'Where was scaling measured' },
        {
          write:
            'Spin-up on a coarse grid, then one production run a night with restart files every two hours.',
          into: 'Workflow of a campaign',
        },
        { choose: 'Apptainer', of: 'Containers' },
        { choose: 'No', of: 'Do you ask for an application support team?' },
      ],
      groups: [
        {
          group: 'Code',
          rows: [
            [
              { write: 'Nalu-Wind 2.1', into: 'Name and version' },
              { write: 'https://nalu.example.org', into: 'Repository or web page' },
              { choose: 'Apache 2.0', of: 'Licence' },
              { choose: 'Contributor', of: 'Your tie to the code' },
              { choose: 'Yes, NVIDIA', of: 'Runs on GPUs' },
            ],
          ],
        },
        {
          group: 'Milestone (quarter)',
          rows: [
            [
              { write: 'Production nights, spring', into: 'Run type' },
              { choose: 'First quarter', of: 'Quarter' },
              { find: 'Leonardo Boo', take: 'Leonardo Booster', of: 'Partition' },
              { write: '20', into: 'Runs' },
              { write: '64', into: 'Nodes per run' },
              { write: '31.2', into: 'Hours per run' },
              { write: '40000', into: 'Node hours' },
            ],
            [
              { write: 'Production nights, autumn', into: 'Run type' },
              { choose: 'Third quarter', of: 'Quarter' },
              { find: 'Leonardo Boo', take: 'Leonardo Booster', of: 'Partition' },
              { write: '20', into: 'Runs' },
              { write: '64', into: 'Nodes per run' },
              { write: '31.2', into: 'Hours per run' },
              { write: '40000', into: 'Node hours' },
            ],
          ],
        },
      ],
    },
    {
      form: 'AI and data',
      answers: [
        { tickAll: ['None'], of: 'AI techniques used or built' },
        { choose: 'Yes', of: 'Are the input data open?' },
        { choose: 'Partly', of: 'Will the results be open?' },
        { write: 'The turbine geometry of the partner stays closed.', into: 'Why not fully open' },
        {
          write:
            'Fields are kept for ten years in the data centre of the university and described in an open catalogue.',
          into: 'Data management in short',
        },
      ],
    },
    {
      form: 'Collaboration, funding and dissemination',
      answers: [
        { tickAll: ['Academia'], of: 'Who takes part' },
        { tickAll: ['National'], of: 'Funding behind the work' },
        { write: 'G0A1224N', into: 'Grant numbers' },
        { choose: 'No', of: 'Is the same work proposed elsewhere?' },
        {
          write: 'Two open-access papers, one data paper and a workshop with grid operators.',
          into: 'Dissemination plan',
        },
      ],
      groups: [
        {
          group: 'Key publication',
          rows: [
            [
              {
                write: 'Vandenberghe et al., Wakes behind clusters, Wind Energy Letters 4 (2024)',
                into: 'Reference',
              },
              { write: '10.1234/wel.2024.17', into: 'DOI' },
              { write: '2024', into: 'Year' },
            ],
          ],
        },
      ],
    },
    { form: 'Industry and public administration', answers: [] },
    {
      form: 'Reviewers',
      answers: [],
      groups: [
        {
          group: 'Suggested reviewer',
          rows: [
            [
              { write: 'Prof. Aino Räisänen', into: 'Name' },
              { write: 'aino.raisanen@north.example', into: 'E-mail' },
              { write: 'Northern Technical University', into: 'Organisation' },
            ],
          ],
        },
      ],
    },
    {
      form: 'Documents, declarations and submission',
      answers: [
        { upload: 'scope-and-plan.pdf', into: 'Project scope and plan (PDF, template of this call)' },
        { upload: 'cv.pdf', into: 'CV of the PI (PDF)' },
        { tick: 'The template of this call was used' },
        { tick: 'Every section of the template is filled' },
        { choose: 'Yes', of: 'If awarded, may names, organisation and abstract be published?' },
        { tick: 'All statements are true and complete' },
        { tick: 'I accept the terms of reference of this call' },
      ],
    },
  ];
}

const password = 'Nightwake-over-the-sea!';

/** Registers from the page of a call. The mailed link is opened on another device; both come back to the call. */
async function registerFor(call: URL, page: Page, browser: Browser, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Register to apply' }).first().click();
  await page.getByRole('textbox', { name: 'First name' }).fill('Ilse');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Vandenberghe');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: false }).and(page.locator('input')).first().fill(password);
  await page.getByLabel('Confirm password').and(page.locator('input')).fill(password);
  await page.getByRole('checkbox', { name: /Terms of Use/ }).check();
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.getByRole('button', { name: 'Email me a code instead' }).click();
  const code = codeIn(await mailTo(page.request, email, /code/));
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name: 'Thanks for joining us!' })).toBeVisible();
  const device = await browser.newContext();
  const phone = await device.newPage();
  await phone.goto(linkIn(await mailTo(page.request, email, /confirm your account/), '/auth/confirm/'));
  await phone.getByRole('button', { name: 'Confirm my account' }).click();
  await expect(phone.getByText('We have confirmed your account, you can login!')).toBeVisible();
  await fillLogin(phone, email, password);
  await expect(phone).toHaveURL(call.href);
  await expect(phone.getByRole('button', { name: 'Apply', exact: true }).first()).toBeEnabled();
  await device.close();
  await page.getByRole('link', { name: 'Login' }).click();
  await fillLogin(page, email, password);
  await expect(page).toHaveURL(call.href);
}

test('a new user registers, applies to Regular Access, fills in every form and submits', {
  tag: '@once',
}, async ({ browser, page, context }) => {
  test.setTimeout(240_000);
  const email = newAddress('ilse.vandenberghe');
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Regular Access', exact: true }).last().click();
  await expect(page.getByRole('heading', { name: 'Regular Access', level: 1 })).toBeVisible();
  await registerFor(new URL(page.url()), page, browser, email);
  await page.getByRole('button', { name: 'Apply', exact: true }).first().click();
  await page.waitForURL(/\/applications\/ESAO-REG-/);
  const uid = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  const main = page.getByRole('main');
  const forms = formsOf(email);
  for (const [index, form] of forms.entries()) {
    await expect(page.getByRole('heading', { name: form.form, level: 2 })).toBeVisible();
    await answer(main, form.answers);
    if (index === 0) {
      // The earliest day that the call allows is written beside the field.
      const hint = await main
        .getByText(/\d\d-\d\d-\d{4} to \d\d-\d\d-\d{4}/)
        .first()
        .textContent();
      const earliest = hint?.match(/\d\d-\d\d-\d{4}/)?.[0] ?? '';
      await answer(main, [{ write: earliest, into: 'Wished starting date' }]);
    }
    for (const { group, rows } of form.groups ?? []) {
      for (const [number, answers] of rows.entries())
        await answer(await row(page, group, number + 1), answers);
    }
    await answer(main, form.afterwards ?? []);
    if (index < forms.length - 1)
      await page.getByRole('button', { name: 'Next', exact: true }).filter({ visible: true }).last().click();
  }

  // What was written is still there after a reload.
  await expect(
    page.getByText(/^(Saved \d\d:\d\d|Everything saved)$/).filter({ visible: true }),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'All statements are true and complete' })).toBeChecked();

  const submit = async () => {
    await page.getByRole('button', { name: 'Submit', exact: true }).filter({ visible: true }).last().click();
    const question = page.getByRole('dialog', { name: 'Are you sure you want to submit this proposal?' });
    await question.getByRole('button', { name: 'Submit', exact: true }).click();
  };
  // What only the server can see is said in the same place, and leads to its field.
  const message = 'This value is not valid. There is a proposal of this title already.';
  const title = 'Project title';
  const unseen = { formId: 'R1', elementId: 'R1.title', groupId: null, title, message, missing: false };
  await page.route(
    '**/submit',
    (route) =>
      route.fulfill({
        status: 422,
        json: { statusCode: 422, code: 'has_errors', message: 'x', problems: [unseen] },
      }),
    { times: 1 },
  );
  await submit();
  await expect(page.getByText('Solve all errors before submitting')).toBeVisible();
  const summary = page.getByRole('region', { name: 'Solve all errors before submitting' });
  await expect(summary).toBeFocused();
  await expect(page.getByRole('heading', { name: 'The project', level: 2 })).toBeVisible();
  await summary.getByRole('link', { name: title }).click();
  const field = page.getByRole('textbox', { name: title, exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(new RegExp(message));
  await field.fill('Wind over another hill');
  await expect(page.getByText('There are no more errors. You can submit now.')).toBeVisible();
  await page.goto(`/applications/${uid}?form=R10`);
  // Another window has words that never reached the server.
  const other = await context.newPage();
  await other.route('**/save', (route) => route.abort());
  await other.goto(`/applications/${uid}?form=${new URL(page.url()).searchParams.get('form')}`);
  await other
    .getByRole('radiogroup', { name: /may names, organisation/ })
    .getByRole('radio', { name: 'No' })
    .check();
  await expect(other.getByText('Offline: 1 change kept').filter({ visible: true })).toBeVisible();

  await page.getByRole('button', { name: 'Submit', exact: true }).filter({ visible: true }).last().click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to submit this proposal?' });
  // What is about to be submitted can be read first, as a whole, and then one is back at the last form.
  await question.getByRole('link', { name: 'Read the whole proposal first' }).click();
  await expect(main.getByRole('link', { name: 'Back to the form' })).toBeVisible();
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(
    forms.map(({ form }, index) => `${index + 1}. ${form}`),
  );
  // In the list of files, and at its answer.
  await expect(main.getByRole('button', { name: 'Download scope-and-plan.pdf' })).toHaveCount(2);
  await main.getByRole('link', { name: 'Back to the form' }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).filter({ visible: true }).last().click();
  // It sums up what is sent, until when, and what follows.
  await expect(question).toContainText(/node hours/);
  await expect(question).toContainText(/Cut-off.*time/);
  await expect(question).toContainText(/You can take your submission back and change it until .* time\)/);
  await expect(question).toContainText('What happens next:');
  await question.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Submission successful')).toBeVisible();
  await expect(page.getByText(`Proposal ID: ${uid}`)).toBeVisible();
  // The receipt has the focus on its heading. The page behind it says how the application stands.
  const receipt = page.getByRole('dialog', { name: 'We received your submission' });
  await expect(receipt.getByText('We received your submission')).toBeFocused();
  await expect(receipt).toContainText(email);
  await expect(receipt.getByRole('button', { name: 'Print' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(receipt).toHaveCount(0);
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(main.getByText(/^Submitted on/)).toContainText(uid);
  await expect(main.getByText('You do not have to do anything', { exact: false })).toBeVisible();
  // Each form, and its files.
  await expect(main.getByRole('region', { name: 'What you submitted' }).getByRole('listitem')).toHaveCount(
    forms.length + 2,
  );
  await expectAccessible(page);

  // It shows at once that the application was submitted, and what it could not save, also after a reload.
  const kept = other.getByRole('region', { name: 'Answers on this device' });
  for (const _ of [1, 2]) {
    await expect(other.getByText(`Proposal ID: ${uid}`)).toBeVisible();
    await expect(other.getByText(/^Submitted on/)).toBeVisible();
    await expect(
      other.getByRole('button', { name: /^(Save Changes|Submit|Delete Application)$/ }),
    ).toHaveCount(0);
    await expect(kept).toContainText('may names, organisation and abstract be published?');
    await expect(kept.getByText('No', { exact: true })).toBeVisible();
    // What the bar covers in part is no target.
    await other.evaluate(() => window.scrollTo(0, 0));
    await expectAccessible(other);
    await other.reload();
  }
  // By mouse they are kept, by keyboard they are deleted.
  const forget = kept.getByRole('button', { name: 'Delete from this device' });
  await expect(other.getByText(/^Submitted on/)).toBeVisible();
  await forget.click();
  await other.getByRole('dialog').getByRole('button', { name: 'Keep them' }).click();
  await expect(forget).toBeFocused();
  await other.keyboard.press('Enter');
  await other.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).focus();
  await other.keyboard.press('Enter');
  await expect(kept).toHaveCount(0);
  await other.reload();
  await expect(other.getByText(/^Submitted on/)).toBeVisible();
  await expect(kept).toHaveCount(0);

  const mail = await mailTo(page.request, email, new RegExp(uid));
  expect(mail.text).toContain('Regular Access');
  // What follows stands in the mail and on the page.
  await expect(
    main.getByText('You do not have to do anything before ‘Right to reply’, unless we request changes.'),
  ).toBeVisible();
  const process = main.getByRole('region', { name: /step 2 of \d+/i }).locator('li > b');
  const [, ...coming] = await process.allTextContents();
  expect(coming).toContain('Decision');
  for (const step of coming) expect(mail.text).toContain(step);
  await expectAccessible(page);

  await page.goto('/applications');
  await page.getByRole('button', { name: 'No, thank you' }).click();
  await expect(page.getByRole('link', { name: uid })).toBeVisible();
  await expect(page.getByText('Submitted').first()).toBeVisible();
});
