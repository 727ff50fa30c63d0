import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { frontMatterOf } from './front-matter.ts'

const required = { name: 'review', description: 'Reviews text.' }
const write = (properties: string | null, frontMatter = '', isSkill = true) =>
  frontMatterOf(properties, frontMatter === '' ? undefined : { frontMatter, parts: [] }, {
    required,
    isSkill,
  })

describe('the front matter of a skill', () => {
  it('has a name and a description where the page has none', () => {
    const { frontMatter, attributes } = write(null)
    assert.equal(frontMatter, '---\nname: review\ndescription: Reviews text.\n---\n')
    assert.deepEqual(attributes, required)
  })

  it('keeps the properties as they are written, with their comments', () => {
    const properties = '# About\nname: other\ndescription: "Does: this"\nlicense: MIT\n'
    assert.equal(write(properties).frontMatter, `---\n${properties}---\n`)
    const added = write('license: MIT # free\n').frontMatter
    assert.equal(added, '---\nname: review\ndescription: Reviews text.\nlicense: MIT # free\n---\n')
  })

  it('fills in a key without a value', () => {
    assert.deepEqual(write('name:\ndescription: D\n').attributes, {
      name: 'review',
      description: 'D',
    })
    assert.deepEqual(write('{ license: MIT }').attributes, { ...required, license: 'MIT' })
  })

  it('puts properties that the specification does not know into its metadata', () => {
    const { attributes } = write('status: draft\ntags: [a, b]\nmetadata:\n  author: Ada\nn: 2\n')
    assert.deepEqual(attributes, {
      ...required,
      metadata: { status: 'draft', tags: 'a, b', n: '2', author: 'Ada' },
    })
    const agent = write('model: opus\ntools: Read\n', '', false).attributes
    assert.deepEqual(agent, { ...required, model: 'opus', tools: 'Read' })
  })

  it('is that of the file while the properties are unchanged, without what is of Quire', () => {
    const file = '---\r\nversion: 2\r\nname: a\r\ndescription: b\r\n---\r\n'
    const properties = 'version: 2\r\nname: a\r\ndescription: b\r\n'
    assert.equal(write(properties, file).frontMatter, file)
    const own = '---\nname: a\ndescription: b\nquire:\n  ownership: SKILL\n---\n'
    assert.equal(
      write('name: a\ndescription: b\n', own).frontMatter,
      '---\nname: a\ndescription: b\n---\n',
    )
    const changed = write('version: 3\nname: a\ndescription: b\n', file).attributes
    assert.deepEqual(changed, { version: 3, name: 'a', description: 'b' })
  })
})
