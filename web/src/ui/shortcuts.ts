import { t } from './messages.ts'

type Shortcuts = { title: string; keys: { press: string; label: string }[] }

/** What the help lists. `Mod` is ⌘ on Apple's keyboards and Ctrl on others. */
export function shortcuts(): Shortcuts[] {
  return [
    {
      title: t.shortcutsEverywhere,
      keys: [
        { press: 'Mod+K', label: t.shortcutSearch },
        { press: 'Shift+?', label: t.shortcutHelp },
      ],
    },
    {
      title: t.shortcutsInTree,
      keys: [
        { press: '↑ ↓', label: t.shortcutMove },
        { press: '← →', label: t.shortcutFold },
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
        { press: 'Mod+Z', label: t.shortcutUndo },
      ],
    },
  ]
}
