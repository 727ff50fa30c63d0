import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { tagOf, tags } from '../../server/http/openapi/tags.ts'
import { listErrorKinds } from '../../server/lib/errors.ts'
import { eventTypeNames, eventTypes } from '../../server/lib/event-types.ts'
import { tools } from '../../server/mcp/tools/tools.ts'
import { listOperations } from '../../server/operations/index.ts'
import { listSettings } from '../../server/settings.ts'

/** Tables of documents that the server's own tables say better than a hand. */
export const writtenTables = [
  { document: 'README.md', columns: ['name', 'default', 'meaning'], rows: settingRows },
  { document: 'docs/mcp.md', columns: ['about', 'tools'], rows: toolRows },
  { document: 'docs/api.md', columns: ['code', 'status', 'when', 'what to do'], rows: errorRows },
  { document: 'docs/webhooks.md', columns: ['type', 'when'], rows: eventRows },
]

function settingRows(): string[][] {
  return listSettings().map(({ name, default: otherwise, meaning }) => [
    `\`${name}\``,
    otherwise === undefined ? 'unset' : `\`${otherwise}\``,
    meaning,
  ])
}

function errorRows(): string[][] {
  return listErrorKinds()
    .toSorted(([, one], [, other]) => one.status - other.status)
    .map(([code, { status, condition, remedy }]) => [
      `\`${code}\``,
      String(status),
      condition,
      remedy,
    ])
}

function toolRows(): string[][] {
  const nouns = new Map(listOperations().map(({ id, noun }) => [id, noun]))
  const byTag = Map.groupBy(tools, ({ operationId }) => {
    const noun = nouns.get(operationId)
    return noun === undefined ? '' : tagOf(noun).name
  })
  return Object.values(tags).flatMap(({ name }) => {
    const list = byTag.get(name)?.map((tool) => `\`${tool.name}\``)
    return list === undefined ? [] : [[name, list.join(', ')]]
  })
}

function eventRows(): string[][] {
  return eventTypeNames.map((type) => [`\`${type}\``, eventTypes[type].description])
}

/** The text of a document with its table as it has to be. */
export function withTable(
  text: string,
  { columns, rows }: Pick<(typeof writtenTables)[number], 'columns' | 'rows'>,
): string {
  const heading = `${toLine(columns)}${toLine(columns.map(() => '---')).replaceAll(' ', '')}`
  const start = text.indexOf(heading)
  const blank = text.indexOf('\n\n', start)
  const after = blank === -1 ? '' : text.slice(blank + 1)
  return text.slice(0, start) + heading + rows().map(toLine).join('') + after
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { document, ...table } of writtenTables) {
    const path = new URL(`../../${document}`, import.meta.url)
    await writeFile(path, withTable(await readFile(path, 'utf8'), table))
  }
}
