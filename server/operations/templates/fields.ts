import { Type } from '../../lib/json/type.ts'

export const timeZone = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    default: 'UTC',
    description: 'Time zone of the person, such as `Europe/Berlin`, for dates.',
  }),
)
