import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'

/*
 * The shades that Mantine fills with are leaf, clay, spend and brass of tokens.css: the eighth in the light scheme,
 * the fifth in the dark one.
 */
const laurel: MantineColorsTuple = [
  '#eef5ef',
  '#dcebe1',
  '#bcdcc7',
  '#9bd0ae',
  '#7cc596',
  '#4c9b6a',
  '#2f8353',
  '#1e6842',
  '#185738',
  '#0f3f27',
]

const red: MantineColorsTuple = [
  '#fbf0ee',
  '#f6dcd7',
  '#efb9b0',
  '#ee9d8e',
  '#f0917f',
  '#d9674f',
  '#c04e3a',
  '#a8402f',
  '#8f3527',
  '#6f281d',
]

const blue: MantineColorsTuple = [
  '#eef4f8',
  '#d9e6f0',
  '#b5cee1',
  '#96bedb',
  '#7fb0d4',
  '#5b90b8',
  '#4b7ea5',
  '#3e6c8f',
  '#325a78',
  '#23435b',
]

const yellow: MantineColorsTuple = [
  '#fbf5e6',
  '#f8edd3',
  '#f0d9a3',
  '#e9c678',
  '#e3b558',
  '#c9922b',
  '#b57e1a',
  '#8a5f0a',
  '#744f07',
  '#573b04',
]

const gray: MantineColorsTuple = [
  '#f7f5ef',
  '#efece3',
  '#e6e2d6',
  '#dfdacc',
  '#c9c4b4',
  '#a9a696',
  '#757a6d',
  '#5a6259',
  '#3c443d',
  '#1b221d',
]

const dark: MantineColorsTuple = [
  '#ecebe1',
  '#c9c9bc',
  '#a5a998',
  '#74796a',
  '#343a2e',
  '#23271e',
  '#1b1e17',
  '#171a13',
  '#12140f',
  '#0c0e0a',
]

export const theme = createTheme({
  colors: { laurel, red, blue, yellow, gray, dark },
  primaryColor: 'laurel',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  // Mantine picks the text colour of filled buttons for light pages only; the dark scheme's fill is bright.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    if (input.variant !== 'filled') return colors
    return { ...colors, color: `light-dark(${colors.color}, var(--mantine-color-black))` }
  },
  fontFamily: 'var(--text-face)',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.3334', sm: '1.5385', md: '1.5715', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.5rem' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '6px', xl: '999px' },
  defaultRadius: 'md',
  shadows: {
    xs: 'var(--shadow)',
    sm: 'var(--shadow)',
    md: 'var(--shadow)',
    lg: 'var(--shadow)',
    xl: 'var(--shadow)',
  },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2143' },
      h2: { fontSize: '1.25rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.5' },
      h4: { fontSize: '1rem', lineHeight: '1.5' },
      h5: { fontSize: '0.875rem', lineHeight: '1.5715' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true } } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    // A header element in a dialog would be a second banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
})

const COLOURS = {
  '--mantine-color-body': 'var(--page)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--placeholder)',
  '--mantine-color-anchor': 'var(--leaf)',
  '--mantine-color-error': 'var(--clay)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunk)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line)',
}

/** Gives the tokens to Mantine's components. */
export const colours: CSSVariablesResolver = () => ({ variables: {}, light: COLOURS, dark: COLOURS })
