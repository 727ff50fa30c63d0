import { t } from './messages.ts'

type Shortcuts = { title: string; keys: { press: string; label: string }[] }

/** The shortcuts to list, in the order of their keys: the first arrow collapses a page, the second expands it. */
export function shortcuts(): Shortcuts[] {
  return [
    {
      title: t.shortcutsEverywhere,
      keys: [
        { press: 'Mod+K', label: t.shortcutSearch },
        { press: 'Mod+\\', label: t.shortcutSidebar },
        { press: 'Shift+?', label: t.shortcutHelp },
      ],
    },
    {
      title: t.shortcutsInTree,
      keys: [
        { press: '↑ ↓', label: t.shortcutMove },
        { press: document.documentElement.dir === 'rtl' ? '→ ←' : '← →', label: t.shortcutFold },
        { press: 'Enter', label: t.shortcutOpen },
        { press: 'F2', label: t.shortcutRename },
      ],
    },
    {
      title: t.shortcutsWriting,
      keys: [
        { press: '/', label: t.shortcutInsert },
        { press: 'Mod+B', label: t.shortcutBold },
        { press: 'Mod+I', label: t.shortcutItalic },
        { press: 'Mod+E', label: t.shortcutCode },
        { press: 'Mod+Shift+K', label: t.shortcutLink },
        { press: 'Mod+Shift+H', label: t.shortcutHighlight },
        { press: 'Mod+F', label: t.shortcutFind },
        { press: 'Alt+Shift+↑ ↓ ← →', label: t.shortcutMoveBlock },
        { press: 'Mod+.', label: t.shortcutBlockMenu },
        { press: 'Mod+D', label: t.shortcutDuplicate },
        { press: 'Esc', label: t.shortcutSelectBlock },
        { press: 'Alt+F10', label: t.shortcutToolbar },
        { press: 'Mod+Z', label: t.shortcutUndo },
      ],
    },
  ]
}
