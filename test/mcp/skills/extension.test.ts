import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { items, type Json, post, rpc } from '../../support/mcp.ts'
import { addFile, addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { addSkill, description, publishSkill, rewrite } from '../../support/skills/skills.ts'
import { startBearerProxy } from '../conformance/bearer-proxy.ts'
import { runScenario } from '../conformance/suite.ts'

let quire: TestServer
let skill: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  skill = await addSkill(quire, 'Code review', 'Read [the guide](/pages/x).')
  const guide = await addPage(quire, 'Guide', { parentId: skill, markdown: 'Be kind. 你好\n' })
  await addFile(quire, skill, { name: 'run.sh', content: '#!/bin/sh\n' })
  await addFile(quire, skill, { name: 'a b.png', content: Buffer.from([0, 255, 1]) })
  await rewrite(quire, skill, `Read [the guide](/pages/${guide}).\n`)
  await publishSkill(quire, skill)
})
after(() => quire.close())

const errorOf = async (method: string, params: object) =>
  (await post(quire, { jsonrpc: '2.0', id: 1, method, params })).body.error
const listed = async (key = quire.key) =>
  items((await rpc(quire, 'skills/list', {}, { key }))['skills'])
const contentOf = async (uri: string): Promise<Json | undefined> =>
  items((await rpc(quire, 'resources/read', { uri }))['contents'])[0]

describe('the skills extension', () => {
  it('refuses addresses of nothing, and parameters of another type', async () => {
    for (const uri of [
      'skill://nowhere/SKILL.md',
      'skill://code-review/references/guide.md',
      'skill://code-review',
      'quire://x',
      'skill://%E0%A4%A/SKILL.md',
    ]) {
      assert.equal((await errorOf('skills/get', { uri }))?.['code'], -32_602, uri)
    }
    for (const uri of ['skill://code-review/nothing.md', 'skill://code-review/../x', 'skill://']) {
      assert.equal((await errorOf('resources/read', { uri }))?.['code'], -32_602, uri)
    }
    for (const uri of ['skill://code-review/SKILL.md', 'skill://code-review/none', 'skill://no']) {
      assert.equal((await errorOf('resources/directory/read', { uri }))?.['code'], -32_602, uri)
    }
    for (const method of ['skills/get', 'resources/directory/read']) {
      assert.equal((await errorOf(method, { uri: 1 }))?.['code'], -32_602)
    }
    assert.equal((await errorOf('skills/list', { cursor: 1 }))?.['code'], -32_602)
    assert.equal((await errorOf('skills/list', { cursor: 'x' }))?.['code'], -32_602)
  })

  it('lists each published skill with its front matter and the digest of every file', async () => {
    const [entry, ...others] = await listed()
    assert.deepEqual(others, [])
    assert.equal(entry?.['uri'], 'skill://code-review/SKILL.md')
    assert.deepEqual(entry?.['frontmatter'], { name: 'code-review', description })
    const resources = items(entry?.['resources'])
    assert.deepEqual(
      resources.map(({ uri }) => String(uri)),
      [
        'skill://code-review/SKILL.md',
        'skill://code-review/assets/a%20b.png',
        'skill://code-review/references/guide.md',
        'skill://code-review/scripts/run.sh',
      ],
    )
    for (const { uri, digest, size } of resources) {
      const content = await contentOf(String(uri))
      const bytes =
        content?.['blob'] === undefined
          ? Buffer.from(String(content?.['text']))
          : Buffer.from(String(content['blob']), 'base64')
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      assert.deepEqual([String(digest), Number(size)], [`sha256:${sha256}`, bytes.length])
    }
    const uri = 'skill://code-review/SKILL.md'
    assert.deepEqual((await rpc(quire, 'skills/get', { uri }))['skill'], entry)
    assert.equal((await contentOf(uri))?.['mimeType'], 'text/markdown')
  })

  it('lists the files and folders of a folder', async () => {
    const read = async (uri: string) => {
      const { resources } = await rpc(quire, 'resources/directory/read', { uri })
      return items(resources).map(({ name, mimeType }) => `${String(name)} ${String(mimeType)}`)
    }
    assert.deepEqual(await read('skill://code-review'), [
      'SKILL.md text/markdown',
      'assets inode/directory',
      'references inode/directory',
      'scripts inode/directory',
    ])
    assert.deepEqual(await read('skill://code-review/assets/'), ['a b.png image/png'])
  })

  it('serves each caller the skills that they can read, and only those that are valid', async () => {
    const reader = await addPerson(quire, 'Rea', 'MEMBER')
    const secret = await addSkill(quire, 'Secret skill', 'Hidden.')
    await publishSkill(quire, secret)
    await restrict(quire, secret, onlyFor({ [quire.userId]: 'manage' }))
    await addSkill(quire, 'Invalid', 'Text.', 'name: Not Valid\ndescription: Use it.\n')
    const uris = (entries: Json[]) => entries.map(({ uri }) => String(uri))
    assert.deepEqual(uris(await listed(reader.key)), ['skill://code-review/SKILL.md'])
    assert.deepEqual(uris(await listed()), [
      'skill://code-review/SKILL.md',
      'skill://secret-skill/SKILL.md',
    ])
    const params = { uri: 'skill://secret-skill/SKILL.md' }
    const request = { jsonrpc: '2.0', id: 1, method: 'resources/read', params }
    const { body } = await post(quire, request, { key: reader.key })
    assert.equal(body.error?.['code'], -32_602)
  })

  it('gives the plain path to the oldest of several skills with one name', async () => {
    const other = await addSkill(quire, 'Code review', 'Another.')
    const entries = new Set((await listed()).map(({ uri }) => String(uri)))
    assert.ok(entries.has('skill://code-review/SKILL.md'))
    const path = `skill://${other.slice(-12)}/code-review/SKILL.md`
    assert.ok(entries.has(path))
    assert.match(String((await contentOf(path))?.['text']), /Another\.\n$/)
  })

  it('serves the published version while the draft changes', async () => {
    const writer = await addPerson(quire, 'Wri', 'MEMBER')
    await rewrite(quire, skill, 'Draft.', writer.key)
    const text = String((await contentOf('skill://code-review/SKILL.md'))?.['text'])
    assert.match(text, /Read \[the guide\]\(references\/guide\.md\)\.\n$/)
  })
})

describe('the official scenarios of the skills extension', () => {
  for (const scenario of ['enumeration', 'manifest', 'directory']) {
    it(`pass: ${scenario}`, async () => {
      const address = await quire.server.listen({ host: '127.0.0.1', port: 0 }).catch(() => '')
      const bound = quire.server.server.address()
      const port = typeof bound === 'object' && bound !== null ? bound.port : 0
      assert.ok(port > 0, address)
      const proxy = await startBearerProxy(port, quire.key)
      try {
        const url = `http://localhost:${proxy.port}/mcp`
        const { code, output } = await runScenario(url, `sep-2640-skills-${scenario}`)
        assert.equal(code, 0, output)
        assert.doesNotMatch(output, /SKIPPED/)
      } finally {
        await proxy.close()
      }
    })
  }
})
