import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { readEnglish } from '../../messages/english.ts'
import { avoidedWords, checkMessage, checkProse } from './prose.ts'
import { files, read } from './sources.ts'

describe('the prose linter', () => {
  it('rejects words to avoid, long sentences, repeated words and wrong articles', () => {
    const planted = [
      ['It waits for a sign of life.', /Instead of "sign of life" write: heartbeat/],
      ['Send an e-mail.', /Instead of "e-mail" write: email/],
      [`It ${'really '.repeat(2)}works.`, /repeated/],
      ['An page is a document.', /article/],
      [`It has ${'very many other '.repeat(14)}words.`, /Split the sentence of 45 words/],
      ['| name | meaning |\n|---|---|\n| `A` | the rights of a key |\n', /Instead of "rights"/],
    ] as const
    for (const [text, problem] of planted) {
      assert.match(checkProse('planted.md', text).join('\n'), problem, text)
    }
    assert.match(
      checkMessage('planted.key', '{count, plural, one {# mail} other {# mails}} sent').join('\n'),
      /planted\.key.*Instead of "mails" write: email/,
    )
  })

  it('leaves code, and columns that show how not to write', () => {
    const text =
      'Run `lanes`.\n\n```sh\nlanes\n```\n\n| before | after |\n|---|---|\n| lanes | queues |\n'
    assert.deepEqual(checkProse('planted.md', text), [])
  })

  it('takes the words to avoid from the glossary', () => {
    assert.equal(avoidedWords.get('nobody'), 'no one')
  })
})

describe('the documentation', () => {
  const documents = files.filter(
    (path) => path.endsWith('.md') && !path.startsWith('test/fixtures/'),
  )

  for (const path of documents) {
    it(`${path} is in plain English`, () => {
      assert.deepEqual(checkProse(path, read(path)), [])
    })
  }
})

describe('the English messages', () => {
  let catalogues: Awaited<ReturnType<typeof readEnglish>> = new Map()
  before(async () => {
    catalogues = await readEnglish()
  })

  it('are in plain English', () => {
    const problems = [...catalogues].flatMap(([name, messages]) =>
      Object.entries(messages).flatMap(([key, text]) => checkMessage(`${name}.${key}`, text)),
    )
    assert.deepEqual(problems, [])
  })
})
