/** An error lists at most this many names. */
const maxListedNames = 12
const maxNameLength = 60

/** Names for an error, in quotes and shortened. */
export function listNames(names: readonly string[]): string {
  return listNoted(names.map((name) => ({ name })))
}

/** The same, with a note behind a name. */
export function listNoted(names: readonly { name: string; note?: string }[]): string {
  const listed = names.slice(0, maxListedNames).map(({ name, note }) => {
    const letters = Array.from(name)
    const quoted = `"${letters.slice(0, maxNameLength).join('')}${letters.length > maxNameLength ? '…' : ''}"`
    return note === undefined ? quoted : `${quoted} (${note})`
  })
  const more = names.length > maxListedNames ? ` and ${names.length - maxListedNames} more` : ''
  return `${listed.join(', ')}${more}`
}
