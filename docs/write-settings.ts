import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { listSettings } from '../server/settings.ts'

const heading = '| name | default | meaning |\n|---|---|---|\n'

/** The README with the table of settings as the server has them. */
export function withSettings(readme: string): string {
  const rows = listSettings().map(({ name, default: otherwise, meaning }) => {
    const value = otherwise === undefined ? 'unset' : `\`${otherwise}\``
    return `| \`${name}\` | ${value} | ${meaning} |\n`
  })
  const start = readme.indexOf(heading)
  const end = readme.indexOf('\n\n', start) + 1
  return readme.slice(0, start) + heading + rows.join('') + readme.slice(end)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const path = new URL('../README.md', import.meta.url)
  await writeFile(path, withSettings(await readFile(path, 'utf8')))
}
