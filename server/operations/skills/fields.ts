import { findingCodes } from '../../domain/skills/findings.ts'
import type { ListedVersion, PublishedVersion, SkillItem } from '../../domain/skills/list.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'

export const version = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000,
  description: 'Number of the version.',
})

const labelPattern = '^[a-z][a-z0-9-]{0,31}$'

export const label = Type.String({
  pattern: labelPattern,
  description: 'Lower-case letters, digits and hyphens. Agents are served `production`.',
})

/** Which version of a skill: by its number, or by a label. */
export const choice = {
  version: Type.Optional(version),
  label: Type.Optional(
    Type.String({
      pattern: labelPattern,
      description:
        'A label, if there is no `version`: `production` by default. `draft` is what the pages say now.',
    }),
  ),
}

export const path = Type.String({
  minLength: 1,
  maxLength: 240,
  description: 'Path in the folder of the skill, such as `references/style.md`.',
})

export const digest = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description:
    'SHA-256 of one line for each file, by path: the SHA-256 of the file, `x` if it is executable or `-`, and its path, separated by spaces.',
})

const sha256 = Type.String({ description: 'SHA-256 of the bytes, in hexadecimal digits.' })

export const file = Type.Object({
  path: Type.String(),
  sha256,
  size: Type.Integer({ description: 'Size in bytes.' }),
  isExecutable: Type.Boolean(),
})

export const finding = Type.Object({
  level: fields.oneOf(['error', 'warning'], 'Whether it prevents a publication.'),
  code: fields.oneOf(findingCodes, 'What was found.'),
  message: Type.String(),
  path: fields.textOrNull('The file that it is about.'),
})

const name = Type.String({ description: 'Name of the skill and of its folder.' })
const description = Type.String({ description: 'What the skill does and when to use it.' })

export const served = Type.Object({
  version: Type.Integer(),
  name,
  description,
  digest,
  isValid: Type.Boolean({ description: 'Whether it meets the Agent Skills specification.' }),
  publishedAt: fields.instant,
})

export function toServed(found: PublishedVersion | null) {
  if (found === null) return null
  return {
    version: found.version,
    name: found.name,
    description: found.description,
    digest: found.digest,
    isValid: found.isValid === 1,
    publishedAt: toIso(found.createdAt),
  }
}

export const item = Type.Object({
  ...fields.pageLine,
  ownership: fields.oneOf(['SKILL', 'AGENT'], 'Skill or agent.'),
  state: fields.oneOf(
    ['draft', 'published', 'changed', 'rolled_back'],
    '`draft`: agents are served no version. `changed`: a page has changed since the version that they are served. `rolled_back`: they are served an earlier version than the newest one.',
  ),
  served: Type.Unsafe<ReturnType<typeof toServed>>({
    anyOf: [served, { type: 'null' }],
    description: 'The version that agents are served. Null without one.',
  }),
})

export function toItem({ served: found, ownership, ...page }: SkillItem) {
  const kind: 'AGENT' | 'SKILL' = ownership === 'AGENT' ? 'AGENT' : 'SKILL'
  return { ...page, ownership: kind, served: toServed(found) }
}

export const contents = {
  version: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Number of the version. Null for the draft.',
  }),
  title: Type.String(),
  name,
  description,
  digest,
  size: Type.Integer({ description: 'Size of all files in bytes.' }),
  frontMatter: Type.Object(
    {},
    { additionalProperties: true, description: 'The front matter of the main file.' },
  ),
  files: Type.Array(file),
}

export const versionItem = Type.Object({
  version: Type.Integer(),
  title: Type.String(),
  name,
  description,
  digest,
  size: Type.Integer({ description: 'Size of all files in bytes.' }),
  files: Type.Integer({ description: 'Number of files.' }),
  note: Type.String(),
  isValid: Type.Boolean({ description: 'Whether it meets the Agent Skills specification.' }),
  isAutomatic: Type.Boolean({
    description: 'Whether a change by someone who may publish was published without review.',
  }),
  publishedAt: fields.instant,
  publishedBy: fields.person,
  labels: Type.Array(Type.String()),
})

export function toVersionItem(found: ListedVersion, labels: readonly string[]) {
  return {
    version: found.version,
    title: found.title,
    name: found.name,
    description: found.description,
    digest: found.digest,
    size: found.size,
    files: found.files,
    note: found.note,
    isValid: found.isValid === 1,
    isAutomatic: found.isAutomatic === 1,
    publishedAt: toIso(found.createdAt),
    publishedBy: {
      id: found.createdBy,
      firstName: found.firstName,
      lastName: found.lastName,
    },
    labels: [...labels],
  }
}
