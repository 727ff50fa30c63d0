import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeFolder } from '../support/children.ts'
import { describeMachine } from '../support/machine.ts'
import { digits, formatTable } from '../support/table.ts'
import { makeMarkdown, makeQuery, randomFrom } from '../support/texts.ts'
import type { Answers, Questions } from './answers.ts'
import { makeText } from './texts.ts'

/** Whether this program finds the same pages and shows the same fragments as another checkout of it. */
const usage = `node bench/search/fragments.ts CHECKOUT [--pages 1500] [--queries 1500] [--texts FOLDER] [--listed 20]
  CHECKOUT   a folder with another version and its node_modules
  --pages    made-up pages, beside as many documents of up to 15,000 characters
  --queries  how many to ask, of words on one of the pages
  --texts    a folder of .md files to cut the documents from; those of this repository when left out
  --listed   how many of the hits that differ are printed
`
const { values, positionals } = parseArgs({
  options: {
    pages: { type: 'string', default: '1500' },
    queries: { type: 'string', default: '1500' },
    texts: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
    listed: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const documentLength = 15_000
/** Share of hits that must be the same. */
const minShare = 0.995

const [checkout] = positionals
if (values.help || checkout === undefined) process.stdout.write(usage)
else await compare(resolve(checkout))
process.exit()

async function compare(other: string): Promise<void> {
  process.stdout.write(`${describeMachine()}\n\n`)
  const own = fileURLToPath(new URL('../..', import.meta.url))
  const rows: string[][] = []
  for (const [kind, pages] of Object.entries({
    'made-up pages': createQuestions(),
    documents: documents(),
  })) {
    const questions = { pages, queries: queriesFor(pages) }
    const before = await answersOf(other, questions)
    const now = await answersOf(own, questions)
    const { all, differing } = difference(before, now, questions.queries)
    const share = 1 - differing.length / Math.max(1, all)
    if (share < minShare) process.exitCode = 1
    rows.push([
      kind,
      String(pages.length),
      String(all),
      `${(share * 100).toFixed(2)} %`,
      share < minShare ? 'MISSED' : '',
      digits(before.microseconds),
      digits(now.microseconds),
      digits(before.microseconds / now.microseconds),
    ])
    for (const line of differing.slice(0, Number(values.listed)))
      process.stdout.write(`${line}\n\n`)
  }
  const headings = ['texts', 'pages', 'hits', 'the same', '', 'cpu µs before', 'now', 'cheaper']
  const columns = headings.map((heading) => ({ heading }))
  process.stdout.write(`${formatTable(columns, rows)}\n`)
}

async function answersOf(program: string, questions: Questions): Promise<Answers> {
  const folder = makeFolder()
  const [asked, answered] = [join(folder, 'questions.json'), join(folder, 'answers.json')]
  writeFileSync(asked, JSON.stringify(questions))
  const script = fileURLToPath(new URL('./answers.ts', import.meta.url))
  const child = spawn(process.execPath, [script, program, join(folder, 'data'), asked, answered], {
    stdio: 'inherit',
  })
  await once(child, 'close')
  // SAFETY: answers.ts wrote it.
  return JSON.parse(readFileSync(answered, 'utf8')) as Answers
}

function difference(before: Answers, now: Answers, queries: readonly string[]) {
  let all = 0
  const differing: string[] = []
  for (const [index, query] of queries.entries()) {
    const [old, recent] = [before.hits[index] ?? [], now.hits[index] ?? []]
    for (let rank = 0; rank < Math.max(old.length, recent.length); rank += 1) {
      all += 1
      if (old[rank] === recent[rank]) continue
      differing.push(`${query} (${rank + 1})\n  before: ${old[rank]}\n  now:    ${recent[rank]}`)
    }
  }
  return { all, differing }
}

/** In English, Russian and Chinese, every second one with headings, lists, tables and code. */
function createQuestions(): Questions['pages'] {
  return Array.from({ length: Number(values.pages) }, (_, seed) => {
    const { title, body } = makeText(seed)
    return { title, markdown: seed % 2 === 0 ? body : makeMarkdown(seed, 2048) }
  })
}

function documents(): Questions['pages'] {
  const pages: Questions['pages'] = []
  const exclude = (name: string) => name.includes('node_modules')
  for (const file of globSync('**/*.md', { cwd: values.texts, exclude }).toSorted()) {
    const text = readFileSync(join(values.texts, file), 'utf8')
    for (let start = 0; start < text.length; start += documentLength) {
      const markdown = text.slice(start, start + documentLength)
      pages.push({ title: `${file} ${start / documentLength + 1}`, markdown })
    }
  }
  return pages.slice(0, Number(values.pages))
}

/** Words that stand on one of the pages, some unfinished, mistyped or in quotes, and made-up queries. */
function queriesFor(pages: Questions['pages']): string[] {
  return Array.from({ length: Number(values.queries) }, (_, seed) => {
    const random = randomFrom(seed ^ 0x2b2b)
    const page = pages[Math.floor(random() * pages.length)]
    const words = page?.markdown.match(/[\p{L}\p{N}\p{M}_.@:/'’-]+/gu) ?? []
    if (words.length === 0 || seed % 5 === 0) return makeQuery(seed)
    const at = Math.floor(random() * words.length)
    const count = 1 + Math.floor(random() * 4)
    if (seed % 11 === 0) return `"${words.slice(at, at + 2).join(' ')}"`.slice(0, 500)
    const chosen = Array.from({ length: count }, () => words[Math.floor(random() * words.length)])
    const text = chosen.join(' ').slice(0, 200)
    if (seed % 7 === 0 && text.length > 6) return text.slice(0, 2) + text.slice(3)
    return seed % 3 === 0 ? text.slice(0, Math.ceil(text.length * 0.8)) : text
  })
}
