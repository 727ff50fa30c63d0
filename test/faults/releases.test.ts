import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { StoreContents } from '../fixtures/stores/fill-store.ts'
import { runCommand, startProcess } from '../support/processes/process.ts'
import { until } from '../support/until.ts'
import { type Call, caller, withFolder } from './caller.ts'

const stores = join(import.meta.dirname, '../fixtures/stores')
const schemas = readdirSync(stores)
  .filter((name) => /^\d{4}\.json$/.test(name))
  .map((name) => name.slice(0, 4))

async function unpack(archive: string, folder: string): Promise<void> {
  const entries = createReadStream(archive).pipe(createGunzip()).pipe(extract())
  for await (const entry of entries) {
    const path = join(folder, entry.header.name)
    if (entry.header.type === 'directory') await mkdir(path, { recursive: true })
    else await writeFile(path, await buffer(entry))
    entry.resume()
  }
}

async function ask(call: Call, path: string, body: object): Promise<Record<string, never>> {
  const reply = await call(path, body)
  assert.equal(reply.status, 200, `${path}: ${JSON.stringify(reply.body)}`)
  // SAFETY: tests assert on what they name.
  return reply.body as Record<string, never>
}

function titlesOf(rows: readonly { title: string }[]): string[] {
  return rows.map(({ title }) => title).toSorted()
}

function namesOf(rows: readonly { name: string }[]): string[] {
  return rows.map(({ name }) => name)
}

function servedOf(rows: readonly { id: string; served: { name: string } }[]): string[][] {
  return rows.map(({ id, served }) => [id, served.name])
}

async function assertHolds(address: string, contents: StoreContents): Promise<void> {
  const call = caller(address, contents)
  const { Plan } = contents.pages
  for (const [title, { id: pageId, markdown }] of Object.entries(contents.pages)) {
    if (contents.trash.includes(title) || title === 'Old ports') continue
    assert.equal((await ask(call, '/v1/pages/document', { pageId }))['title'], title)
    assert.equal((await ask(call, '/v1/pages/markdown', { pageId }))['markdown'], markdown)
  }
  const pageId = Plan?.id
  const { versions } = await ask(call, '/v1/history/list', { pageId })
  assert.equal(versions?.['length'], contents.versions)
  const { threads } = await ask(call, '/v1/comments/list', { pageId })
  assert.equal(threads?.[0]?.['comments']['length'], contents.comments)
  const { results } = await ask(call, '/v1/search/pages', { query: contents.search.query })
  assert.deepEqual(titlesOf(results ?? []), contents.search.titles)
  const { pages } = await ask(call, '/v1/trash/list', {})
  assert.deepEqual(titlesOf(pages ?? []), contents.trash)
  const { webhooks } = await ask(call, '/v1/webhooks/list', {})
  assert.equal(webhooks?.['length'], contents.webhooks)
  await assertHoldsReviewed(call, contents)

  const file = await fetch(`${address}/files/${contents.file.id}`, {
    headers: { authorization: `Bearer ${contents.key}` },
  })
  assert.equal(await file.text(), contents.file.text)
  const { email, password } = contents
  const session = await fetch(`${address}/app/session/create`, {
    method: 'POST',
    headers: { origin: address, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  assert.equal(session.status, 200)
}

/** Proposals, skills and groups, which releases have since 0.2.0. */
async function assertHoldsReviewed(
  call: Call,
  { proposal, skill, group }: StoreContents,
): Promise<void> {
  if (proposal !== undefined) {
    const { id: proposalId, title, comments } = proposal
    const found = await ask(call, '/v1/proposals/get', { proposalId })
    assert.deepEqual([found['title'], found['state']], [title, 'open'])
    assert.equal(found['comments']?.['length'], comments)
    await ask(call, '/v1/proposals/withdraw', { proposalId })
    assert.equal((await ask(call, '/v1/proposals/get', { proposalId }))['state'], 'withdrawn')
  }
  if (skill !== undefined) {
    const { skills } = await ask(call, '/v1/skills/list', {})
    assert.deepEqual(servedOf(skills ?? []), [[skill.id, skill.name]])
  }
  if (group !== undefined) {
    const { items } = await ask(call, '/v1/groups/list', {})
    assert.deepEqual(namesOf(items ?? []), [group])
  }
}

async function assertTakesWrites(address: string, contents: StoreContents): Promise<void> {
  const call = caller(address, contents)
  const pageId = contents.pages['Old tour']?.id
  await ask(call, '/v1/pages/restore', { pageId })
  await ask(call, '/v1/pages/edit', { pageId, mode: 'append', text: 'An astrolabe.' })
  const { results } = await ask(call, '/v1/search/pages', { query: 'astrolabe' })
  assert.deepEqual(titlesOf(results ?? []), ['Old tour'])
}

/** Headings are known of pages that the background job has indexed. */
async function assertIndexesLinks(address: string, contents: StoreContents): Promise<void> {
  const call = caller(address, contents)
  const planId = contents.pages['Plan']?.id
  const markdown = `See [there](/pages/${planId}#tour) and [nowhere](/pages/${planId}#nowhere).`
  const { pageId } = await ask(call, '/v1/pages/create', { title: 'Links', markdown })
  const broken = async () => (await ask(call, '/v1/page-links/broken', { pageId }))['items']
  const items = await until(async () => ((await broken())?.['length'] === 1 ? broken() : false))
  assert.deepEqual([items?.[0]?.['reason'], items?.[0]?.['anchor']], ['anchor', 'nowhere'])
  const { links } = await ask(call, '/v1/page-links/backlinks', { pageId: planId })
  assert.equal(links, 2)
}

/** Starts the server on it, reads all there is, writes, and checks it before and after. */
async function assertServes(dataFolder: string, contents: StoreContents): Promise<void> {
  const check = async () => {
    const { code, stdout } = await runCommand(['check'], { dataFolder })
    assert.equal(code, 0, stdout)
  }
  const environment = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }
  const server = await startProcess({ dataFolder, environment })
  await assertHolds(server.address, contents)
  await check()
  await assertTakesWrites(server.address, contents)
  await assertIndexesLinks(server.address, contents)
  assert.equal((await server.stop()).code, 0)
  await check()
}

describe('what an earlier release wrote', () => {
  const saved = schemas.map((schema): [string, StoreContents] => [
    schema,
    JSON.parse(readFileSync(join(stores, `${schema}.json`), 'utf8')),
  ])

  it('is saved for each release', () => {
    const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
    const releases = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map((found) => found[1])
    const remedy = 'run: npx node test/fixtures/stores/write-release.ts'
    const missing = new Set(releases).difference(
      new Set(saved.flatMap(([, contents]) => contents.releases)),
    )
    assert.deepEqual([releases.length > 0, ...missing], [true], remedy)
  })

  for (const [schema, contents] of saved) {
    it(`a store of schema ${schema} is migrated, read, searched and written`, () =>
      withFolder(async (dataFolder) => {
        await unpack(join(stores, `${schema}-store.tar.gz`), dataFolder)
        await assertServes(dataFolder, contents)
      }))

    it(`a backup of schema ${schema} is restored, read, searched and written`, () =>
      withFolder(async (dataFolder) => {
        const backup = join(stores, `${schema}-backup.tar.gz`)
        const { code, stderr } = await runCommand(['restore', backup], { dataFolder })
        assert.equal(code, 0, stderr)
        await assertServes(dataFolder, contents)
      }))
  }
})
