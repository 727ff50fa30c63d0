import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packAll } from '../../packages/main.ts'
import { openBrowser } from '../../test/support/web/browser.ts'
import { makeFolder, startQuire } from '../support/children.ts'
import { startWorkspace } from '../support/seed.ts'
import { formatTable } from '../support/table.ts'

/**
 * Whether the packed client works in each of the programs that are named, such as `node`, `bun` and `'deno run -A'`, and in
 * Chromium on a page of the server.
 */
const folder = makeFolder()
const { client } = await packAll(makeFolder())
const installed = join(folder, 'node_modules/quire-client')
mkdirSync(installed, { recursive: true })
execFileSync('tar', ['-xzf', client, '--strip-components=1', '-C', installed])
// Deno asks for it.
const dependencies = { 'quire-client': '*' }
writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies }))
copyFileSync(join(import.meta.dirname, 'client-program.js'), join(folder, 'program.mjs'))

const dataFolder = makeFolder()
const { key } = await startWorkspace(dataFolder)
const quire = await startQuire(dataFolder)
const baseUrl = `http://127.0.0.1:${quire.port}`

type Works = Record<string, boolean>
const results: [string, Works][] = []
for (const command of process.argv.slice(2)) {
  const [program = '', ...words] = command.split(' ')
  const env = { ...process.env, QUIRE_URL: baseUrl, QUIRE_KEY: key }
  const options = { cwd: folder, env, encoding: 'utf8' } as const
  const version = execFileSync(program, ['--version'], options).split('\n')[0] ?? ''
  const printed = execFileSync(program, [...words, 'program.mjs'], options)
  // SAFETY: what the program prints.
  results.push([`${program} ${version}`, JSON.parse(printed) as Works])
}
results.push(await inBrowser())
await quire.stop()

const names = Object.keys(results[0]?.[1] ?? {})
process.stdout.write(
  `${formatTable(
    [{ heading: 'program', left: true }, ...names.map((heading) => ({ heading }))],
    results.map(([program, works]) => [
      program,
      ...names.map((name) => (works[name] === true ? 'works' : 'FAILS')),
    ]),
  )}\n`,
)
process.exitCode = results.every(([, works]) => names.every((name) => works[name])) ? 0 : 1

async function inBrowser(): Promise<[string, Works]> {
  const browser = await openBrowser()
  const page = await (await browser.newContext()).newPage()
  const source = (path: string) =>
    readFileSync(join(folder, path), 'utf8').replaceAll(
      /from 'quire-client(\/\w+)?'/g,
      (_, name = '/index') => `from '/bench/node_modules/quire-client${name}.js'`,
    )
  await page.route('**/bench/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: source(new URL(route.request().url()).pathname.replace('/bench/', '')),
    }),
  )
  // A page of the same origin, without the rules of the app for its own scripts.
  await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(`${baseUrl}/empty`)
  const call = `import('/bench/program.mjs').then((all) => all.useClient({ baseUrl: location.origin, apiKey: '${key}' }))`
  // SAFETY: as above.
  const works = (await page.evaluate(call)) as Works
  const version = browser.version()
  await browser.close()
  return [`Chromium ${version}`, works]
}
