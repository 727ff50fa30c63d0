import { parseMarkdown } from '../../content/parse-markdown.ts'
import { writeMarkdown } from '../../content/write-markdown.ts'
import { hostile } from '../../test/fixtures/content/hostile.ts'
import { allocated, median, once } from './measure.ts'
import { note } from './notes.ts'

const limits = { parse: 10, write: 20, megabytes: 10, hostile: 500 }

function row(...cells: readonly (string | number)[]): string {
  return cells
    .map((cell, index) => {
      const text = typeof cell === 'number' ? cell.toFixed(2) : cell
      return index === 0 ? text.padEnd(24) : text.padStart(14)
    })
    .join('')
}

function measureNote(length: number, times: number): void {
  const source = note(length)
  const parsed = parseMarkdown(source)
  if (!parsed.ok) throw new TypeError(parsed.reason)
  console.log(`\nA note of ${source.length} characters, median of ${times} runs in milliseconds`)
  console.log(row('', 'parse', 'write', 'MB per parse'))
  const parsing = median(() => parseMarkdown(source), times)
  const writing = median(() => writeMarkdown(parsed.document), times)
  console.log(
    row(
      'quire',
      parsing,
      writing,
      allocated(() => parseMarkdown(source)),
    ),
  )
}

function hurt(): void {
  const taken = hostile.map(({ name, markdown }) => {
    let refused = false
    let growth = 0
    const milliseconds = once(() => {
      const parsed = parseMarkdown(markdown)
      refused = !parsed.ok
      if (parsed.ok) growth = writeMarkdown(parsed.document).length / markdown.length
    })
    return { name, milliseconds, refused, growth }
  })
  const slowest = taken.toSorted((a, b) => b.milliseconds - a.milliseconds)
  const growth = Math.max(...taken.map((entry) => entry.growth))
  const refused = taken.filter((entry) => entry.refused).length
  console.log(`\n${taken.length} hostile inputs, read and written, ${refused} of them refused`)
  for (const { name, milliseconds } of slowest.slice(0, 5)) console.log(row(name, milliseconds))
  console.log(`largest growth ${growth.toFixed(1)} times`)
}

console.log(
  `Limits: parse ${limits.parse} ms, write ${limits.write} ms, ${limits.megabytes} MB per parse, ` +
    `hostile input ${limits.hostile} ms`,
)
measureNote(2000, 400)
measureNote(50_000, 40)
hurt()
