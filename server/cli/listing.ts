/** A heading with its number of lines, and the first of them; nothing when there are none. */
export function listing(heading: string, lines: readonly string[], shown = 10): string[] {
  if (lines.length === 0) return []
  const more = lines.length - shown
  return [
    '',
    `${heading}: ${lines.length.toLocaleString('en')}`,
    ...lines.slice(0, shown).map((line) => `  ${line}`),
    ...(more > 0 ? [`  … and ${more.toLocaleString('en')} more; --json lists them all`] : []),
  ]
}

/** `1 page`, `2 pages` */
export function amount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** `1.2 MB` */
export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3))
  return `${(count / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}
