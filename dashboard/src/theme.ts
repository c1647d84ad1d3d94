import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'

const laurel: MantineColorsTuple = [
  '#eef6f0',
  '#dcebe1',
  '#b6d7c1',
  '#8dc2a0',
  '#6ab084',
  '#4c9b6a',
  '#2f8353',
  '#1e6842',
  '#185738',
  '#0f3f27',
]

const dark: MantineColorsTuple = [
  '#e7ece8',
  '#c3cdc6',
  '#a6b2a9',
  '#758279',
  '#3a443d',
  '#2d362f',
  '#1f2621',
  '#1a201c',
  '#111512',
  '#0b0e0c',
]

/** Mantine's red with darker shades, so that white text on a button has enough contrast. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#f75c5c',
  '#e03131',
  '#c22525',
  '#ad1f1f',
  '#951a1a',
]

/** The users' account pages have the same colours. */
export const theme = createTheme({
  colors: { laurel, dark, red },
  primaryColor: 'laurel',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  // Mantine picks the text colour of filled buttons for light pages only; the dark scheme's fill is bright.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    if (input.variant !== 'filled') return colors
    return { ...colors, color: `light-dark(${colors.color}, var(--mantine-color-black))` }
  },
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  headings: { fontWeight: '650' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true } } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
})

/** `server/test/units/contrast.test.ts` holds the contrast of all pairs of colours. */
export const colours: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f6f7f4',
    '--mantine-color-dimmed': '#56635a',
    '--mantine-color-placeholder': '#6b776f',
    '--mantine-color-error': '#c22525',
    '--laurel-surface': '#fff',
    '--laurel-line': '#dbe1da',
    '--laurel-line-strong': '#7d8a81',
  },
  dark: {
    '--mantine-color-body': '#111512',
    '--mantine-color-dimmed': '#a6b2a9',
    '--mantine-color-placeholder': '#8e9a92',
    '--mantine-color-error': '#ff8f8f',
    '--laurel-surface': '#1a201c',
    '--laurel-line': '#2d362f',
    '--laurel-line-strong': '#758279',
  },
})
