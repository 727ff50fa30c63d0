type Shortcuts = { title: string; keys: { press: string; does: string }[] }

/** What the help lists. `Mod` is ⌘ on Apple's keyboards and Ctrl on others. */
export const shortcuts: readonly Shortcuts[] = [
  {
    title: 'Everywhere',
    keys: [
      { press: 'Mod+K', does: 'Search' },
      { press: 'Shift+?', does: 'This list' },
    ],
  },
  {
    title: 'In the tree of pages',
    keys: [
      { press: '↑ ↓', does: 'Go through the pages' },
      { press: '← →', does: 'Close, open what is below' },
      { press: 'Enter', does: 'Open the page' },
      { press: 'F2', does: 'Rename' },
    ],
  },
  {
    title: 'While writing',
    keys: [
      { press: '/', does: 'Insert something' },
      { press: 'Mod+B', does: 'Bold' },
      { press: 'Mod+I', does: 'Italic' },
      { press: 'Mod+E', does: 'Code' },
      { press: 'Mod+Z', does: 'Undo' },
    ],
  },
]
