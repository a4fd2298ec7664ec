import { Button } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { t } from '../kit/text/translate.ts';
import classes from './printout-button.module.css';
import { type PrintoutOperation, print, usePrinting } from './printouts.ts';

/** Has a PDF made and saved; says how far it is, and what became of one that could not be made. */
export function PrintoutButton(props: {
  operation: PrintoutOperation;
  id: string | number;
  /** Which one, where there are several of one name. */
  about?: string;
  children: string;
}) {
  const { operation, id, children, about } = props;
  const printing = usePrinting(operation, id);
  const failed = printing !== null && 'failed' in printing;
  const underWay = printing !== null && !failed;
  const words = failed ? t('parts.printout.again', { what: children }) : children;
  return (
    <div className={classes.printout}>
      <Button
        size="sm"
        leftSection={<Icon name={failed ? 'warning' : 'download'} />}
        loading={underWay}
        {...(about === undefined ? {} : { 'aria-label': `${words}: ${about}` })}
        onClick={() => void print(operation, id)}
      >
        {words}
      </Button>
      <p className="small soft" role="status">
        {underWay
          ? printing.files === 0
            ? t('parts.printout.preparing')
            : t('parts.printout.preparingFiles', { done: printing.filesDone, files: printing.files })
          : failed
            ? printing.failed || t('parts.printout.failed')
            : ''}
      </p>
    </div>
  );
}
