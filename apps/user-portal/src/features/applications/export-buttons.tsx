import type { ListColumn } from '@clearcall/domain/model/list-columns.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { callFile, saveFile } from '@clearcall/ui/session/call.ts';
import { useMutation } from '@tanstack/react-query';
import classes from './applications-list.module.css';
import type { searchBody } from './list-search.ts';

/** The list as it is filtered and sorted, with the columns that it has, as a file. */
export function ExportButtons(props: {
  body: ReturnType<typeof searchBody>;
  columns: readonly ListColumn[];
  /** That the reader may read: of these the file has the steps and decisions, whether the page has room for them or not. */
  readable: readonly ListColumn[];
}) {
  const always = (['step', 'decision'] as const).filter((column) => props.readable.includes(column));
  const columns = [...new Set([...props.columns, ...always])];
  const fetching = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') =>
      callFile('POST /v2/applications/export', {
        body: { ...props.body, columns, format },
      }),
    onSuccess: saveFile,
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <span role="group" aria-label={t('lists.export.label')} className={classes.files}>
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          size="sm"
          leftSection={format === 'csv' ? <Icon name="download" /> : undefined}
          loading={fetching.isPending && fetching.variables === format}
          onClick={() => fetching.mutate(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </span>
  );
}
