/** Hears of fields that the server did not know, such as `['colour', '/quote/style', '+3']`. */
export type OnIgnoredFields = (fields: string[], path: string) => void

/** Says each once on the console: they are slips of the program, not of its user. */
export function createWarning(): OnIgnoredFields {
  const warned = new Set<string>()
  return (fields, path) => {
    const newFields = fields.filter((field) => !warned.has(`${path} ${field}`))
    for (const field of newFields) warned.add(`${path} ${field}`)
    if (newFields.length > 0)
      console.warn(`Quire ignored fields of ${path}: ${newFields.join(', ')}`)
  }
}

export function readIgnoredFields({ headers }: Response): string[] {
  const names = headers.get('quire-ignored-fields')
  return names === null ? [] : names.split(', ').map(decodeURIComponent)
}
