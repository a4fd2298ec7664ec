import { Button } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { LinkButton } from '../kit/link-button.tsx';
import { t } from '../kit/text/translate.ts';
import classes from './printout-button.module.css';
import { type Printing, type PrintoutOperation, print, usePrinting } from './printouts.ts';

/** Says how far a PDF is, and what became of one that could not be made. */
export function PrintingStatus({ printing }: { printing: Printing | null }) {
  return (
    <p className={`${classes.status} small soft`} role="status">
      {printing === null
        ? ''
        : 'failed' in printing
          ? printing.failed || t('parts.printout.failed')
          : printing.files === 0
            ? t('parts.printout.preparing')
            : t('parts.printout.preparingFiles', { done: printing.filesDone, files: printing.files })}
    </p>
  );
}

/** Has a PDF made and saved; says how far it is, and what became of one that could not be made. */
export function PrintoutButton(props: {
  operation: PrintoutOperation;
  id: string | number;
  /** Which one, where there are several of one name. */
  about?: string;
  /** In a table of documents. */
  asLink?: boolean;
  children: string;
}) {
  const { operation, id, children, about } = props;
  const printing = usePrinting([{ operation, id }]);
  const failed = printing !== null && 'failed' in printing;
  const underWay = printing !== null && !failed;
  const words = failed ? t('parts.printout.again', { what: children }) : children;
  return (
    <div>
      {props.asLink ? (
        <LinkButton aria-busy={underWay} onClick={() => underWay || void print(operation, id)}>
          {words}
        </LinkButton>
      ) : (
        <Button
          size="sm"
          leftSection={<Icon name={failed ? 'warning' : 'download'} />}
          loading={underWay}
          {...(about === undefined ? {} : { 'aria-label': `${words}: ${about}` })}
          onClick={() => void print(operation, id)}
        >
          {words}
        </Button>
      )}
      <PrintingStatus printing={printing} />
    </div>
  );
}
