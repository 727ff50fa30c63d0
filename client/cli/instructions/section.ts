import { digestOf } from '../skills/lock-file.ts'

/** The part of a file such as AGENTS.md that has the instructions of the workspace. The rest belongs to the project. */
export type Section = {
  before: string
  text: string
  after: string
  /** Of the text as it was written. */
  digest: string
}

const begin = /^<!-- quire:instructions (sha256-[0-9a-f]{64}) -->\n/m
const end = '<!-- /quire:instructions -->\n'

/** Undefined if the file has none. The end that counts is the last one: instructions may contain one. */
export function readSection(file: string): Section | undefined {
  const found = begin.exec(file)
  if (found === null) return undefined
  const start = found.index + found[0].length
  const stop = file.lastIndexOf(end)
  if (stop < start) return undefined
  return {
    before: file.slice(0, found.index),
    text: file.slice(start, stop),
    after: file.slice(stop + end.length),
    digest: found[1] ?? '',
  }
}

/** The file with these instructions, or without any; a new section is at its end. */
export function writeSection(file: string, instructions: string | null): string {
  const section = readSection(file)
  const before =
    section?.before ?? (file === '' || file.endsWith('\n\n') ? file : `${file.trimEnd()}\n\n`)
  const after = section?.after ?? ''
  if (instructions === null) return section === undefined ? file : before + after
  const text = `${instructions}\n`
  const digest = digestOf(new TextEncoder().encode(text))
  return `${before}<!-- quire:instructions ${digest} -->\n${text}${end}${after}`
}

/** Whether another program wrote the section since. */
export function isEdited({ text, digest }: Section): boolean {
  return digestOf(new TextEncoder().encode(text)) !== digest
}
