import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { smallButton } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { MenuButton } from '@clearcall/ui/kit/overlay/menu-button.tsx';
import type { Draw } from '@clearcall/ui/kit/text/author-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { callFile, saveFile } from '@clearcall/ui/session/call.ts';
import { PrintingStatus } from '@clearcall/ui/session/printout-button.tsx';
import { type Printout, print, usePrinting } from '@clearcall/ui/session/printouts.ts';
import { useMutation } from '@tanstack/react-query';
import classes from './editor/editor.module.css';
import { stepsOf } from './editor/editor-session.ts';
import { quotingSteps } from './quoting-steps.ts';
import { authorOf } from './reading/part-head.tsx';

/** PDFs that the reader can have: of the proposal, of each open form of another step, and of all forms if there are several. */
function printoutsOf(
  application: Application,
  open: readonly Assignment[],
): (Printout & { label: string; draw?: Draw })[] {
  const { uid } = application;
  const steps = stepsOf(application);
  const [first] = steps;
  const read = application.assignments.filter(({ data, can }) => data.length > 0 || can.save);
  const isProposal = ({ stepId }: Assignment) => first?.ownerRole === 'applicant' && stepId === first.id;
  return [
    ...(read.some(isProposal)
      ? [
          {
            operation: 'GET /v2/applications/:id/download' as const,
            id: uid,
            label: t('parts.printout.application'),
          },
        ]
      : []),
    ...open
      .filter((one) => read.includes(one) && !isProposal(one))
      .map((one) => ({
        operation: 'GET /download/assignment/:id' as const,
        id: one.id,
        label: t('parts.printout.step', {
          step: steps.find(({ id }) => id === one.stepId)?.title ?? '',
          who: authorOf(application, one),
        }),
        draw: (words: string) => quotingSteps(application, words),
      })),
    ...(read.length < 2
      ? []
      : [
          {
            operation: 'GET /v2/applications/:id/download/consolidated' as const,
            id: uid,
            label: t('parts.printout.consolidated'),
          },
        ]),
  ];
}

/** Menu with the PDFs of what is read, and with all documents in one zip. */
export function DownloadMenu(props: {
  application: Application;
  /** Assignments whose forms are on the page. */
  open: readonly Assignment[];
}) {
  const { application, open } = props;
  const { uid, documents } = application;
  const printouts = printoutsOf(application, open);
  const printing = usePrinting(printouts);
  const zip = useMutation({
    mutationFn: () => callFile('GET /download/application/:id/documents', { params: { id: uid } }),
    onSuccess: saveFile,
  });
  const items = [
    ...printouts.map(({ operation, id, ...named }) => ({
      ...named,
      onSelect: () => void print(operation, id),
    })),
    ...(documents.length === 0
      ? []
      : [{ label: t('parts.printout.documents', { n: documents.length }), onSelect: () => zip.mutate() }]),
  ];
  if (items.length === 0) return null;
  return (
    <div className={`${classes.download} only-screen`}>
      <MenuButton className={smallButton} items={items}>
        <Icon name="download" /> {t('parts.printout.download')} <Icon name="chevron-down" />
      </MenuButton>
      <PrintingStatus printing={printing} />
    </div>
  );
}
