import { Button } from '@clearcall/ui/kit/button.tsx';
import { type ComponentProps, useRef } from 'react';

/** A button that opens the file chooser. */
export function FileButton(
  props: Omit<ComponentProps<typeof Button>, 'onClick'> & { accept: string; onFile: (file: File) => void },
) {
  const { accept, onFile, ...button } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) onFile(file);
          // Cleared, so that the same file can be opened again after a correction.
          currentTarget.value = '';
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}
