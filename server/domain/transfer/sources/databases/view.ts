import { stringify } from 'yaml'
import { nameOf, viewLanguage } from '../../../../../content/views/query.ts'

/** Columns of a view, with the title. */
const maxColumns = 30

/** The YAML of a table with the pages directly below a page. */
export function viewOf(keys: readonly string[]): string {
  const columns = ['title', ...keys.map((key) => nameOf({ key }))].slice(0, maxColumns)
  return stringify({ under: 'this', children: true, columns }, { lineWidth: 0 }).trimEnd()
}

/** The Markdown of a page that shows the pages below it in a table. */
export function viewBlock(keys: readonly string[]): string {
  return `\`\`\`${viewLanguage}\n${viewOf(keys)}\n\`\`\`\n`
}
