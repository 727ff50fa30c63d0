import { isTypedBy } from '../../domain/pages/journal/typed.ts'
import { fits } from '../../lib/json/fits.ts'
import { storedJson } from '../../lib/json/stored-json.ts'
import { Type } from '../../lib/json/type.ts'
import type { Carried, MoveMark, RetainedText, StepJson } from '../../lib/live-messages.ts'
import type { GivenStoredFields } from '../../lib/page-fields.ts'
import type { steps } from '../../store/index.ts'

/** What the journal holds of a change beside its steps. */
export type Notes = {
  fields?: GivenStoredFields
  moves?: MoveMark[]
  retained?: RetainedText[]
  carried?: Carried | undefined
  /** Whether it was typed on the open page; noted where the interface suggests the opposite. */
  typed?: boolean
}

const readStepList = storedJson('page_steps.steps', isStepList)
const readNoteObject = storedJson('page_steps.notes', isNotes)

export function stepsOf({ steps, pageId, version }: steps.StepsRow): StepJson[] {
  return readStepList(steps, `${pageId} ${version}`)
}

export function notesOf({ notes, pageId, version }: steps.StepsRow): Notes {
  return notes === null ? {} : readNoteObject(notes, `${pageId} ${version}`)
}

/** Whether the change was typed on the open page, as opposed to a write by another interface. */
export function isTypedRow(row: steps.StepsRow): boolean {
  return notesOf(row).typed ?? isTypedBy(row.via)
}

/** The notes of a typed change; null where there is nothing to note. */
export function toNotes(
  { moves = [], retained = [], carried }: Notes,
  via: steps.StepsRow['via'],
): string | null {
  const notes: Notes = {
    ...(moves.length > 0 ? { moves } : {}),
    ...(retained.length > 0 ? { retained } : {}),
    ...(carried ? { carried } : {}),
    ...(isTypedBy(via) ? {} : { typed: true }),
  }
  return Object.keys(notes).length === 0 ? null : JSON.stringify(notes)
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
    carried: Type.Optional(
      Type.Object({
        maps: Type.Optional(
          Type.Array(Type.Object({ step: Type.Number(), ranges: Type.Array(Type.Number()) })),
        ),
        copies: Type.Optional(
          Type.Array(
            Type.Object({
              remove: Type.Number(),
              insert: Type.Number(),
              old: Type.Number(),
              now: Type.Number(),
              length: Type.Number(),
            }),
          ),
        ),
      }),
    ),
    typed: Type.Optional(Type.Boolean()),
  }),
)

function isNotes(value: unknown): value is Notes {
  return hasKnownFields(value)
}
