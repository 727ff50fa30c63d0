import { inLocale } from './language.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

const numbers = inLocale((locale) => new Intl.NumberFormat(locale))
const lists = inLocale((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }))
const sizes = inLocale((locale) => {
  const formats = new Map<string, Intl.NumberFormat>()
  return (unit: string, maximumFractionDigits: number) => {
    const key = `${unit} ${maximumFractionDigits}`
    const unitDisplay = unit === 'byte' ? 'long' : 'short'
    const format =
      formats.get(key) ??
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits })
    formats.set(key, format)
    return format
  }
})

/** `12,345` */
export function formatNumber(value: number): string {
  return numbers().format(value)
}

/** `Ada, Grace, and Linus` */
export function formatList(items: readonly string[]): string {
  return lists().format(items)
}

/** `512 bytes`, `3.4 MB`, in powers of 1,000 as file managers show them. */
export function formatSize(bytes: number): string {
  let size = bytes
  let power = 0
  while (size >= 999.5 && power < units.length - 1) {
    size /= 1000
    power += 1
  }
  return sizes()(units[power] ?? 'byte', size < 10 ? 1 : 0).format(size)
}
