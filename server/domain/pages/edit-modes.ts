import type { Edit } from '../../../content/edit.ts'
import { invalidInput } from '../../lib/errors.ts'

export const editModes = ['append', 'prepend', 'section', 'replace', 'body'] as const
export type EditMode = (typeof editModes)[number]

/** Characters of Markdown that become the whole body, and that become a part of it. */
export const longestBody = 1_000_000
const longestPart = 50_000

export type EditInput = {
  mode: EditMode
  /** Markdown. */
  text: string
  find?: string
  heading?: string
  includeSubsections?: boolean
  expectedVersion?: number
}

const parameters = ['find', 'heading', 'includeSubsections'] as const

/** What each mode takes beside its text. Anything else would be ignored, so it is refused. */
const taken: Record<EditMode, readonly (typeof parameters)[number][]> = {
  append: ['heading', 'includeSubsections'],
  prepend: ['heading'],
  section: ['heading', 'includeSubsections'],
  replace: ['find'],
  body: [],
}

export function toEdit(input: EditInput): Edit {
  refuseForeign(input)
  if (input.mode !== 'body') return toPart({ ...input, mode: input.mode })
  if (input.expectedVersion === undefined) missing('/expectedVersion', input.mode)
  return { mode: 'body', text: input.text }
}

function toPart(input: EditInput & { mode: Exclude<EditMode, 'body'> }): Edit {
  const { mode, text, find, heading, includeSubsections = false } = input
  if (text.length > longestPart && Array.from(text).length > longestPart) {
    const message = `must NOT have more than ${longestPart} characters; only mode "body" allows more`
    refuse('/text', 'maxLength', message)
  }
  if (mode === 'replace') return { mode, text, find: find ?? missing('/find', mode) }
  if (mode === 'section') {
    return { mode, text, heading: heading ?? missing('/heading', mode), includeSubsections }
  }
  if (text.trim() === '') refuse('/text', 'minLength', `must not be empty with mode "${mode}"`)
  if (heading !== undefined) return { mode, text, heading, includeSubsections }
  if (includeSubsections) missing('/heading', mode, ' and includeSubsections')
  return { mode, text }
}

function refuseForeign(input: EditInput): void {
  const { mode } = input
  const foreign = parameters.filter((name) => isGiven(input[name]) && !taken[mode].includes(name))
  if (foreign.length === 0) return
  const takers = (name: (typeof parameters)[number]) =>
    editModes.filter((other) => taken[other].includes(name)).map((other) => `"${other}"`)
  throw invalidInput(
    foreign.map((name) => ({
      path: `/${name}`,
      rule: 'not',
      message: `cannot be used with mode "${mode}", only with ${takers(name).join(', ')}`,
    })),
  )
}

/** False is what `includeSubsections` is when it is left out. */
function isGiven(value: string | boolean | undefined): boolean {
  return value !== undefined && value !== false
}

function missing(path: string, mode: EditMode, more = ''): never {
  return refuse(path, 'required', `is required with mode "${mode}"${more}`)
}

function refuse(path: string, rule: string, message: string): never {
  throw invalidInput([{ path, rule, message }])
}
