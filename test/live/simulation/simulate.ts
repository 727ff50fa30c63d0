import { redo, undo } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { TextSelection } from 'prosemirror-state'
import type { Command, Transaction } from 'prosemirror-state'
import { diffSteps } from '../../../content/steps/diff.ts'
import { writeBatch } from '../../../content/steps/write-batch.ts'
import {
  collabVersion,
  sentBatch,
  takeBatch,
  unconfirmedBatch,
  unconfirmedCount,
} from '../../../web/src/live/collab.ts'
import type { SentBatch } from '../../../web/src/live/collab.ts'
import { receiveBatches } from '../../../web/src/live/merge/receive-batches.ts'
import { agentEdit } from './agent.ts'
import { accept, startAuthority } from './authority.ts'
import { pickBlock, randomEdit } from './edits.ts'
import { letterSource, lettersIn, lettersOf } from './letters.ts'
import { createLink } from './network.ts'
import { editNewBlocks } from './new-blocks.ts'
import { type Random, randomFrom } from './random.ts'
import type { Person, Run, Setting } from './run.ts'
import { summarize } from './summary.ts'
import type { Summary } from './summary.ts'
import { startTimeline } from './timeline.ts'
import { mergeWrite, withOtherToken } from './token-writers.ts'
import { startWriter } from './writer.ts'

/** Random writers on one page over a simulated network. */
export function simulate(setting: Setting): Summary {
  const run = startRun(setting)
  for (const [index, person] of run.people.entries()) {
    run.timeline.at(run.random.below(800), () => {
      act(run, person)
    })
    if (index >= run.people.length - setting.offline) planOutage(run, person)
  }
  if (setting.hasAgent)
    run.timeline.at(1000, () => {
      runAgent(run, 0)
    })
  if (setting.replacesTokens === true) {
    const random = randomFrom(setting.seed * 31 + 7)
    run.timeline.at(700, () => replaceToken(run, random, { name: 'writer', delay: 3000 }, 0))
    run.timeline.at(900, () => replaceToken(run, random, { name: 'proposer', delay: 15_000 }, 0))
  }
  run.timeline.runUntil(setting.seconds * 1000 + 180_000)
  for (let round = 0; round < 4; round += 1) for (const person of run.people) finish(run, person)
  return summarize(run)
}

function startRun(setting: Setting): Run {
  const random = randomFrom(setting.seed * 7919 + 13)
  const timeline = startTimeline()
  return {
    setting,
    random,
    timeline,
    authority: startAuthority(setting.page),
    people: Array.from({ length: setting.writers }, (_, index) => ({
      writer: startWriter(setting.page, 0, String(index), timeline.now),
      link: createLink(timeline, random),
      batches: 0,
    })),
    nextLetter: letterSource(),
    typed: new Set(),
    handled: new Map(),
    deleted: new Set(),
    rewriters: new Map(),
    errors: [],
    replaced: { written: 0, refused: 0 },
    unknownTokens: [],
  }
}

function planOutage(run: Run, person: Person): void {
  const { timeline, random, setting } = run
  const start = random.below(setting.seconds * 300)
  timeline.at(start, person.link.cut)
  timeline.at(start + 30_000, () => {
    person.link.connect()
    person.link.send('down', () => {
      guard(run, () => {
        catchUp(run, person)
        send(run, person, sentBatch(person.writer.state))
      })
    })
  })
}

