import { type CSSVariablesResolver, createTheme } from '@mantine/core'
import { calloutTitleVariables } from '../ui/callout-title.ts'
import { t } from '../ui/messages.ts'

const optionLists = ['Select', 'MultiSelect', 'Autocomplete', 'TagsInput']

/** The list itself scrolls: programs for accessibility do not know a region in it whose keys the field has. */
const scrollingList = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: 220, overflowY: 'auto' } },
}

/** With labels in the language of the app. */
export function createAppTheme() {
  return createTheme({
    colors: {
      // A touch of blue, as the surfaces of global.css have it.
      dark: [
        '#d8dae0',
        '#b9bdc7',
        '#a0a6b4',
        '#6d7280',
        '#3a3d45',
        '#33363d',
        '#26282d',
        '#1b1c20',
        '#16171a',
        '#101114',
      ],
    },
    primaryColor: 'indigo',
    primaryShade: 7,
    autoContrast: true,
    defaultRadius: 'md',
    cursorType: 'pointer',
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
    fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace',
    headings: { fontWeight: '650' },
    components: {
      Badge: { defaultProps: { tt: 'none' } },
      Modal: {
        // `closeDialogByEscape` closes it.
        defaultProps: { centered: true, radius: 'lg', padding: 'lg', closeOnEscape: false },
        styles: { title: { fontWeight: 650 } },
      },
      NavLink: {
        vars: () => ({
          root: {
            '--nl-bg': 'var(--quire-hover)',
            '--nl-hover': 'var(--quire-hover)',
            '--nl-color': 'var(--mantine-color-text)',
          },
          children: {},
        }),
      },
      // Until one that became longer is placed again, it makes no page wider.
      Tooltip: { defaultProps: { openDelay: 400, floatingStrategy: 'fixed' } },
      // In the middle of a sentence colour alone would not tell a link.
      Anchor: { defaultProps: { underline: 'always' } },
      CloseButton: { defaultProps: { 'aria-label': t.close } },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': t.dismiss } } },
      ...Object.fromEntries(optionLists.map((name) => [name, scrollingList])),
      // The placeholder would be a child that a menu may not have.
      Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
    },
  })
}

/** Texts that style sheets show. */
export const textVariables: CSSVariablesResolver = () => ({
  variables: {
    '--quire-image-missing': JSON.stringify(t.imageMissing),
    ...calloutTitleVariables(),
  },
  // Text of the primary color on its own hover needs a contrast of 4.5.
  light: { '--mantine-color-indigo-light-hover': '#cbd6ff' },
  dark: {},
})
