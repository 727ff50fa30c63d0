import { t } from './messages.ts'

const linkLevels = ['read', 'comment', 'write'] as const

export type LinkLevel = (typeof linkLevels)[number]

/** Read while drawing, as messages are. */
export function linkLevelChoices(): { value: LinkLevel; label: string }[] {
  return linkLevels.map((level) => ({ value: level, label: t[level] }))
}

export function asLinkLevel(value: string): LinkLevel {
  return linkLevels.find((level) => level === value) ?? 'read'
}
