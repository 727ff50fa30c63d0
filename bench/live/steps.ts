import assert from 'node:assert/strict'
import { zstdCompressSync } from 'node:zlib'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { Mapping, ReplaceStep, type Step, Transform } from 'prosemirror-transform'
import { schema } from '../../content/schema.ts'
import {
  type Attribution,
  attribute,
  whollyBy,
  type Writer,
} from '../../content/steps/attribution.ts'
import { packAttribution } from '../../content/steps/attribution/packed.ts'
import { diffSteps } from '../../content/steps/diff.ts'
import { type JournalBatch, mergeBatches } from '../../content/steps/merge-batches.ts'
import { describeMachine } from '../support/machine.ts'
import { type Column, digits, formatTable } from '../support/table.ts'
import { makeMarkdown, makeSentence, randomFrom } from '../support/texts.ts'
import { documentOf, pageEdits } from './page-edits.ts'

/** What an API write of one word may cost on a page of 50 KB. */
const limits = { bytes: 200, milliseconds: 20, mapBytes: 4096, keystroke: 20 }
const sizes = [50_000, 250_000]
const seed = 3

/** The median processor time of some runs in milliseconds. */
function processorTime(run: () => unknown, times = 9): number {
  run()
  const samples = Array.from({ length: times }, () => {
    const start = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  })
  return samples.toSorted((a, b) => a - b)[times >> 1] ?? 0
}

function oneRange(before: Node, after: Node): Step[] {
  const start = before.content.findDiffStart(after.content)
  const end = before.content.findDiffEnd(after.content)
  if (start === null || end === null) return []
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  const slice = after.slice(start, end.b + overlap)
  return new Transform(before).replace(start, end.a + overlap, slice).steps
}

function bytesOf(steps: readonly Step[]): number {
  return Buffer.byteLength(JSON.stringify(steps.map((step): unknown => step.toJSON())))
}

/** The share of positions of which a neighbour survives: cursors and other people's typing stay there. */
function survivalOf(steps: readonly Step[], { content }: Node): number {
  const mapping = new Mapping(steps.map((step) => step.getMap()))
  let surviving = 0
  for (let position = 1; position < content.size; position += 1) {
    if (!mapping.mapResult(position).deletedAcross) surviving += 1
  }
  return surviving / (content.size - 1)
}

const percent = (share: number) => `${(100 * share).toFixed(2)} %`

function compareDiffs(): void {
  const columns: Column[] = [
    { heading: 'change', left: true },
    ...['page', 'steps', 'bytes', 'ms', 'positions'].map((heading) => ({ heading })),
    ...['one range: bytes', 'ms', 'positions'].map((heading) => ({ heading })),
  ]
  const rows = sizes.flatMap((size) => {
    const blocks = makeMarkdown(seed, size).split('\n\n')
    const before = documentOf(blocks.join('\n\n'))
    return pageEdits.map(({ name, change }) => {
      const after = documentOf(change(blocks).join('\n\n'))
      const [steps, range] = [diffSteps(before, after), oneRange(before, after)]
      const figures = [
        bytesOf(steps),
        processorTime(() => diffSteps(before, after)),
        survivalOf(steps, before),
        bytesOf(range),
        processorTime(() => oneRange(before, after)),
        survivalOf(range, before),
      ] as const
      const [bytes, time, share, rangeBytes, rangeTime, rangeShare] = figures
      return [
        name,
        `${size / 1000} KB`,
        String(steps.length),
        digits(bytes),
        digits(time),
        percent(share),
        digits(rangeBytes),
        digits(rangeTime),
        percent(rangeShare),
      ]
    })
  })
  console.log(
    `\nThe steps of an API write; one word in 50 KB: at most ${limits.bytes} bytes, ${limits.milliseconds} ms`,
  )
  console.log(formatTable(columns, rows))
}

const people = Array.from({ length: 8 }, (_, index): Writer => ({
  userId: `00000000-0000-4000-8000-00000000000${index}`,
  via: index === 7 ? 'mcp' : null,
  keyId: null,
  runId: null,
  at: 1_790_000_000_000,
}))

