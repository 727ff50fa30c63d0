import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { defaultStoredFields } from '../../lib/page-fields.ts'
import type { Ownership } from '../../lib/vocabulary.ts'
import { checkFolder } from './check.ts'
import { digestOf, type FolderFile } from './files.ts'
import type { Plan } from './plan.ts'

const description = 'Reviews text. Use it before a text is published.'

function file(path: string, content = 'text', isExecutable = false): FolderFile {
  const bytes = Buffer.from(content)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const read = async () => bytes
  const size = bytes.length
  return { path, sha256, size, isExecutable, source: undefined, fileId: undefined, read }
}

type Draft = {
  name?: string
  ownership?: Ownership
  properties?: string | null
  fields?: Record<string, unknown>
  text?: string
  urls?: string[]
  files?: FolderFile[]
}

function check({
  name = 'review',
  ownership = 'SKILL',
  properties = `description: ${description}\n`,
  fields = {},
  text = 'Text.\n',
  urls = [],
  files = [],
}: Draft) {
  const main = {
    ...defaultStoredFields,
    workspaceId: 'w',
    id: 'p',
    parentId: 'w',
    position: 'a0',
    title: 'Review',
    ownership,
    type: 'TEXT' as const,
    version: 1,
    createdAt: 1,
    createdBy: 'u',
    sectionId: null,
    contentVersion: null,
  }
  const page = { id: 'p', title: 'Review', properties, version: 1, path: 'SKILL.md' }
  const plan: Plan = { main, name, pages: [page], files: [], findings: [] }
  const attributes = { name, description, ...fields }
  const written = [{ page, file: { text, attributes, urls } }]
  return checkFolder(plan, attributes, { files: [file('SKILL.md', text), ...files], written })
}

const codes = (draft: Draft) => check(draft).map(({ level, code }) => `${level} ${code}`)

describe('the check of a skill', () => {
  it('finds nothing in one that meets the specification', () => {
    assert.deepEqual(codes({}), [])
    const fields = {
      license: 'MIT',
      compatibility: 'Needs git',
      'allowed-tools': 'Read Bash(git:*)',
      metadata: { author: 'Ada', version: '1.0' },
    }
    assert.deepEqual(codes({ fields }), [])
  })

  it('demands a name of lower-case letters, digits and hyphens', () => {
    for (const name of ['Review', 'a--b', '-a', 'a b', 'ä', 'a'.repeat(65)]) {
      assert.deepEqual(codes({ name }), ['error name-invalid'], name)
    }
    const [finding] = check({ name: 'No', ownership: 'AGENT' })
    assert.match(finding?.message ?? '', /^The name of the agent, “No”/)
  })

  it('demands front matter that says what the page says', () => {
    assert.deepEqual(codes({ fields: { name: 'other' } }), ['error front-matter-invalid'])
  })

  it('demands a description of at most 1,024 characters', () => {
    const long = { description: `Use it. ${'a'.repeat(1020)}` }
    assert.deepEqual(codes({ fields: long }), ['error description-invalid'])
    for (const value of ['', ' ', 5, ['a'], null]) {
      assert.deepEqual(codes({ fields: { description: value } }), ['error description-invalid'])
    }
    const exact = { description: `Use it. ${'😀'.repeat(1016)}` }
    assert.deepEqual(codes({ fields: exact }), [], 'letters are counted, not units')
  })

  it('warns of a description that was not given, or does not say when', () => {
    assert.deepEqual(codes({ properties: null }), ['warning description-derived'])
    const helps = { description: 'Helps with the files of a project.' }
    assert.deepEqual(codes({ fields: helps }), ['warning description-without-use'])
    for (const given of [
      'Do this when asked to.',
      'Prüft Texte für die Redaktion.',
      '检查文本。',
    ]) {
      assert.deepEqual(codes({ fields: { description: given } }), [], given)
    }
  })

  it('warns of fields that the specification does not know, except of an agent', () => {
    const fields = { model: 'opus', tools: 'Read' }
    assert.deepEqual(codes({ fields }), ['warning field-unknown', 'warning field-unknown'])
    assert.deepEqual(codes({ fields, ownership: 'AGENT' }), [])
    for (const metadata of [['a'], 'a', { a: 1 }]) {
      assert.deepEqual(codes({ fields: { metadata } }), ['warning metadata-invalid'])
    }
    for (const compatibility of ['', 'a'.repeat(501), 3]) {
      assert.deepEqual(codes({ fields: { compatibility } }), ['error compatibility-invalid'])
    }
  })

  it('refuses more than 512 files or 16 MiB, and paths that a system cannot have', () => {
    const many = Array.from({ length: 512 }, (_, number) => file(`assets/${number}`))
    assert.deepEqual(codes({ files: many }), ['error too-many-files'])
    const large = { ...file('assets/a'), size: 16 * 1024 * 1024 }
    assert.deepEqual(codes({ files: [large] }), ['error too-large'])
    assert.deepEqual(codes({ files: [file('../a')] }), ['error path-invalid'])
    const clash = [file('a/Ä'), file('a/ä')]
    assert.deepEqual(codes({ files: clash }), ['error path-invalid', 'error path-invalid'])
  })

  it('warns of links and scripts that lead nowhere', () => {
    const files = [file('references/a.md'), file('scripts/run.sh')]
    const good = ['references/a.md#x', 'references/', 'https://example.com', '#here', 'mailto:a@b']
    assert.deepEqual(codes({ files, urls: good }), [])
    assert.deepEqual(codes({ files, urls: ['references/b.md'] }), ['warning link-broken'])
    assert.deepEqual(codes({ files, urls: ['/pages/x'] }), ['warning link-outside'])
    const text = 'Run scripts/run.sh, `./scripts/gone.py` and (scripts/also.js).\n'
    assert.deepEqual(
      check({ files, text }).map(({ message }) => message),
      [
        'The text names scripts/gone.py, which is not attached.',
        'The text names scripts/also.js, which is not attached.',
      ],
    )
  })

  it('warns of a text of more than 500 lines', () => {
    assert.deepEqual(codes({ text: 'line\n'.repeat(501) }), ['warning too-long'])
    assert.deepEqual(codes({ text: 'line\n'.repeat(499) }), [])
  })
})

describe('digestOf', () => {
  it('depends on paths, contents and the executable bit', () => {
    const digests = [
      digestOf([file('a')]),
      digestOf([file('b')]),
      digestOf([file('a', 'other')]),
      digestOf([file('a', 'text', true)]),
      digestOf([file('a'), file('b')]),
      digestOf([]),
    ]
    assert.equal(new Set(digests).size, digests.length)
    const { sha256 } = file('a')
    const expected = createHash('sha256').update(`${sha256} - a\n`).digest('hex')
    assert.equal(digests[0], expected)
  })
})
