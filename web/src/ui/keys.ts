import { t } from './messages.ts'

const isApple = /\bMac|iP(?:hone|ad|od)/.test(navigator.userAgent)

/** The keys of a shortcut as they are labelled: `Mod+Shift+K` is `⇧ ⌘ K` at Apple, elsewhere `Ctrl Shift K`. */
export function keyNames(shortcut: string): string[] {
  const keys = shortcut.split('+')
  // Apple names the command key last.
  const ordered =
    isApple && keys[0] === 'Mod' ? [...keys.slice(1, -1), 'Mod', ...keys.slice(-1)] : keys
  return ordered.map(nameOf)
}

/** As text: `⇧⌘K` at Apple, elsewhere `Ctrl+Shift+K`. */
export function shortcutText(shortcut: string): string {
  return keyNames(shortcut).join(isApple ? '' : '+')
}

function nameOf(key: string): string {
  switch (key) {
    case 'Mod':
      return isApple ? '⌘' : t.controlKey
    case 'Shift':
      return isApple ? '⇧' : t.shiftKey
    case 'Enter':
      return isApple ? '↩' : t.enterKey
    default:
      return key
  }
}
