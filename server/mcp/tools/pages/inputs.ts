import type { Static } from 'typebox'
import { editModes } from '../../../domain/pages/edit-modes.ts'
import { invalidInput } from '../../../lib/errors.ts'
import { Type } from '../../../lib/json/type.ts'
import { ownerships } from '../../../lib/vocabulary.ts'

/** The parameters that several tools share. */

export const pageName = Type.String({ minLength: 1, maxLength: 2048 })
export const expectedVersion = Type.Optional(Type.Integer({ minimum: 1 }))

export const editFields = {
  mode: Type.Unsafe<string>({ type: 'string', enum: [...editModes] }),
  text: Type.String({ maxLength: 1_000_000, description: 'Markdown; empty to remove' }),
  find: Type.Optional(
    Type.String({ maxLength: 50_000, description: 'For replace: text as in the Markdown' }),
  ),
  heading: Type.Optional(
    Type.String({ maxLength: 1000, description: 'Its text, or "## text"; a board\'s column' }),
  ),
  includeSubsections: Type.Optional(Type.Boolean()),
  all: Type.Optional(Type.Boolean({ description: 'For replace: each occurrence' })),
  expectedVersion: Type.Optional(
    Type.Integer({ minimum: 1, description: 'From get_page; required for body' }),
  ),
}

/** YAML, because parameters are flat; an object is taken too. */
export const properties = Type.Optional(
  Type.String({ maxLength: 65_536, description: 'YAML as in front matter' }),
)

const kinds = ['page', 'board', 'TEXT', 'KANBAN'] as const

export const newPageFields = {
  title: Type.String({ minLength: 1, maxLength: 255 }),
  parent: Type.Optional(Type.String({ maxLength: 2048, description: 'Omit for the top level' })),
  markdown: Type.Optional(Type.String({ maxLength: 50_000 })),
  properties,
  type: Type.Optional(
    Type.String({ maxLength: 10, description: 'page or board (## columns, - [ ] cards)' }),
  ),
  ownership: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: [...ownerships] })),
}

/** Throws VALIDATION_FAILED. */
export function toPageType(type: string | undefined): 'TEXT' | 'KANBAN' {
  const kind = kinds.find((one) => one.toLowerCase() === (type ?? 'page').toLowerCase())
  if (kind === undefined) {
    throw invalidInput([{ path: '/type', rule: 'enum', message: 'must be page or board' }])
  }
  return kind === 'board' || kind === 'KANBAN' ? 'KANBAN' : 'TEXT'
}

const oneEdit = Type.Object(editFields)
export type EditFields = Static<typeof oneEdit>
