import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'

/** The fields that lists of links and of tags share. */

export const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'How many at most.' }),
)
export const cursor = Type.Optional(
  Type.String({ maxLength: 200, description: '`nextCursor` of the previous response.' }),
)
export const nextCursor = fields.textOrNull('Cursor of the next part. Null at the end.')

export const tag = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'A tag, with or without `#`, in any case.',
})

export const listedPage = Type.Object({
  ...fields.pageLine,
  updatedAt: fields.instant,
  ancestors: Type.Array(Type.Object(fields.pageLine), {
    description: 'The pages above it, from the top down.',
  }),
})

export const block = Type.Integer({
  minimum: 1,
  description: 'Number of the top-level block that it is in.',
})

export const sentence = Type.Object(
  {
    before: Type.String(),
    text: Type.String({ description: 'The text itself.' }),
    after: Type.String(),
  },
  { description: 'The sentence around it, at most 300 characters.' },
)

export function toPage<Page extends { updatedAt: number }>(page: Page) {
  return { ...page, updatedAt: toIso(page.updatedAt) }
}

export function withPage<Item extends { page: { updatedAt: number } }>(item: Item) {
  return { ...item, page: toPage(item.page) }
}
