import { findingCodes } from '../../domain/skills/findings.ts'
import type { ListedVersion, PublishedVersion, SkillState } from '../../domain/skills/list.ts'
import type { Evaluation, EvaluationSummary } from '../../domain/skills/use/evaluations.ts'
import type { UsedSkill } from '../../domain/skills/use/stale.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import { outcomes, staleReasons } from '../../lib/vocabulary.ts'
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

export const uses = Type.Integer({
  description: 'How often programs and agents got its main file, or all of its files.',
})

export const lastUsedAt = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  format: 'date-time',
  description: 'Time of the last use. Null without one.',
})

export const staleReason = fields.oneOf(
  staleReasons,
  '`unused`: the version that agents are served was not used. `changed_since_publication`: the draft has had unpublished changes. `never_published`: no version was published. `not_changed`: neither a change nor a publication.',
)

export function toIsoOrNull(at: number | null): string | null {
  return at === null ? null : toIso(at)
}

export const outcome = fields.oneOf(
  outcomes,
  'Result. `scored` is for an evaluation that has a score and no pass mark.',
)

export const evaluation = Type.Object({
  id: fields.id('ID of the result.'),
  version,
  name: Type.String({ description: 'Name of the case or suite.' }),
  outcome,
  score: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'From 0 to 1.' }),
  note: Type.String(),
  model: Type.String({ description: 'The model, as it was reported. Empty if unknown.' }),
  reportedAt: fields.instant,
  reportedBy: fields.person,
  isAgent: Type.Boolean({ description: 'Whether a program reported it with an API key.' }),
  client: fields.textOrNull('What the program calls itself, unverified.'),
  runId: fields.textOrNull('ID of the run of the program.'),
})

export function toEvaluation({ firstName, lastName, createdBy, createdAt, ...found }: Evaluation) {
  const { keyId, client, ...result } = found
  return {
    ...result,
    reportedAt: toIso(createdAt),
    reportedBy: { id: createdBy, firstName, lastName },
    isAgent: keyId !== null,
    client: client === '' ? null : client,
  }
}

function toSummary({ newest, ...counts }: EvaluationSummary) {
  return { ...counts, newest: newest === null ? null : toEvaluation(newest) }
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
  uses,
  lastUsedAt,
  stale: Type.Array(staleReason, { description: 'Why it may need attention.' }),
})

export function toItem({ id, title, icon, state, ownership, ...skill }: UsedSkill) {
  const kind: 'AGENT' | 'SKILL' = ownership === 'AGENT' ? 'AGENT' : 'SKILL'
  const { served: found, uses: count, lastUsedAt: at, stale } = skill
  const page = { id, title, icon, state, ownership: kind }
  return { ...page, served: toServed(found), uses: count, lastUsedAt: toIsoOrNull(at), stale }
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
  uses,
  lastUsedAt,
  evaluations: Type.Object({
    passed: Type.Integer(),
    failed: Type.Integer(),
    scored: Type.Integer(),
    newest: Type.Unsafe<ReturnType<typeof toEvaluation> | null>({
      anyOf: [evaluation, { type: 'null' }],
      description: 'The newest result. Null without one.',
    }),
  }),
})

export function toVersionItem(found: ListedVersion, { labels, uses, evaluations }: SkillState) {
  const { uses: count = 0, lastAt = null } = uses.get(found.version) ?? {}
  const none = { passed: 0, failed: 0, scored: 0, newest: null }
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
    labels: labels.filter(({ version: of }) => of === found.version).map((row) => row.label),
    uses: count,
    lastUsedAt: toIsoOrNull(lastAt),
    evaluations: toSummary(evaluations.get(found.version) ?? none),
  }
}
