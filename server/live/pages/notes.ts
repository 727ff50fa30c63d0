import { fits } from '../../lib/json/fits.ts'
import { storedJson } from '../../lib/json/stored-json.ts'
import { Type } from '../../lib/json/type.ts'
import type { MoveMark, RetainedText, StepJson } from '../../lib/live-messages.ts'
import type { GivenStoredFields } from '../../lib/page-fields.ts'
import type { steps } from '../../store/index.ts'

/** What the journal holds of a change beside its steps. */
export type Notes = {
  fields?: GivenStoredFields
  moves?: MoveMark[]
  retained?: RetainedText[]
}

const readStepList = storedJson('page_steps.steps', isStepList)
const readNoteObject = storedJson('page_steps.notes', isNotes)

export function stepsOf({ steps, pageId, version }: steps.StepsRow): StepJson[] {
  return readStepList(steps, `${pageId} ${version}`)
}

export function notesOf({ notes, pageId, version }: steps.StepsRow): Notes {
  return notes === null ? {} : readNoteObject(notes, `${pageId} ${version}`)
}

/** Null where there is nothing to note. */
export function toNotes({ moves = [], retained = [] }: Notes): string | null {
  if (moves.length + retained.length === 0) return null
  return JSON.stringify({
    ...(moves.length > 0 ? { moves } : {}),
    ...(retained.length > 0 ? { retained } : {}),
  })
}

function isStepList(value: unknown): value is StepJson[] {
  return Array.isArray(value) && value.every((step) => typeof Object(step).stepType === 'string')
}

const hasKnownFields = fits(
  Type.Object({
    fields: Type.Optional(Type.Object({})),
    moves: Type.Optional(Type.Array(Type.Object({ remove: Type.Number(), insert: Type.Number() }))),
    retained: Type.Optional(
      Type.Array(
        Type.Object({
          from: Type.Number(),
          to: Type.Number(),
          authorId: Type.Optional(Type.String()),
          reason: Type.String(),
        }),
      ),
    ),
  }),
)

function isNotes(value: unknown): value is Notes {
  return hasKnownFields(value)
}
