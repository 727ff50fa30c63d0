import { createTheme } from '@mantine/core'

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 7,
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  components: {
    Modal: { defaultProps: { centered: true, radius: 'lg' } },
    Tooltip: { defaultProps: { openDelay: 400 } },
    // In the middle of a sentence colour alone would not tell a link.
    Anchor: { defaultProps: { underline: 'always' } },
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Menu: { defaultProps: { shadow: 'md' } },
  },
})
