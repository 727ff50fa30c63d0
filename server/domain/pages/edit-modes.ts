import type { TextEdit } from '../../../content/edit.ts'
import { invalidInput } from '../../lib/errors.ts'

export const editModes = ['append', 'prepend', 'section', 'replace', 'body'] as const
export type EditMode = (typeof editModes)[number]

/** In characters of Markdown: for the complete body, and for a part of it. */
export const maxBodyLength = 1_000_000
const maxPartLength = 50_000

export type EditInput = {
  mode: EditMode
  /** Markdown. */
  text: string
  find?: string
  heading?: string
  includeSubsections?: boolean
  all?: boolean
  expectedVersion?: number
  /** Whether wikilinks are read. */
  dialect?: 'wiki' | undefined
}

const parameters = ['find', 'heading', 'includeSubsections', 'all'] as const

/** Parameters of each mode in addition to the text. Others are rejected instead of ignored. */
const allowedParameters: Record<EditMode, readonly (typeof parameters)[number][]> = {
  append: ['heading', 'includeSubsections'],
  prepend: ['heading'],
  section: ['heading', 'includeSubsections'],
  replace: ['find', 'all'],
  body: [],
}

/** Throws VALIDATION_FAILED. */
export function toEdit(input: EditInput): TextEdit {
  rejectUnusedParameters(input)
  if (input.mode !== 'body') return toPart({ ...input, mode: input.mode })
  if (input.expectedVersion === undefined) missing('/expectedVersion', input.mode)
  return { mode: 'body', text: input.text }
}

function toPart(input: EditInput & { mode: Exclude<EditMode, 'body'> }): TextEdit {
  const { mode, text, find, heading, includeSubsections = false, all = false } = input
  if (text.length > maxPartLength && Array.from(text).length > maxPartLength) {
    const message = `must NOT have more than ${maxPartLength} characters; only mode "body" allows more`
    refuse('/text', 'maxLength', message)
  }
  if (mode === 'replace') {
    return { mode, text, find: find ?? missing('/find', mode), ...(all && { all }) }
  }
  if (mode === 'section') {
    return { mode, text, heading: heading ?? missing('/heading', mode), includeSubsections }
  }
  if (text.trim() === '') refuse('/text', 'minLength', `must not be empty with mode "${mode}"`)
  if (heading !== undefined) return { mode, text, heading, includeSubsections }
  if (includeSubsections) missing('/heading', mode, ' and includeSubsections')
  return { mode, text }
}

function rejectUnusedParameters(input: EditInput): void {
  const { mode } = input
  const unused = parameters.filter(
    (name) => isGiven(input[name]) && !allowedParameters[mode].includes(name),
  )
  if (unused.length === 0) return
  const takers = (name: (typeof parameters)[number]) =>
    editModes
      .filter((other) => allowedParameters[other].includes(name))
      .map((other) => `"${other}"`)
  throw invalidInput(
    unused.map((name) => ({
      path: `/${name}`,
      rule: 'not',
      message: `cannot be used with mode "${mode}", only with ${takers(name).join(', ')}`,
    })),
  )
}

/** False is the default of `includeSubsections` and `all`. */
function isGiven(value: string | boolean | undefined): boolean {
  return value !== undefined && value !== false
}

function missing(path: string, mode: EditMode, more = ''): never {
  return refuse(path, 'required', `is required with mode "${mode}"${more}`)
}

function refuse(path: string, rule: string, message: string): never {
  throw invalidInput([{ path, rule, message }])
}
