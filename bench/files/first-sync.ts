import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../../client/index.ts'
import { makeFolder, startQuire } from '../support/children.ts'
import { describeMachine } from '../support/machine.ts'
import { startStore } from '../support/seed.ts'
import { digits } from '../support/table.ts'

/** How long `quire sync --watch` takes to send a folder of new files, and an edit meanwhile. */
const limitSeconds = 120
const folders = 50
const pollMs = 100
const main = join(import.meta.dirname, '../../client/cli/main.ts')

const files = Number(process.argv[2] ?? 5000)
process.stdout.write(`${describeMachine()} · ${digits(files)} files\n`)
const { dataFolder, workspaceId, key } = await startStore(makeFolder())
const quire = await startQuire(dataFolder)
const baseUrl = `http://localhost:${quire.port}`
const client = createClient({ baseUrl, apiKey: key })
const { pageId } = await client.pages.create({ workspaceId, title: 'Edited', markdown: 'Start.\n' })
const root = makeFolder()
const environment = { ...process.env, QUIRE_URL: baseUrl, QUIRE_KEY: key }
const start = (...words: string[]) =>
  spawn(process.execPath, [main, 'sync', root, ...words], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
await once(start(), 'exit')
for (let number = 0; number < files; number += 1) await writeNote(number)
const started = performance.now()
const seconds = () => (performance.now() - started) / 1000
const sync = start('--watch')
try {
  const latencies = await editUntilSent()
  process.stdout.write(
    `sent in ${digits(seconds())} s, limit ${limitSeconds} s; ${latencies.length} edits meanwhile, the slowest after ${digits(Math.max(...latencies))} ms\n`,
  )
} finally {
  sync.kill('SIGTERM')
  await once(sync, 'exit')
  await quire.stop()
}

async function writeNote(number: number): Promise<void> {
  const folder = join(root, `folder ${number % folders}`)
  await mkdir(folder, { recursive: true })
  const other = (number + 7) % files
  const link = `../folder%20${other % folders}/note%20${other}.md`
  const words = 'Some words of this note. '.repeat(20)
  await writeFile(
    join(folder, `note ${number}.md`),
    `# Note ${number}\n\n${words}[Another](${link}).\n\n- one\n- two\n`,
  )
}

/** Milliseconds until each edit of a file was on its page, until all files are sent. */
async function editUntilSent(): Promise<number[]> {
  const latencies: number[] = []
  for (;;) {
    const word = `word${latencies.length}`
    await appendFile(join(root, 'Edited.md'), `\n${word}\n`)
    const edited = performance.now()
    while (!(await client.pages.markdown({ workspaceId, pageId })).markdown.includes(word)) {
      await pause(pollMs)
    }
    latencies.push(performance.now() - edited)
    if (await isSent()) return latencies
  }
}

async function isSent(): Promise<boolean> {
  const { files: listed } = await client.markdownFiles.list({ workspaceId })
  const sent = listed.filter(({ path, version }) => path.startsWith('folder ') && version > 1)
  return sent.length >= files
}
