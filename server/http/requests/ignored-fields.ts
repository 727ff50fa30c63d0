import type { IgnoredFields } from '../../operations/ignored-fields.ts'

export const ignoredFieldsHeader = 'quire-ignored-fields'

const maxNameLength = 100

/** `colour, /quote/style, +3`: names percent-encoded, those within a field as JSON Pointers, then how many more. */
export function toHeader({ fields, count }: IgnoredFields): string {
  const names = fields.map(({ path }) => {
    const encoded = path.map(encode)
    return encoded.length === 1 && encoded[0] !== '' ? encoded[0] : `/${encoded.join('/')}`
  })
  const more = count - fields.length
  return [...names, ...(more > 0 ? [`+${more}`] : [])].join(', ')
}

function encode(name: string): string {
  const isLong = name.length > maxNameLength
  return encodeURIComponent((isLong ? `${name.slice(0, maxNameLength)}…` : name).toWellFormed())
}
