import { createTheme } from '@mantine/core'

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 5 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  components: {
    Modal: { defaultProps: { centered: true, radius: 'lg' } },
    Tooltip: { defaultProps: { openDelay: 400 } },
    Menu: { defaultProps: { shadow: 'md' } },
  },
})
