import type { CSSProperties } from 'react'
import classes from './initials.module.css'

type Props = { name: string; shape?: 'person' | 'workspace'; size?: number }

/** One or two letters for who or what has no picture. Decoration: the name stands beside it. */
export function Initials({ name, shape = 'person', size = 28 }: Props) {
  // SAFETY: React types no custom properties.
  const style = { '--hue': hueOf(name), '--size': `${size}px` } as CSSProperties
  return (
    <span
      aria-hidden
      className={classes['initials']}
      data-shape={shape}
      // Not as text: a voice that reads the name would read the letters first.
      data-letters={lettersOf(name)}
      style={style}
    />
  )
}

export function lettersOf(name: string): string {
  const [first = '?', ...rest] = name.trim().split(/\s+/)
  return [first, rest.at(-1) ?? '']
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 32).trim())
    .join('')
    .toUpperCase()
}

/** The same name has the same colour everywhere. */
export function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return sum
}