function insert(position: number, text: string): ReplaceStep {
  return new ReplaceStep(position, position, new Slice(Fragment.from(schema.text(text)), 0, 0))
}

function writerAt(index: number): Writer {
  return people[index % people.length] ?? assert.fail()
}

/** A map to which people at random places added a word each until it has so many runs. */
function mapOfRuns(document: Node, count: number): Attribution {
  const random = randomFrom(seed)
  let map = whollyBy(document, writerAt(0))
  while (map.runs.length < count) {
    const from = 1 + Math.floor(random() * (document.content.size - 40))
    const length = 1 + Math.floor(random() * 30)
    const slice = new Slice(Fragment.from(schema.text('x'.repeat(length))), 0, 0)
    const steps = [new ReplaceStep(from, from + length, slice)]
    map = attribute(map, document, { writer: writerAt(Math.floor(random() * 8)), steps })
  }
  return map
}

function measureAttribution(): void {
  const document = documentOf(makeMarkdown(seed, 50_000))
  const rows = [200, 2000].map((count) => {
    const map = mapOfRuns(document, count)
    const steps = [insert(document.content.size >> 1, 'x')]
    const keystrokes = 1000
    const time = processorTime(() => {
      for (let index = 0; index < keystrokes; index += 1) {
        attribute(map, document, { writer: writerAt(1), steps })
      }
    })
    const packed = packAttribution(map)
    return [
      digits(count),
      `${digits((1000 * time) / keystrokes)} µs`,
      digits(packed.length),
      digits(zstdCompressSync(packed).length),
    ]
  })
  console.log(
    `\nThe map of writers of a 50 KB page; limits ${limits.keystroke} µs and ${limits.mapBytes} bytes`,
  )
  const headings = ['runs', 'a keystroke', 'bytes', 'compressed']
  console.log(
    formatTable(
      headings.map((heading) => ({ heading })),
      rows,
    ),
  )
}

/** Five keystrokes a second for 40 minutes, with a correction now and then, in bursts of some words. */
function hourOfTyping(document: Node, writers: number): JournalBatch[] {
  const random = randomFrom(seed)
  let doc = document
  let cursor = 1
  return Array.from({ length: 12_000 }, (_, index) => {
    if (index % 200 === 0) cursor = textPosition(doc, random())
    const isCorrection = index % 200 > 0 && random() < 0.05
    const letter = makeSentence(random, 'english', 1).charAt(0).toLowerCase()
    const text = random() < 0.18 ? ' ' : letter
    const step = isCorrection
      ? new ReplaceStep(cursor - 1, cursor, Slice.empty)
      : insert(cursor, text)
    doc = step.apply(doc).doc ?? doc
    cursor += isCorrection ? -1 : 1
    const { userId: authorId, ...rest } = writerAt(Math.floor(index / 40) % writers)
    const steps = JSON.stringify([step.toJSON()])
    const at = rest.at + index * 300
    return { ...rest, at, authorId, version: index + 2, base: index + 1, steps, notes: null }
  })
}

function textPosition(document: Node, share: number): number {
  let found = 1
  document.descendants((node, position) => {
    if (node.isTextblock && position <= share * document.content.size) found = position + 1
  })
  return found
}

function measureMerging(): void {
  const document = documentOf(makeMarkdown(seed, 50_000))
  const rows = [1, 3].map((writers) => {
    const batches = hourOfTyping(document, writers)
    const merged = mergeBatches(batches)
    const time = processorTime(() => mergeBatches(batches), 5)
    const text = merged.map(({ steps }) => steps).join('\n')
    const sum = batches.reduce((total, { steps }) => total + steps.length, 0)
    return [
      String(writers),
      digits(batches.length),
      digits(sum),
      digits(merged.length),
      digits(text.length),
      digits(zstdCompressSync(text).length),
      digits(time),
    ]
  })
  console.log('\nAn hour of typing in the journal, before and after its rows are merged')
  const headings = ['writers', 'rows', 'bytes', 'merged rows', 'bytes', 'compressed', 'ms']
  console.log(
    formatTable(
      headings.map((heading) => ({ heading })),
      rows,
    ),
  )
}

console.log(describeMachine())
compareDiffs()
measureAttribution()
measureMerging()
