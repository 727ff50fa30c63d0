import type { calloutKinds } from '../vocabulary.ts'

export type CalloutKind = (typeof calloutKinds)[number]

const kinds: Readonly<Record<string, CalloutKind>> = {
  note: 'note',
  info: 'note',
  information: 'note',
  abstract: 'note',
  summary: 'note',
  tldr: 'note',
  example: 'note',
  quote: 'note',
  cite: 'note',
  question: 'note',
  help: 'note',
  faq: 'note',
  todo: 'note',
  seealso: 'note',
  tip: 'tip',
  hint: 'tip',
  success: 'tip',
  check: 'tip',
  done: 'tip',
  important: 'important',
  warning: 'warning',
  attention: 'warning',
  caution: 'caution',
  danger: 'caution',
  error: 'caution',
  failure: 'caution',
  fail: 'caution',
  missing: 'caution',
  bug: 'caution',
}

/** The type of a callout that other programs give this name. */
export function calloutKindOf(name: string): CalloutKind | undefined {
  const key = name.trim().toLowerCase()
  return Object.hasOwn(kinds, key) ? kinds[key] : undefined
}

const icons: Readonly<Record<string, CalloutKind>> = {
  '💡': 'tip',
  '✅': 'tip',
  ℹ: 'note',
  '📌': 'note',
  '❗': 'important',
  '‼': 'important',
  '⚠': 'warning',
  '🚧': 'warning',
  '⛔': 'caution',
  '🚨': 'caution',
  '🔥': 'caution',
  '🚫': 'caution',
}

/** The type that the icon of a Notion callout stands for. */
export function calloutKindOfIcon(icon: string): CalloutKind | undefined {
  const key = icon.replaceAll('\ufe0f', '').trim()
  return Object.hasOwn(icons, key) ? icons[key] : undefined
}

/** Confluence's warning is red, and its note is yellow. */
export function calloutKindOfPanel(name: string): CalloutKind | undefined {
  if (name === 'note') return 'important'
  return name === 'error' ? 'caution' : calloutKindOf(name)
}
