const units = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** How long ago, in the words of a person: `2 hours ago`, `yesterday`. */
export function sayAgo(instant: string, now: number = Date.now()): string {
  const seconds = (new Date(instant).getTime() - now) / 1000
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return words.format(Math.trunc(seconds / length), unit)
  }
  return 'just now'
}

export function sayDate(instant: string): string {
  return new Date(instant).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
}
