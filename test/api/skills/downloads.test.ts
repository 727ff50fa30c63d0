import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { extract } from 'tar-stream'
import { describeVersions, publicVersions } from '../../../server/domain/skills/public.ts'
import { unzip } from '../../../server/domain/skills/unzip.ts'
import { statement } from '../../../server/store/statement.ts'
import { addFile, addPage, nothing } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { addSkill, askSkills, publishSkill, rewrite } from '../../support/skills/skills.ts'

let quire: TestServer
let skill: string
let published: number
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  skill = await addSkill(quire, 'Packed', 'Run scripts/run.sh.')
  await addPage(quire, 'Guide', { parentId: skill, markdown: 'Guide.' })
  await addFile(quire, skill, { name: 'run.sh', content: '#!/bin/sh\n' })
  published = (await publishSkill(quire, skill)).version
})
after(() => quire.close())

async function download(query: Record<string, string>, key: string | null = quire.key) {
  const asked = new URLSearchParams({ workspaceId: quire.workspaceId, pageId: skill, ...query })
  const headers = key === null ? {} : { authorization: `Bearer ${key}` }
  return quire.server.inject({
    method: 'GET',
    url: `/v1/skills/archive?${asked.toString()}`,
    headers,
  })
}

async function untar(archive: Buffer): Promise<[string, string, number][]> {
  const reading = extract()
  reading.end(gunzipSync(archive))
  const found: [string, string, number][] = []
  for await (const entry of reading) {
    found.push([entry.header.name, await text(entry), entry.header.mode ?? 0])
  }
  return found
}

describe('GET /v1/skills/archive', () => {
  it('is refused without a key, without access and for versions that are not there', async () => {
    assert.equal((await download({}, null)).statusCode, 401)
    const outsider = await addPerson(quire, 'Stranger')
    assert.equal((await download({}, outsider.key)).statusCode, 403)
    assert.equal((await download({ pageId: nothing })).statusCode, 404)
    assert.equal((await download({ version: '99' })).statusCode, 404)
    for (const wrong of [{ version: 'x' }, { format: 'rar' }, { label: 'No' }]) {
      assert.equal((await download(wrong)).statusCode, 400)
    }
    const secret = await addSkill(quire, 'Secret', 'Text.')
    await publishSkill(quire, secret)
    await restrict(quire, secret, onlyFor({ [quire.userId]: 'manage' }))
    const member = await addPerson(quire, 'Mia', 'MEMBER')
    assert.equal((await download({ pageId: secret }, member.key)).statusCode, 404)
    assert.equal((await download({ pageId: secret })).statusCode, 200)
  })

  it('returns the folder with its executable files, the same each time', async () => {
    const zipped = await download({})
    assert.equal(zipped.headers['content-type'], 'application/zip')
    assert.match(String(zipped.headers['content-disposition']), /filename="?packed\.zip"?/)
    const read = await unzip(zipped.rawPayload, { files: 10, bytes: 100_000 })
    assert.ok(read.ok)
    assert.deepEqual(
      read.entries.map(({ path, isExecutable }) => [path, isExecutable]),
      [
        ['packed/SKILL.md', false],
        ['packed/references/guide.md', false],
        ['packed/scripts/run.sh', true],
      ],
    )
    const packed = await download({ format: 'tar.gz' })
    assert.deepEqual(packed.rawPayload, (await download({ format: 'tar.gz' })).rawPayload)
    const [, guide, script] = await untar(packed.rawPayload)
    assert.deepEqual(guide, ['packed/references/guide.md', 'Guide.\n', 0o644])
    assert.deepEqual(script, ['packed/scripts/run.sh', '#!/bin/sh\n', 0o755])
    const { digest } = await askSkills<{ digest: string }>(quire, '/v1/skills/files', {
      pageId: skill,
    })
    assert.equal(packed.headers['x-skill-digest'], digest)
  })
})

const loseStatement = statement<never, { workspaceId: string; pageId: string }>(
  'test.loseContents',
  `delete from skill_contents where workspace_id = $workspaceId and sha256 in (select sha256 from skill_files
     where workspace_id = $workspaceId and page_id = $pageId)`,
)

type Index = {
  $schema: string
  skills: { name: string; type: string; url: string; digest: string; files: string[] }[]
}

