import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { openApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import { initialize } from '../../../server/domain/people/setup.ts'
import { type ServerProcess, startProcess } from '../../support/processes/process.ts'
import { databaseOf } from '../../support/stores/stores.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { signInBrowser } from '../../support/web/browser.ts'
import { openVisits, type Visits } from '../../support/web/screens.ts'
import { setPassword } from '../../support/web/visitor.ts'

const size = 200 * 1024 * 1024
const email = 'ada@example.com'
const hostile = '<img src=x onerror=alert(1)>.svg'
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>'

let folder: string
let key: string
let server: ServerProcess
let visits: Visits
let page: Page

/** A store with one person, made before the server that is to be killed is there. */
async function prepare(): Promise<string> {
  const DATABASE_URL = await databaseOf(folder)
  const config = readConfig({ LOG_LEVEL: 'silent', QUIRE_DATA: folder, DATABASE_URL })
  const app = await openApp(config)
  const person = { email, firstName: 'Ada', lastName: 'Lovelace' }
  const created = await initialize(app.store, person, { name: 'Lab', slug: undefined }, 'never')
  await setPassword({ app }, created.user.id)
  await app.close()
  return created.key.key
}

/** A WAV file of so many seconds. */
function silence(seconds: number): Buffer {
  const rate = 8000
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + seconds * rate, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  // PCM, one channel, a byte for each sample.
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(seconds * rate, 40)
  return Buffer.concat([head, Buffer.alloc(seconds * rate, 128)])
}

/** Noise, so that no two parts of it are the same. */
async function writeNoise(path: string): Promise<string> {
  const hash = createHash('sha256')
  const part = Buffer.alloc(1024 * 1024)
  await pipeline(async function* () {
    for (let index = 0; index < size / part.length; index += 1) {
      part.fill(createHash('sha512').update(String(index)).digest())
      hash.update(part)
      yield Buffer.from(part)
    }
  }, createWriteStream(path))
  return hash.digest('hex')
}

const main = () => page.getByRole('main')
const choose = (path: string) => page.locator('input[type=file]').first().setInputFiles(path)

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-files-'))
  key = await prepare()
  server = await startProcess({ dataFolder: folder, environment: { RATE_LIMIT: '0' } })
  visits = await openVisits(server.address, { provoked: /ERR_|^Blocked script execution/ })
  page = await visits.visit()
  page.on('dialog', (dialog) => visits.complaints.push(`a dialog: ${dialog.message()}`))
  await signInBrowser(page, server.address, email)
  await page.goto('/library')
  await main().getByText('No files yet').waitFor()
})
after(async () => {
  await visits.close().finally(() => server.stop())
  await rm(folder, { recursive: true, force: true })
})

