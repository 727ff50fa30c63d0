import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseMarkdown } from '../../../../content/parse-markdown.ts'
import { listLiterals } from './literal-text.ts'

function literals(body: string, frontMatter = ''): [number | null, string][] {
  const parsed = parseMarkdown(body)
  assert.ok(parsed.ok)
  return listLiterals(parsed.document, { frontMatter, body }).map(({ line, text }) => [line, text])
}

describe('listLiterals', () => {
  it('finds the syntax of other programs with its line', () => {
    assert.deepEqual(
      literals(
        'a {{query (todo)}}\n\n- status:: done\n\n:::warning\ntext\n:::\n\n!!! note "Title"\n\n=== "Tab"\n\n> ((6473b2c1-0000-4000-8000-000000000000))\n',
        '---\nx: 1\n---\n',
      ),
      [
        [4, '{{query (todo)}}'],
        [6, 'status::'],
        [8, ':::warning'],
        [12, '!!! note "Title"'],
        [14, '=== "Tab"'],
        [16, '((6473b2c1-0000-4000-8000-000000000000))'],
      ],
    )
  })

  it('finds tags that are shown as their source, and no others', () => {
    assert.deepEqual(
      literals(
        '10<sup>6</sup> <font color="red">x</font>\n\n<video src="a"></video>\n\n<!-- a -->\n',
      ),
      [
        [1, '<font'],
        [3, '<video'],
      ],
    )
  })

  it('leaves out code, what is escaped, and what has been read', () => {
    assert.deepEqual(
      literals(
        '`{{a}}` \\{{b}} $x$ [a](b)\n\n```\n{{c}}\nkey:: x\n```\n\n    {{d}}\n\ntext::more ((a))\n',
      ),
      [],
    )
  })

  it('finds each of several in its own line, whatever is in code between', () => {
    assert.deepEqual(literals('{{a}}\n\n`{{a}}`\n\n{{a}} and {{a}}\n'), [
      [1, '{{a}}'],
      [5, '{{a}}'],
      [5, '{{a}}'],
    ])
    assert.deepEqual(literals('{{a *b*}}\n'), [[null, '{{a b}}']])
  })

  it('lists so many and ends for any text', () => {
    assert.equal(literals('{{a}} '.repeat(3000)).length, 1000)
    assert.deepEqual(
      literals(`${'{'.repeat(20_000)} ${'('.repeat(20_000)} ${':'.repeat(5000)}`),
      [],
    )
  })
})
