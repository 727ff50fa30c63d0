import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type ZipEntry, zipFiles } from '../../../server/domain/skills/zip.ts'
import { examples } from '../../fixtures/content/examples.ts'
import { addFile, addPage } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { validateSkill } from '../../support/skills/reference-validator.ts'
import {
  addSkill,
  askSkills,
  type Contents,
  setProperties,
  skillText,
} from '../../support/skills/skills.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

type Report = { skills: { pageId: string; name: string; version: number | null }[] }

const texts = examples.map(({ markdown }) => markdown)
const filesPerSkill = 100

/** The examples of CommonMark and GFM, as the references of several skills. */
function skillOf(number: number): ZipEntry[] {
  const name = `corpus-${number}`
  const front = `---\nname: ${name}\ndescription: Tests texts. Use it when texts are read.\n---\n`
  const part = texts.slice(number * filesPerSkill, (number + 1) * filesPerSkill)
  const main = { path: `${name}/SKILL.md`, content: Buffer.from(`${front}\nStart.\n`), mode: 0o644 }
  return [
    main,
    ...part.map((text, index) => ({
      path: `${name}/references/${String(index).padStart(3, '0')}.md`,
      content: Buffer.from(text),
      mode: 0o644,
    })),
  ]
}

const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

describe('skills that are imported', () => {
  for (let number = 0; number * filesPerSkill < texts.length; number += 1) {
    it(`come back byte for byte: examples from ${number * filesPerSkill} on`, async () => {
      const entries = skillOf(number)
      const holder = await addPage(quire, 'Archive')
      const fileId = await addFile(quire, holder, {
        name: 'a.zip',
        content: await zipFiles(entries),
      })
      const report = await askSkills<Report>(quire, '/v1/skills/import', { fileId })
      const [imported] = report.skills
      assert.equal(imported?.version, 1)
      const asked = { pageId: imported?.pageId ?? '' }
      const { files, name } = await askSkills<Contents>(quire, '/v1/skills/files', asked)
      const expected = entries.map(({ path, content }) => [
        path.slice(name.length + 1),
        sha256Of(content),
      ])
      assert.deepEqual(
        files.map(({ path, sha256 }) => [path, sha256]),
        expected,
      )
    })
  }
})

describe('the reference validator', () => {
  it('refuses what the specification refuses, so that accepting means something', () => {
    const good = '---\nname: a\ndescription: b\n---\n'
    assert.deepEqual(validateSkill(good, 'a'), [])
    for (const [text, folder] of [
      ['Text', 'a'],
      ['---\nname: a\n', 'a'],
      ['---\n- a\n---\n', 'a'],
      [good, 'b'],
      ['---\nname: A\ndescription: b\n---\n', 'A'],
      ['---\nname: a--b\ndescription: b\n---\n', 'a--b'],
      ['---\nname: a\n---\n', 'a'],
      ['---\nname: a\ndescription: b\ntags: c\n---\n', 'a'],
      [`---\nname: a\ndescription: ${'b'.repeat(1025)}\n---\n`, 'a'],
      ['---\nname: a\ndescription: b\ncompatibility: [c]\n---\n', 'a'],
    ] as const) {
      assert.notDeepEqual(validateSkill(text, folder), [], text)
    }
  })

  it('accepts every skill that was written in Quire, whatever its title and properties', async () => {
    const titles = [
      'Release notes',
      '',
      '🎉',
      'Обзор',
      'A -- B',
      'x'.repeat(255),
      '---',
      'a: b # c',
    ]
    const properties = [
      '',
      'status: draft\ntags: [a, b]\n',
      '# Comment\nlicense: MIT\nnested:\n  deep: [1, 2]\n',
      'description: "Quotes: \\"yes\\" # no"\n',
      'name:\ndescription:\n',
      '{ license: MIT, "allowed-tools": "Read" }\n',
      'metadata:\n  author: Ada\nversion: 1.5\nisDone: true\n',
      "description: 'When: it''s used'\ncompatibility: Needs git\n",
    ]
    for (const [index, title] of titles.entries()) {
      const pageId = await addPage(quire, title === '' ? 'Untitled' : title, {
        ownership: 'SKILL',
        markdown: `${title}: "first" line # with *marks*\n\n---\n\nMore.`,
      })
      const source = properties[index] ?? ''
      if (source !== '') await setProperties(quire, pageId, source)
      const asked = { pageId, label: 'draft' }
      const { name, frontMatter } = await askSkills<Contents>(quire, '/v1/skills/files', asked)
      const text = await skillText(quire, pageId, { label: 'draft' })
      assert.deepEqual(validateSkill(text, name), [], text)
      assert.equal(frontMatter['name'], name)
      const { findings } = await askSkills<{ findings: { level: string }[] }>(
        quire,
        '/v1/skills/check',
        { pageId },
      )
      assert.ok(
        findings.every(({ level }) => level === 'warning'),
        JSON.stringify(findings),
      )
    }
  })

  it('accepts a skill whose title was changed later', async () => {
    const pageId = await addSkill(quire, 'First title', 'Text.')
    const { workspaceId } = quire
    await quire.post('/v1/pages/update', { workspaceId, pageId, title: 'Second title' })
    const text = await skillText(quire, pageId, { label: 'draft' })
    assert.deepEqual(validateSkill(text, 'second-title'), [])
  })
})
