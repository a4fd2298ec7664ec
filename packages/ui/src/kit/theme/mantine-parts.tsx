import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useOrganisation } from '../page/organisation.tsx';
import { mantineTheme, mantineVariables } from './mantine-theme.ts';

/** What the parts of Mantine stand in. It comes with the first of them: a page without any goes without it. */
export function MantineParts(props: { children: ReactNode }) {
  const { palette } = useOrganisation();
  const theme = useMemo(() => mantineTheme(palette), [palette]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={mantineVariables}
      // Light or dark is set by colour-scheme.ts alone.
      getRootElement={() => undefined}
    >
      {props.children}
    </MantineProvider>
  );
}
