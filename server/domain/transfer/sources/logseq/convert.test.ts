import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertTexts } from '../../../../../test/support/sources/files.ts'
import { splitFrontMatter } from '../../../document/front-matter.ts'

const settings = { 'logseq/config.edn': '{:meta/version 1}' }
const convert = (files: Record<string, string>, edn?: string) =>
  convertTexts({
    ...settings,
    ...(edn === undefined ? {} : { 'logseq/config.edn': edn }),
    ...files,
  })
const bodyOf = (text = '') => splitFrontMatter(text).body
const [one, two, three] = ['1', '2', '3'].map(
  (digit) => `64e5a1b2-0000-4000-8000-00000000000${digit}`,
)

describe('a graph of Logseq', () => {
  it('puts pages below those that their names begin with, and journals below one page', async () => {
    const { kind, files, losses, warnings } = await convert({
      'pages/a___b___c.md': '- C\n',
      'pages/a%2Fd.md': '- D\n',
      'pages/What%3F.md': '- See [[what?]], [[a/b/C]], [[a/B]] and [[Jan 2nd, 2024]]\n',
      'journals/2024_01_02.md': '- [[What?]]\n',
      'journals/2023_12_31.md': '- Last day\n',
      'logseq/bak/pages/a.md': '- Old\n',
      'assets/a.png': 'x',
    })
    assert.equal(kind, 'logseq')
    assert.deepEqual([losses, warnings], [[], []])
    assert.deepEqual(Object.keys(files), [
      'Journals/Dec 31st, 2023.md',
      'Journals/Jan 2nd, 2024.md',
      'Journals/index.md',
      'What-.md',
      'a/b/c.md',
      'a/b/index.md',
      'a/d.md',
      'a/index.md',
      'assets/a.png',
    ])
    assert.equal(
      bodyOf(files['What-.md']),
      '- See [[What-|what?]], [[a/b/C]], [[a/B]] and [[Jan 2nd, 2024]]\n',
    )
    assert.equal(bodyOf(files['Journals/Jan 2nd, 2024.md']), '- [[What-|What?]]\n')
    assert.equal(bodyOf(files['a/index.md']), '')
  })

  it('names journals in the format of the graph', async () => {
    const edn =
      '{;; :journal/page-title-format "x"\n :journal/page-title-format "EEEE, dd/MM/yyyy"}'
    const { files } = await convert(
      { 'journals/2024_01_02.md': '- a\n', 'pages/b.md': '- [[Tuesday, 02/01/2024]]\n' },
      edn,
    )
    const { attributes } = splitFrontMatter(files['Journals/Tuesday, 02-01-2024.md'] ?? '')
    assert.deepEqual(attributes['quire'], { title: 'Tuesday, 02/01/2024', order: 1 })
    assert.equal(bodyOf(files['b.md']), '- [[Journals/Tuesday, 02-01-2024|Tuesday, 02/01/2024]]\n')
  })

  it('reads the properties of a page, with and without a bullet, and no others', async () => {
    const { files, losses } = await convert({
      'pages/a.md':
        'title:: Team/Plan\nicon:: 🚀\nalias:: One, [[Two words]]\ntags:: #x, [[y z]]\nrating:: 4\npublic:: true\nowner:: [[Ada]] and Bo\n\n- Text\n  key:: value\n',
      'pages/b.md': '- kind:: note\n  id:: ' + one + '\n- Text\n',
      'pages/c.md': '- kind:: note\n\t- child\n',
    })
    const plan = splitFrontMatter(files['Team/Plan.md'] ?? '')
    assert.deepEqual(
      { ...plan.attributes },
      {
        rating: 4,
        public: true,
        owner: 'Ada and Bo',
        tags: ['x', 'y z'],
        aliases: ['One', 'Two words'],
        quire: { icon: '🚀', order: 1 },
      },
    )
    assert.equal(plan.body, '- Text\n  key:: value\n')
    const second = splitFrontMatter(files['b.md'] ?? '')
    assert.deepEqual([second.attributes['kind'], second.body], ['note', '- Text\n'])
    assert.equal(bodyOf(files['c.md']), '- kind:: note\n\t- child\n')
    assert.deepEqual(losses, [
      { path: 'Team/Plan.md', kind: 'link in properties', outcome: 'changed', count: 1 },
    ])
  })

  it('resolves references to blocks, and reports IDs that nothing leads to', async () => {
    const { files, losses } = await convert({
      'pages/a.md': `- TODO First [[b]] *x* [y]\n  id:: ${one}\n- Second\n  id:: ${two}\n`,
      'pages/n___b.md': `- ((${one})) ((${three}))\n- {{embed ((${one}))}}\n- Own\n  id:: ${three}\n`,
      'pages/c.md': '- ((64e5a1b2-0000-4000-8000-0000000000ff))\n',
    })
    assert.equal(bodyOf(files['a.md']), `- [ ] First [[b]] *x* [y] <a id="${one}"></a>\n- Second\n`)
    assert.equal(
      bodyOf(files['n/b.md']),
      `- [First b *x* \\[y\\]](../a.md#${one}) [Own](#${three})\n- {{embed ((${one}))}}\n- Own <a id="${three}"></a>\n`,
    )
    assert.equal(bodyOf(files['c.md']), '- ((64e5a1b2-0000-4000-8000-0000000000ff))\n')
    assert.deepEqual(
      losses.map(({ path, kind, outcome, count }) => [path, kind, outcome, count]),
      [
        ['a.md', 'block ID', 'changed', 1],
        ['a.md', 'block ID', 'lost', 1],
        ['n/b.md', 'embed', 'changed', 1],
        ['n/b.md', 'block ID', 'changed', 1],
      ],
    )
  })

  it('leaves code alone, and what it does not know', async () => {
    const text =
      '- ```\n  id:: x\n  TODO ((a))\n  ```\n- TODO\n- #+BEGIN_QUOTE\n  open\n- {:x}\n- a:: b\n'
    const { files, losses } = await convert({ 'pages/a.md': text })
    assert.equal(bodyOf(files['a.md']), text)
    assert.deepEqual(
      losses.map(({ kind }) => kind),
      ['Org block'],
    )
  })

  it('reports files of other kinds, and a name that two pages have', async () => {
    const { files, warnings } = await convert({
      'pages/a.md': '- a\n',
      'pages/A%2F.md': '- b\n',
      'pages/b.org': '* b\n',
      'whiteboards/c.edn': '{}',
    })
    assert.equal(Object.keys(files).length, 1)
    assert.deepEqual(warnings, [
      '1 file skipped: in Org format. In Logseq, export the graph as Markdown.',
      '1 file skipped: whiteboards and drawings of Logseq.',
      'pages/a.md was skipped: another page has its name.',
    ])
  })

  it('reads a name of many parts, and long lines, in time', async () => {
    const long = `${'[['.repeat(20_000)}${'(('.repeat(20_000)}${'{{'.repeat(20_000)}${'=='.repeat(20_000)}`
    const { files } = await convert({ 'pages/a.md': `- ${long}\n` })
    assert.equal(bodyOf(files['a.md']), `- ${long}\n`)
  })
})
