import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import { paletteOf, primaryShades } from './contrast.ts';

// The product's own colours, the same for every organisation.
const time: MantineColorsTuple = [
  '#fdf3e3',
  '#f8e2c0',
  '#f1ca8e',
  '#e8ad57',
  '#dd922b',
  '#c27511',
  '#a25d08',
  '#864b06',
  '#693b08',
  '#4b2b08',
];
const gray: MantineColorsTuple = [
  '#fbfaf7',
  '#f5f3ee',
  '#ebe8e0',
  '#dcd7cc',
  '#b8b1a2',
  '#7f7a6e',
  '#566265',
  '#3d4a4d',
  '#243135',
  '#122023',
];
const dark: MantineColorsTuple = [
  '#ece9e2',
  '#c2c6c3',
  '#a0a8a7',
  '#74858a',
  '#46565a',
  '#2b383b',
  '#172124',
  '#10181a',
  '#0c1315',
  '#080d0f',
];

/**
 * The Mantine theme for an organisation's ten accent shades (`#rrggbb`, light to dark); any other number of shades
 * falls back to the default palette. Sizes and radii are those of tokens.css.
 */
export function mantineTheme(shades: readonly string[]): MantineThemeOverride {
  const accent = paletteOf(shades) as unknown as MantineColorsTuple;
  return createTheme({
    colors: { accent, time, gray, dark },
    primaryColor: 'accent',
    primaryShade: primaryShades(accent),
    autoContrast: true,
    luminanceThreshold: 0.3,
    white: '#ffffff',
    black: '#122023',
    fontFamily: 'var(--font)',
    fontFamilyMonospace: 'var(--font-mono)',
    fontWeights: { regular: '400', medium: '550', bold: '640' },
    // 14 14 16 20 28: there is no fifth size.
    fontSizes: { xs: '0.875rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
    lineHeights: { xs: '1.43', sm: '1.43', md: '1.5', lg: '1.4', xl: '1.22' },
    headings: {
      fontWeight: '640',
      textWrap: 'balance',
      sizes: {
        h1: { fontSize: '1.75rem', lineHeight: '2.125rem' },
        h2: { fontSize: '1.25rem', lineHeight: '1.75rem' },
        h3: { fontSize: '1rem', lineHeight: '1.5rem' },
        h4: { fontSize: '0.875rem', lineHeight: '1.25rem' },
        h5: { fontSize: '0.875rem', lineHeight: '1.25rem' },
        h6: { fontSize: '0.875rem', lineHeight: '1.25rem' },
      },
    },
    radius: { xs: '2px', sm: '4px', md: '4px', lg: '6px', xl: '6px' },
    defaultRadius: 'sm',
    spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
    shadows: {
      xs: 'none',
      sm: 'none',
      md: 'var(--shadow-float)',
      lg: 'var(--shadow-float)',
      xl: 'var(--shadow-dialog)',
    },
    // sm is the one mobile limit: 768 px.
    breakpoints: { xs: '30em', sm: '48em', md: '62em', lg: '75em', xl: '87.5em' },
    focusRing: 'auto',
    respectReducedMotion: true,
    cursorType: 'pointer',
  });
}

// Mantine's own variables point at the tokens: light and dark need no second list.
const toTokens = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-default': 'var(--field)',
  '--mantine-color-default-hover': 'var(--sheet)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--control)',
  '--mantine-color-error': 'var(--bad-text)',
  '--mantine-color-success': 'var(--ok-text)',
  '--mantine-color-disabled': 'var(--sunk)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
  '--mantine-color-disabled-border': 'var(--rule-strong)',
};

/** The variables that Mantine writes at run time. */
export const mantineVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: toTokens,
  dark: toTokens,
});