describe('files', () => {
  it('goes on with 200 MB where it was when the server was killed and the page loaded anew', async () => {
    const path = join(folder, 'film.bin')
    const wanted = await writeNoise(path)
    // Slow enough to be stopped on the way.
    const network = await page.context().newCDPSession(page)
    const conditions = { offline: false, latency: 0, downloadThroughput: -1 }
    await network.send('Network.enable')
    await network.send('Network.emulateNetworkConditions', {
      ...conditions,
      uploadThroughput: 30 * 1024 * 1024,
    })
    await choose(path)
    await main()
      .getByText(/(?:[4-9]\d|1\d\d) MB of 210 MB/)
      .waitFor()
    const port = new URL(server.address).port
    await server.stop('SIGKILL')
    server = await startProcess({
      dataFolder: folder,
      environment: { PORT: port, RATE_LIMIT: '0' },
    })
    await page.reload()
    await main().getByText('Interrupted').waitFor()
    await network.send('Network.emulateNetworkConditions', {
      ...conditions,
      uploadThroughput: -1,
    })
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/app/uploads')) asked.push(request.method())
    })
    const chooser = page.waitForEvent('filechooser')
    await main().getByRole('button', { name: 'Choose the file to continue' }).click()
    await (await chooser).setFiles(path)
    await main()
      .getByRole('button', { name: /^film\.bin/ })
      .waitFor({ timeout: 60_000 })
    assert.ok(!asked.includes('POST'), 'no new upload was begun')
    assert.equal(await hashOf('film.bin'), wanted)
  })

  it('waits while there is no connection, and continues by itself', async () => {
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    const slow = { latency: 0, downloadThroughput: -1, uploadThroughput: 4 * 1024 * 1024 }
    await network.send('Network.emulateNetworkConditions', { ...slow, offline: false })
    const path = join(folder, 'trip.bin')
    const content = randomBytes(20_000_000)
    await writeFile(path, content)
    // As over plain HTTP, where a browser leaves it out.
    await page.evaluate('delete Crypto.prototype.randomUUID')
    const begun: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/app/uploads')) {
        begun.push(request.url())
      }
    })
    await choose(path)
    await main()
      .getByText(/^[3-9]\.?\d* MB of 20 MB/)
      .waitFor()
    await network.send('Network.emulateNetworkConditions', { ...slow, offline: true })
    await main()
      .getByText(/^Waiting at/)
      .waitFor()
    await main()
      .getByText(/^No connection to the server/)
      .waitFor()
    await checkAccess(page)
    await network.send('Network.emulateNetworkConditions', { ...slow, offline: false })
    await main()
      .getByRole('button', { name: /^trip\.bin/ })
      .waitFor()
    assert.equal(begun.length, 1)
    assert.equal(await hashOf('trip.bin'), createHash('sha256').update(content).digest('hex'))
    await network.send('Network.emulateNetworkConditions', {
      ...slow,
      offline: false,
      uploadThroughput: -1,
    })
  })

  it('pauses, resumes and cancels', async () => {
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    const slow = { offline: false, latency: 0, downloadThroughput: -1 }
    await network.send('Network.emulateNetworkConditions', {
      ...slow,
      uploadThroughput: 2 * 1024 * 1024,
    })
    const path = join(folder, 'other.bin')
    await writeFile(path, Buffer.alloc(20_000_000, 'x'))
    await choose(path)
    await main().getByRole('button', { name: 'Pause other.bin' }).click()
    await main()
      .getByText(/Paused at/)
      .waitFor()
    await main().getByRole('button', { name: 'Resume other.bin' }).click()
    await main().getByRole('button', { name: 'Cancel other.bin' }).click()
    await main().getByText('other.bin').waitFor({ state: 'detached' })
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  })

  it('shows a text, tells where a file is used, and makes a page of it', async () => {
    const path = join(folder, 'notes.txt')
    await writeFile(path, `Notes <script>alert(1)</script>`)
    await choose(path)
    await main()
      .getByRole('button', { name: /^notes\.txt/ })
      .click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Notes <script>').waitFor()
    await drawer.getByText('Not used on any page.').waitFor()
    await checkAccess(page)
    await drawer.getByRole('button', { name: 'Create page from file' }).click()
    await page.waitForURL(/\/pages\//)
    await page.getByRole('treeitem', { name: 'notes', exact: true }).waitFor()
    await page.locator('.ProseMirror', { hasText: 'Notes <script>alert(1)</script>' }).waitFor()
    await page.getByRole('link', { name: 'Files' }).click()
    await main().getByText('On 1 page').waitFor()
  })

  it('plays a sound from any place of it, and says of a broken one that it cannot', async () => {
    await page.goto('/library')
    const files = page.locator('input[type=file]').first()
    await files.setInputFiles([
      { name: 'tone.wav', mimeType: 'audio/wav', buffer: silence(8) },
      { name: 'broken.wav', mimeType: 'audio/wav', buffer: Buffer.from('no sound') },
    ])
    await main()
      .getByRole('button', { name: /^tone\.wav/ })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('tone.wav').waitFor()
    const reached = await page.evaluate<number>(`{
      const audio = document.querySelector('audio')
      new Promise((resolve, reject) => {
        audio.addEventListener('seeked', () => resolve(audio.currentTime))
        audio.addEventListener('error', () => reject(audio.error))
        const seek = () => { audio.currentTime = 6 }
        if (audio.readyState > 0) seek()
        else audio.addEventListener('loadedmetadata', seek)
      })
    }`)
    assert.equal(reached, 6)
    await checkAccess(page, 'a sound')
    await page.keyboard.press('Escape')
    await main()
      .getByRole('button', { name: /^broken\.wav/ })
      .click()
    await dialog.getByText('This browser cannot show the file').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('shows a picture that would like to be more as a picture', async () => {
    const path = join(folder, 'bad.svg')
    await writeFile(path, svg)
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: hostile, mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
    await main()
      .getByRole('button', { name: /^<img src=x onerror/ })
      .click()
    await page.getByRole('dialog').locator('img').first().waitFor()
    await page.goto(await urlOf('onerror'))
    await page.goBack()
    assert.deepEqual(visits.complaints, [])
  })

  it('finds files by name and by kind', async () => {
    await page.goto('/library')
    await main().getByRole('textbox', { name: 'Search files' }).fill('film')
    await main().getByText('1 file', { exact: true }).waitFor()
    await main().getByText('Images', { exact: true }).click()
    await main().getByText('No files found').waitFor()
    await checkAccess(page)
  })
})

type Listed = { files: { name: string; url: string }[] }

async function urlOf(name: string): Promise<string> {
  const answer = await fetch(`${server.address}/v1/workspaces`, {
    headers: { authorization: `Bearer ${key}` },
  })
  // SAFETY: as the API documents it.
  const { workspaces } = (await answer.json()) as { workspaces: { id: string }[] }
  const list = await fetch(`${server.address}/v1/files/list`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ workspaceId: workspaces[0]?.id, query: name }),
  })
  // SAFETY: as the API documents it.
  const { files } = (await list.json()) as Listed
  return files[0]?.url ?? ''
}

async function hashOf(name: string): Promise<string> {
  const url = `${server.address}${await urlOf(name)}`
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  const path = join(folder, 'back.bin')
  assert.ok(answer.body)
  const hash = createHash('sha256')
  await pipeline(answer.body, createWriteStream(path))
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
