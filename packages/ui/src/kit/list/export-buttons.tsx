import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../session/call.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import classes from './list-tools.module.css';

type Format = 'csv' | 'xlsx';

/** Downloads a list as a file. */
export function ExportButtons(props: {
  label: string;
  fetch: (format: Format) => Promise<{ content: Blob; filename: string }>;
}) {
  const fetching = useMutation({ mutationFn: props.fetch, onSuccess: saveFile });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <span role="group" aria-label={props.label} className={classes.files}>
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
