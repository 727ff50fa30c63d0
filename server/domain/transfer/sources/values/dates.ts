const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const iso =
  /^@?(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/
const words =
  /^@?(?:([a-z]{3,9})\.? (\d{1,2})|(\d{1,2})\.? ([a-z]{3,9})),? (\d{4})(?:,? (?:at )?(\d{1,2}):(\d{2})(?: ?([ap])m)?)?(?: \([^)]{1,20}\))?$/i
const year = /^@?(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?: (\d{1,2}):(\d{2}))?$/

/** A date in words, or as programs write it, as YAML has it: a day, or a day with a time. Undefined for other text. */
export function readDate(text: string): string | undefined {
  const given = text.trim().replaceAll(/\s+/g, ' ')
  const [, isoDay, isoTime] = iso.exec(given) ?? []
  if (isoDay !== undefined) return joined(isoDay, isoTime)
  const numbers = year.exec(given)
  if (numbers !== null) {
    const [, y = '', m = '', d = '', hour, minute = ''] = numbers
    return joined(dayOf(y, Number(m), d), hour && `${hour.padStart(2, '0')}:${minute}`)
  }
  const found = words.exec(given)
  if (found === null) return undefined
  const [, before, dayAfter, dayBefore, after, y = '', hour, minute = '', half] = found
  const month = 1 + months.indexOf((before ?? after ?? '').slice(0, 3).toLowerCase())
  if (month === 0) return undefined
  return joined(dayOf(y, month, dayAfter ?? dayBefore ?? ''), hour && timeOf(hour, minute, half))
}

function dayOf(y: string, month: number, day: string): string {
  return `${y}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
}

function timeOf(hour: string, minute: string, half: string | undefined): string {
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(hours).padStart(2, '0')}:${minute}`
}

function joined(day: string, time: string | undefined): string | undefined {
  const stamp = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(stamp) || !new Date(stamp).toISOString().startsWith(day)) return undefined
  return time === undefined || time === '' ? day : `${day}T${time}`
}
