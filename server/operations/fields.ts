import { languages, type LanguageTag } from '../../messages/languages.ts'
import { toIso } from '../lib/clock.ts'
import { invalidInput } from '../lib/errors.ts'
import { type Failure, failureOf } from '../lib/failures/failures.ts'
import { uuidPattern } from '../lib/ids.ts'
import { Type } from '../lib/json/type.ts'

/** The fields that operations share. Lengths count Unicode code points, as JSON Schema does. */

const uuid = { type: 'string', format: 'uuid', pattern: uuidPattern } as const

export function id(description: string) {
  return Type.Unsafe<string>({ ...uuid, description })
}

export function idOrNull(description: string) {
  return Type.Unsafe<string | null>({ ...uuid, type: ['string', 'null'], description })
}

export function oneOf<const Values extends readonly string[]>(values: Values, description: string) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: values, description })
}

export function textOrNull(description: string, limits: { maxLength?: number } = {}) {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], ...limits, description })
}

/** Beside a text of `failureTexts`, for readers of other languages. */
export const failure = Type.Unsafe<Failure | null>({
  anyOf: [{ type: 'object' }, { type: 'null' }],
  description:
    'The failure as a code with values, such as `{"code": "status", "values": {"status": "500"}}`. `detail` is the failure behind it. Null when the failure has no code.',
})

export function toFailure(text: string | null): Failure | null {
  return text === null ? null : (failureOf(text) ?? null)
}

const secretMark = 'x-secret'

/** A secret that is returned only once. It is not stored with the answer to an Idempotency-Key. */
export function shownOnce(description: string) {
  return Type.Optional(Type.String({ description, [secretMark]: true }))
}

export function isSecret(schema: object | undefined): boolean {
  return schema !== undefined && secretMark in schema
}

export const workspaceId = id('ID of the workspace. `GET /v1/workspaces` lists yours.')
export const pageId = id('ID of the page.')
export const fileId = id('ID of a file in this workspace.')

export const userId = id('ID of the person.')

export const email = Type.String({ minLength: 3, maxLength: 254, description: 'Email address.' })

/** A longer password would only slow down hashing. */
export const password = Type.String({ maxLength: 1000 })

export const totp = Type.Optional(
  Type.String({
    maxLength: 40,
    description:
      'Code from the authenticator app, or a recovery code. Required if the account has two-factor authentication.',
  }),
)

/** The token after the # of a link, or a printed code. */
export const token = Type.String({ minLength: 1, maxLength: 200 })

export const newPassword = Type.String({
  minLength: 8,
  maxLength: 1000,
  description: 'At least 8 characters.',
})

export const languageOrNull = Type.Unsafe<LanguageTag | null>({
  type: ['string', 'null'],
  enum: [...Object.keys(languages), null],
  description:
    'Language of the web app, emails and chat replies. Null follows the browser in the web app and uses English in emails and chats.',
})

export const personName = Type.String({ minLength: 1, maxLength: 100 })

export const instant = Type.Unsafe<string>({
  type: 'string',
  format: 'date-time',
  description: 'ISO 8601 timestamp in UTC, with milliseconds.',
})

export const limit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 50,
    description: 'Maximum number of items to return.',
  }),
)

export const offset = Type.Optional(
  Type.Integer({ minimum: 0, default: 0, description: 'Number of items to skip, newest first.' }),
)

/** A page in a list. */
export const pageLine = { id: pageId, title: Type.String(), icon: textOrNull('An emoji.') }

/** The author of something. */
export const person = Type.Object({
  id: id('ID of the person.'),
  firstName: Type.String(),
  lastName: Type.String(),
})

export const tiptap = Type.Object(
  {},
  { additionalProperties: true, description: 'A Tiptap document.' },
)

export const ok = Type.Object({ ok: Type.Literal(true) })
export const done = { ok: true as const }
export const newPageId = Type.Object({ pageId })

export const file = Type.Object({
  id: fileId,
  name: Type.String(),
  mimeType: Type.String(),
  size: Type.Integer({ description: 'Size in bytes.' }),
  createdAt: instant,
})

/** IDs of the examples, recognizably artificial. */
export const exampleIds = {
  workspace: '01890000-0000-7000-8000-000000000001',
  page: '01890000-0000-7000-8000-000000000002',
  parent: '01890000-0000-7000-8000-000000000003',
  file: '01890000-0000-7000-8000-000000000004',
  bot: '01890000-0000-7000-8000-000000000006',
  subscription: '01890000-0000-7000-8000-000000000007',
  webhook: '01890000-0000-7000-8000-000000000008',
  delivery: '01890000-0000-7000-8000-000000000009',
  comment: '01890000-0000-7000-8000-000000000005',
  group: '01890000-0000-7000-8000-00000000000b',
  person: '01890000-0000-7000-8000-00000000000c',
  link: '01890000-0000-7000-8000-000000000010',
  template: '01890000-0000-7000-8000-000000000011',
  run: '01890000-0000-7000-8000-000000000012',
  proposal: '01890000-0000-7000-8000-000000000013',
  entry: '01890000-0000-7000-8000-000000000014',
  skill: '01890000-0000-7000-8000-000000000015',
  skillFile: '01890000-0000-7000-8000-000000000016',
  archive: '01890000-0000-7000-8000-000000000017',
  import: '01890000-0000-7000-8000-000000000018',
  otherWorkspace: '01890000-0000-7000-8000-00000000001a',
  transfer: '01890000-0000-7000-8000-00000000001b',
  skillLink: '01890000-0000-7000-8000-000000000019',
}

export function toFile<File extends { createdAt: number }>(file: File) {
  return { ...file, createdAt: toIso(file.createdAt) }
}

/** The milliseconds of an ISO 8601 date or time. Throws VALIDATION_FAILED for the field at `path`. */
export function readTime(path: string, text: string): number {
  const time = /^\d{4}-\d\d-\d\d(?:$|[T ])/.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN
  if (!Number.isNaN(time)) return time
  const message = 'must be an ISO 8601 date or time, such as 2026-11-23 or 2026-11-23T08:00:00Z'
  throw invalidInput([{ path, rule: 'format', message }])
}
