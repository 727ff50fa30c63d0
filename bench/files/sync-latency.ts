import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../../client/index.ts'
import { openApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { openBrowser, type Page, signInBrowser } from '../../test/support/web/browser.ts'
import { openPage } from '../../test/support/web/page-screen.ts'
import { setPassword } from '../../test/support/web/visitor.ts'
import { makeFolder, startQuire } from '../support/children.ts'
import { describeMachine } from '../support/machine.ts'
import { growStore, type Seeded, startStore } from '../support/seed.ts'
import { digits, formatTable } from '../support/table.ts'

/** How long an edit takes from a file to a browser and back while `quire sync --watch` runs, beside its limit. */
const limitMs = 2000
const repetitions = 10
const pollMs = 5
/** High enough for the whole page tree, which shows only rows in view. */
const viewport = { width: 1280, height: 6000 }
const main = join(import.meta.dirname, '../../client/cli/main.ts')

const pageCount = Number(process.argv[2] ?? 100)
process.stdout.write(`${describeMachine()} · ${pageCount} other pages\n`)
const seeded = await growStore(await startStore(makeFolder()), { from: 20, to: pageCount })
const { workspaceId, key } = seeded
await givePassword(seeded)
const quire = await startQuire(seeded.dataFolder)
const baseUrl = `http://localhost:${quire.port}`
const client = createClient({ baseUrl, apiKey: key })
const { pageId } = await client.pages.create({
  workspaceId,
  title: 'Watched',
  markdown: 'Start.\n\nEnd.\n',
})
const root = makeFolder()
const file = join(root, 'Watched.md')
const sync = spawn(process.execPath, [main, 'sync', root, '--watch'], {
  env: { ...process.env, QUIRE_URL: baseUrl, QUIRE_KEY: key },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const browser = await openBrowser()
try {
  const page = await (await browser.newContext({ baseURL: baseUrl, viewport })).newPage()
  await signInBrowser(page, baseUrl, 'bench@example.com')
  await openPage(page, pageId)
  await hasText(file, 'End.')
  process.stdout.write(`${await measureAll(page)}\n`)
} finally {
  await browser.close()
  sync.kill('SIGTERM')
  await once(sync, 'exit')
  await quire.stop()
}

async function measureAll(page: Page): Promise<string> {
  let count = 0
  const word = () => `word${(count += 1)}`
  const change = async (text: string) =>
    (await readFile(file, 'utf8')).replace('End.', `End. ${text}.`)
  const kinds: [name: string, edit: (text: string) => Promise<() => Promise<unknown>>][] = [
    [
      'a file that a program writes, in the browser',
      async (text) => {
        await writeFile(file, await change(text))
        return () => shows(page, text)
      },
    ],
    [
      'a file that a program replaces, in the browser',
      async (text) => {
        await writeFile(`${file}.new`, await change(text))
        await rename(`${file}.new`, file)
        return () => shows(page, text)
      },
    ],
    [
      'a new file in a new folder, in the page tree',
      async (text) => {
        await mkdir(join(root, text))
        await writeFile(join(root, text, 'note.md'), `${text}\n`)
        return () => page.getByRole('treeitem', { name: text }).first().waitFor()
      },
    ],
    [
      'typing in the browser, in the file',
      async (text) => {
        await page.locator('.ProseMirror p', { hasText: 'Start.' }).click()
        await page.keyboard.press('End')
        await page.keyboard.type(` ${text}`)
        return () => hasText(file, text)
      },
    ],
    [
      'a new page, as a file',
      async (text) => {
        await client.pages.create({ workspaceId, title: text, markdown: text })
        return () => hasText(join(root, `${text}.md`), text)
      },
    ],
  ]
  const rows: string[][] = []
  for (const [name, edit] of kinds) {
    const times: number[] = []
    for (let turn = 0; turn < repetitions; turn += 1) {
      const arrives = await edit(word())
      const start = performance.now()
      await arrives()
      times.push(performance.now() - start)
      // Each edit alone, at another moment of the cycle.
      await pause(200 + 97 * turn)
    }
    rows.push(rowOf(name, times))
  }
  const numbers = ['median ms', 'slowest ms', 'must be under'].map((heading) => ({ heading }))
  return formatTable(
    [{ heading: 'an edit', left: true }, ...numbers, { heading: '', left: true }],
    rows,
  )
}

function rowOf(name: string, times: readonly number[]): string[] {
  const sorted = times.toSorted((a, b) => a - b)
  const slowest = sorted.at(-1) ?? Number.NaN
  const median = sorted[Math.floor(sorted.length / 2)]
  const verdict = slowest < limitMs ? 'ok' : 'above'
  return [name, digits(median), digits(slowest), digits(limitMs), verdict]
}

async function shows(page: Page, text: string): Promise<void> {
  await page.locator('.ProseMirror p', { hasText: `${text}.` }).waitFor()
}

async function hasText(path: string, text: string): Promise<void> {
  while (!(await readFile(path, 'utf8').catch(() => '')).includes(text)) await pause(pollMs)
}

async function givePassword({ dataFolder, userId }: Seeded): Promise<void> {
  const app = await openApp(readConfig({ QUIRE_DATA: dataFolder }))
  await setPassword({ app }, userId)
  await app.close()
}