describe('GET /.well-known/agent-skills', () => {
  const index = async () =>
    (await quire.get<Index>('/.well-known/agent-skills/index.json', null)).body
  const label = (pageId: string, version: number | null) =>
    askSkills(quire, '/v1/skills/set-label', { pageId, label: 'public', version })

  it('has nothing before a version is labelled public', async () => {
    assert.deepEqual((await index()).skills, [])
    for (const path of ['packed.tar.gz', 'packed/SKILL.md', 'packed']) {
      const { status } = await quire.get(`/.well-known/agent-skills/${path}`, null)
      assert.equal(status, 404, path)
    }
  })

  it('serves public skills to everyone, with the digest of what it serves', async () => {
    const single = await addSkill(quire, 'One file', 'Text.')
    const { version } = await publishSkill(quire, single)
    await label(single, version)
    await label(skill, published)
    await rewrite(quire, single, 'Changed.')
    const { $schema, skills } = await index()
    assert.match($schema, /discovery\/0\.2\.0\/schema\.json$/)
    assert.deepEqual(
      skills.map(({ name, type, url }) => [name, type, url]),
      [
        ['packed', 'archive', '/.well-known/agent-skills/packed.tar.gz'],
        ['one-file', 'skill-md', '/.well-known/agent-skills/one-file/SKILL.md'],
      ],
    )
    assert.deepEqual(skills[0]?.files, ['SKILL.md', 'references/guide.md', 'scripts/run.sh'])
    for (const { url, digest, type } of skills) {
      const answer = await quire.server.inject({ method: 'GET', url })
      const sha256 = createHash('sha256').update(answer.rawPayload).digest('hex')
      assert.equal(digest, `sha256:${sha256}`)
      if (type === 'archive') {
        const paths = (await untar(answer.rawPayload)).map(([path]) => path)
        assert.deepEqual(paths, ['SKILL.md', 'references/guide.md', 'scripts/run.sh'])
      } else assert.match(answer.body, /Text\.\n$/, 'not the newer version')
    }
    await label(skill, null)
    await label(single, null)
    assert.deepEqual((await index()).skills, [])
  })

  it('serves each file of a public skill by its path, and no other', async () => {
    await label(skill, published)
    const get = (path: string) =>
      quire.server.inject({ method: 'GET', url: `/.well-known/agent-skills/${path}` })
    for (const path of [
      'packed/none.md',
      'packed/',
      'other/SKILL.md',
      'packed/../x',
      'packed/a%2F..',
    ]) {
      assert.equal((await get(path)).statusCode, 404, path)
    }
    const guide = await get('packed/references/guide.md')
    assert.deepEqual(
      [guide.body, guide.headers['content-type']],
      ['Guide.\n', 'text/markdown; charset=utf-8'],
    )
    const script = await get('packed/scripts/run.sh')
    assert.deepEqual(
      [script.body, script.headers['content-type']],
      ['#!/bin/sh\n', 'application/octet-stream'],
    )
    assert.match(String(script.headers['content-security-policy']), /sandbox/)
    await label(skill, null)
    assert.equal((await get('packed/scripts/run.sh')).statusCode, 404)
  })

  it('has no version any more with a page that has got permissions of its own', async () => {
    const pageId = await addSkill(quire, 'Half private', 'Text.')
    const guide = await addPage(quire, 'Guide', { parentId: pageId, markdown: 'Salaries.' })
    const { version } = await publishSkill(quire, pageId)
    await label(pageId, version)
    const url = '/.well-known/agent-skills/half-private.tar.gz'
    const status = async () => (await quire.get(url, null)).status
    assert.equal(await status(), 200)
    await restrict(quire, guide, onlyFor({ [quire.userId]: 'manage' }))
    assert.equal(await status(), 404)
    assert.deepEqual((await index()).skills, [])
    await label(pageId, (await publishSkill(quire, pageId)).version)
    const [open] = (await index()).skills
    assert.equal(open?.type, 'skill-md', 'the page is not a part of it any more')
    await restrict(quire, pageId, {
      inherits: true,
      grants: [{ principalId: quire.userId, level: 'manage' }],
    })
    assert.equal((await index()).skills.length, 1, 'additional rights do not restrict it')
    await restrict(quire, pageId)
    assert.deepEqual((await index()).skills, [], 'a restricted skill')
    await label(pageId, null)
  })

  it('leaves out a skill whose files are lost, and names it', async () => {
    const pages = [await addSkill(quire, 'Lost', 'Lost.'), await addSkill(quire, 'Left', 'Left.')]
    for (const pageId of pages) await label(pageId, (await publishSkill(quire, pageId)).version)
    const { store } = quire.app
    const [lost = ''] = pages
    await store.transact((transaction) =>
      transaction.run(loseStatement, { workspaceId: quire.workspaceId, pageId: lost }),
    )
    assert.deepEqual(
      (await index()).skills.map(({ name }) => name),
      ['left'],
    )
    const described = await describeVersions({ store }, await publicVersions({ store }))
    assert.deepEqual(described.damaged, ['lost'])
  })
})
