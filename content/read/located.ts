import type { Env, StateInline, Token } from 'markdown-it'
import { footnoteKey, footnoteLabels } from './footnotes.ts'
import { createParser } from './tokens.ts'

/** A piece of inline Markdown that is not plain text, or an escape, and the offset of its first character. */
export type Located = { kind: string; start: number; token: Token }

export type LocatedLine = {
  /** The inline tokens, as for reading. */
  tokens: readonly Token[]
  located: readonly Located[]
  /** The type of the block that the line is in. */
  block: string
}

type Recorder = { state: object | undefined; located: Located[] }

// A parser of its own, so that reading pages does not become slower.
const parser = createParser()
let recorder: Recorder = { state: undefined, located: [] }

/** Records where tokens start. Texts of images are parsed apart and are not recorded. */
class RecordingState extends parser.inline.State {
  #start = -1
  #count = 0

  constructor(...args: ConstructorParameters<typeof parser.inline.State>) {
    super(...args)
    recorder.state ??= this
  }

  override push(...args: Parameters<StateInline['push']>): Token {
    const token = super.push(...args)
    if (recorder.state !== this) return token
    const [kind] = args
    // Each character of a run of asterisks is a token, pushed while the state is at the first one.
    this.#count = this.pos === this.#start && kind === 'text' ? this.#count + 1 : 0
    this.#start = this.pos
    recorder.located.push({ kind, start: this.pos + this.#count, token })
    return token
  }
}

parser.inline.State = RecordingState

/**
 * The tokens of a text that is the content of one paragraph or heading with what is around it; undefined if it would be
 * anything else. `lead` is a part of the content, and `footnotes` are the labels that the page defines.
 */
export function locateLine(
  text: string,
  { before, lead, after }: { before: string; lead: string; after: string },
  footnotes: readonly string[],
): LocatedLine | undefined {
  const content = lead + text
  const env = startRecording(footnotes)
  const [open, inline, , ...others] = parser.parse(before + content + after, env)
  if (inline?.type !== 'inline' || inline.content !== content || others.length > 0) return undefined
  const { located } = recorder
  for (const one of located) one.start -= lead.length
  return { tokens: inline.children ?? [], located, block: open?.type ?? '' }
}

/** The tokens of the content of a table cell. */
export function locateCell(content: string, footnotes: readonly string[]): LocatedLine {
  const [inline] = parser.parseInline(content, startRecording(footnotes))
  return { tokens: inline?.children ?? [], located: recorder.located, block: '' }
}

function startRecording(footnotes: readonly string[]): Env {
  recorder = { state: undefined, located: [] }
  const env: Env = {}
  for (const label of footnotes) footnoteLabels(env).add(footnoteKey(label))
  return env
}