function guard(run: Run, action: () => void): void {
  try {
    action()
  } catch (error) {
    run.errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}

/** All that a writer missed, in one go. */
function catchUp(run: Run, { writer }: Person): void {
  const missed = run.authority.batches.slice(collabVersion(writer.state))
  if (!receiveBatches(writer, missed)) run.errors.push('a batch is missing')
}

function send(run: Run, person: Person, again?: SentBatch): void {
  if (!person.link.isOnline()) return
  const id = `${person.writer.id}-${person.batches}`
  const sent = again ?? takeBatch(person.writer, id)
  if (sent === undefined) return
  if (again === undefined) person.batches += 1
  person.link.send('up', () => {
    deliver(run, sent, person.writer.id)
  })
}

function deliver(run: Run, sent: SentBatch, author: string): void {
  const before = run.authority.doc
  const batch = accept(run.authority, sent, author)
  run.setting.onBatch?.(run, before, sent)
  if (batch === undefined) return
  for (const person of run.people) {
    person.link.send('down', () => {
      guard(run, () => {
        receiveBatches(person.writer, [batch])
        send(run, person)
      })
    })
  }
}

function finish(run: Run, person: Person): void {
  guard(run, () => {
    catchUp(run, person)
    const sent =
      sentBatch(person.writer.state) ??
      takeBatch(person.writer, `${person.writer.id}-${person.batches++}`)
    if (sent === undefined) return
    accept(run.authority, sent, person.writer.id)
    catchUp(run, person)
  })
}

/** One thing that a person does: type a word, undo, or change the structure. */
function act(run: Run, person: Person): void {
  const { timeline, random, setting } = run
  if (timeline.now() > setting.seconds * 1000) return
  const kind = random.next()
  const pause = 300 + random.below(1500)
  if (kind < 0.55) {
    startWord(run, person, pause)
    return
  }
  guard(run, () => {
    if (kind < 0.72) editHistory(run, person, kind < 0.67 ? undo : redo)
    else editStructure(run, person)
  })
  timeline.at(timeline.now() + pause, () => {
    act(run, person)
  })
}

/** Undo takes back what the person did: what others typed must stay, unless the person removed it before. */
function editHistory(run: Run, person: Person, command: Command): void {
  const { writer } = person
  rewrite(run, person, () => command(writer.state, writer.dispatch), handledBy(run, writer.id))
}

/** An edit that may write letters again which were typed before. */
function rewrite(run: Run, person: Person, change: () => void, removable?: Set<string>): void {
  const count = unconfirmedCount(person.writer.state)
  edit(run, person, change, removable)
  noteRewritten(run, unconfirmedBatch(person.writer.state).steps.slice(count), person.writer.id)
}

function noteRewritten({ rewriters }: Run, steps: readonly object[], writer: string): void {
  for (const letter of lettersOf(JSON.stringify(steps))) {
    rewriters.set(letter, (rewriters.get(letter) ?? new Set()).add(writer))
  }
}

/** Notes which letters an edit removes, then sends it. Others than the `removable` ones must stay. */
function edit(run: Run, person: Person, change: () => void, removable?: Set<string>): void {
  const { writer } = person
  const before = writer.state.doc
  change()
  for (const letter of removedLetters(before, writer.state.doc)) {
    if (removable !== undefined && !removable.has(letter)) continue
    run.deleted.add(letter)
    handledBy(run, writer.id).add(letter)
  }
  send(run, person)
}

function handledBy({ handled }: Run, writer: string): Set<string> {
  const found = handled.get(writer) ?? new Set()
  handled.set(writer, found)
  return found
}

function removedLetters(before: Node, after: Node): string[] {
  if (before === after) return []
  const left = lettersIn(after)
  return [...lettersIn(before).keys()].filter((letter) => !left.has(letter))
}

function editStructure(run: Run, person: Person): void {
  let transaction: Transaction | undefined
  try {
    transaction = structureEdit(run)(person.writer.state, run.random)
    transaction?.doc.check()
  } catch {
    return
  }
  const found = transaction
  if (found !== undefined) rewrite(run, person, () => person.writer.dispatch(found))
}

function structureEdit({ setting, random }: Run): typeof randomEdit {
  return setting.createsBlocks === true && random.below(3) === 0 ? editNewBlocks : randomEdit
}

function startWord(run: Run, person: Person, pause: number): void {
  const { writer } = person
  const { random, timeline } = run
  const { node, pos } = pickBlock(writer.state.doc, random)
  const cursor = pos + 1 + random.below(node.content.size + 1)
  writer.dispatch(writer.state.tr.setSelection(TextSelection.create(writer.state.doc, cursor)))
  const length = 2 + random.below(6)
  const typeLetter = (index: number) => {
    guard(run, () => {
      edit(run, person, () => type(run, person))
    })
    const isLast = index + 1 >= length
    timeline.at(timeline.now() + (isLast ? pause : 60 + random.below(120)), () => {
      if (isLast) act(run, person)
      else typeLetter(index + 1)
    })
  }
  typeLetter(0)
}

function type(run: Run, { writer }: Person): void {
  const { $head, empty } = writer.state.selection
  if (!empty || !$head.parent.inlineContent) return
  const letter = run.nextLetter()
  run.typed.add(letter)
  handledBy(run, writer.id).add(letter)
  writer.dispatch(writer.state.tr.insertText(letter, $head.pos))
}

type Program = { name: string; delay: number }

/** A program reads the page and replaces a number or date; the page meets its write as the server merges it. */
function replaceToken(run: Run, random: Random, program: Program, count: number): void {
  const { timeline, authority, setting } = run
  if (timeline.now() > setting.seconds * 1000) return
  const read = authority.doc
  const base = authority.changes.length
  timeline.at(timeline.now() + random.below(program.delay), () => {
    guard(run, () =>
      writeToken(run, withOtherToken(read, random), { read, base, id: `${program.name}-${count}` }),
    )
    replaceToken(run, random, program, count + 1)
  })
}

function writeToken(
  run: Run,
  mine: Node | undefined,
  { read, base, id }: { read: Node; base: number; id: string },
): void {
  if (mine === undefined) return
  const { authority } = run
  const { doc: now } = authority
  const merged = mergeWrite({ read, mine, now, since: authority.changes.slice(base) })
  if (merged === undefined) {
    run.replaced.refused += 1
    return
  }
  run.replaced.written += 1
  run.unknownTokens.push(...merged.unknown)
  const batch = writeBatch(diffSteps(now, merged.doc))
  noteRewritten(run, batch.steps, id)
  deliver(run, { ...batch, id, base: authority.batches.length }, id)
  if (!authority.doc.eq(merged.doc))
    run.errors.push('a write of a program is not stored as it was merged')
}

/** A program reads the page, thinks, and writes what it made of it. It reads again when that is answered. */
function runAgent(run: Run, count: number): void {
  const { timeline, random, authority, setting } = run
  if (timeline.now() > setting.seconds * 1000) return
  const read = authority.doc
  const base = authority.batches.length
  const letters = [run.nextLetter(), run.nextLetter(), run.nextLetter()]
  const written = timeline.now() + random.below(3000)
  timeline.at(written, () => {
    guard(run, () => {
      const edited = agentEdit(read, letters.join(''), random)
      if (edited === undefined) return
      for (const letter of lettersIn(edited).keys())
        if (letters.includes(letter)) run.typed.add(letter)
      for (const letter of removedLetters(read, edited)) run.deleted.add(letter)
      const batch = writeBatch(diffSteps(read, edited))
      noteRewritten(run, batch.steps, 'agent')
      deliver(run, { ...batch, id: `agent-${count}`, base }, 'agent')
    })
  })
  const next = timeline.now() + 2000 + random.below(3000)
  timeline.at(Math.max(written, next), () => {
    runAgent(run, count + 1)
  })
}
