/** An item of an export: a note, a notebook, a file, a tag, or the tag of a note. */
export type Item = { id: string; type: number; title: string; fields: ReadonlyMap<string, string> }

export const itemTypes = { note: 1, notebook: 2, resource: 4, tag: 5, noteTag: 6 } as const

const ids = /^[\da-f]{32}$/i

/** Whether a name is that of an item. */
export function isItemName(name: string): boolean {
  return /^[\da-f]{32}\.md$/i.test(name)
}

/** Reads the title, the text and the fields at the end of an item. Undefined for another text. */
export function readItem(text: string): { item: Item; body: string } | undefined {
  const given = text.replaceAll('\r\n', '\n').trimEnd()
  const end = given.lastIndexOf('\n\n')
  const fields = readFields(given.slice(end < 0 ? 0 : end + 2))
  const id = fields?.get('id')
  const type = Number(fields?.get('type_'))
  if (fields === undefined || id === undefined || !ids.test(id) || !(type > 0)) return undefined
  const content = end < 0 ? '' : given.slice(0, end)
  const lineEnd = content.indexOf('\n')
  const title = lineEnd < 0 ? content : content.slice(0, lineEnd)
  const body = lineEnd < 0 ? '' : content.slice(lineEnd + 1).replace(/^\n/, '')
  return { item: { id: id.toLowerCase(), type, title: title.trim(), fields }, body }
}

function readFields(text: string): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>()
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':')
    if (colon < 0) return undefined
    fields.set(line.slice(0, colon).trim(), unescaped(line.slice(colon + 1).trim()))
  }
  return fields
}

/** Values are written in one line. */
function unescaped(value: string): string {
  return value.replaceAll(/\\(\\[nr]|[nr])/g, (_, code: string) => {
    if (code === 'n') return '\n'
    return code === 'r' ? '\r' : code
  })
}

/** An ID that a field gives, in lower case. */
export function idIn({ fields }: Item, name: string): string {
  return (fields.get(name) ?? '').toLowerCase()
}

export function isSet({ fields }: Item, name: string): boolean {
  return Number(fields.get(name) ?? '0') > 0
}

/** Milliseconds, or a date as text; undefined for none. */
export function dateIn({ fields }: Item, name: string): string | undefined {
  const given = fields.get(name) ?? ''
  if (!/^\d+$/.test(given)) return given === '' ? undefined : given
  const stamp = Number(given)
  return stamp > 0 && stamp < 8.64e15 ? new Date(stamp).toISOString() : undefined
}
