import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

/** The source of version.ts: browsers and other runtimes cannot read a manifest. */
export function versionSource(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return [
    '// Written by `npm run snap` from package.json.',
    `export const version = '${manifest.version}'`,
    '',
  ].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await writeFile(new URL('./version.ts', import.meta.url), versionSource())
}
