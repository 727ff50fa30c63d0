import { type Level, levels } from './levels.ts'
import { t } from './messages.ts'

/** The levels that someone can give, with their names. Read while drawing, as messages are. */
export function levelChoices(): { value: Level; label: string }[] {
  return levels.map((level) => ({ value: level, label: t[level] }))
}

export function asLevel(value: string | null): Level | undefined {
  return levels.find((level) => level === value)
}
