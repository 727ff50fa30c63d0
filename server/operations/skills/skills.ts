import { clock } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import {
  choice,
  contents,
  digest,
  file,
  finding,
  item,
  label,
  path,
  staleReason,
  toItem,
  toVersionItem,
  version,
  versionItem,
} from './fields.ts'

const { exampleIds, pageId, workspaceId } = fields
const one = { workspaceId: exampleIds.workspace, pageId: exampleIds.skill }
const none = 'Agents do not publish skills: people do.'
// The first answer of the server does without them.
const loadContent = () => import('../../domain/skills/content.ts')
const loadImport = () => import('../../domain/skills/import.ts')
const loadList = () => import('../../domain/skills/list.ts')
const loadPublish = () => import('../../domain/skills/publish.ts')
const loadCompare = () => import('../../domain/skills/compare.ts')

export const list = operation({
  method: 'POST',
  path: '/v1/skills/list',
  summary: 'List skills with their published versions',
  description:
    'Returns the skills and agents that you can read, by title, with the version that agents are served, its uses, and why it may be stale.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    ownership: Type.Optional(fields.oneOf(['SKILL', 'AGENT'], 'Only skills, or only agents.')),
    stale: Type.Optional({
      ...staleReason,
      description: 'Only those that are stale for this reason.',
    }),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3650,
        default: 90,
        description: 'For how many days something must have been so to make a skill stale.',
      }),
    ),
  }),
  output: Type.Object({
    skills: Type.Array(item),
    reviewRequired: Type.Boolean({
      description: 'Whether signed-in people alone publish skills in the workspace.',
    }),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: { none: 'Agents use list_skills.' },
  run: async (context, { ownership, stale, days = 90 }) => {
    const { readReviews } = await loadList()
    const { listUsedSkills } = await import('../../domain/skills/use/stale.ts')
    const skills = await listUsedSkills(context, { now: clock.now(), days })
    const asked = skills.filter(
      (skill) =>
        (ownership === undefined || skill.ownership === ownership) &&
        (stale === undefined || skill.stale.includes(stale)),
    )
    return { skills: asked.map(toItem), reviewRequired: await readReviews(context) }
  },
})

export const files = operation({
  method: 'POST',
  path: '/v1/skills/files',
  summary: 'List the files of a skill',
  description:
    'Returns the files of a version of a skill or agent with their SHA-256, and the digest of all of them. A version never changes.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId, ...choice }),
  output: Type.Object(contents),
  errors: ['PAGE_NOT_FOUND', 'NOT_FOUND', 'VERSION_NOT_FOUND'],
  example: { ...one, label: 'draft' },
  tool: {
    name: 'list_skill_files',
    description: 'Files of a published skill with their SHA-256.',
    effect: 'reads',
    group: 'skills',
  },
  run: async (context, input) => (await loadContent()).readContents(context, input),
})

export const readFile = operation({
  method: 'POST',
  path: '/v1/skills/read-file',
  summary: 'Read a file of a skill',
  description:
    'Returns the bytes of one file of a version: as text if they are UTF-8, otherwise in base64. `/v1/skills/archive` returns all files as an archive.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId, ...choice, path }),
  output: Type.Object({
    ...file.properties,
    encoding: fields.oneOf(['utf8', 'base64'], 'Of `content`.'),
    content: Type.String(),
  }),
  errors: ['PAGE_NOT_FOUND', 'NOT_FOUND', 'VERSION_NOT_FOUND'],
  example: { ...one, label: 'draft', path: 'SKILL.md' },
  tool: {
    name: 'read_skill_file',
    description: 'One file of a published skill, such as SKILL.md.',
    effect: 'reads',
    group: 'skills',
  },
  run: async (context, input) => (await loadContent()).readEncoded(context, input),
})

export const check = operation({
  method: 'POST',
  path: '/v1/skills/check',
  summary: 'Check the draft of a skill',
  description:
    'Checks what the pages of a skill or agent say now against the Agent Skills specification. A draft with an error cannot be published.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({
    name: Type.String(),
    digest,
    findings: Type.Array(finding),
  }),
  errors: ['PAGE_NOT_FOUND', 'NOT_FOUND'],
  example: one,
  tool: {
    name: 'check_skill',
    description: 'Check the draft of a skill against the Agent Skills specification.',
    effect: 'reads',
    group: 'skills',
  },
  run: async (context, input) => {
    const { readDraft } = await loadPublish()
    const { folder } = await readDraft(context, input)
    return { name: folder.name, digest: folder.digest, findings: folder.findings }
  },
})

export const versions = operation({
  method: 'POST',
  path: '/v1/skills/versions',
  summary: 'List the published versions of a skill',
  description:
    'Returns the versions of a skill or agent, newest first, with their labels, uses and results of evaluations.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId, limit: fields.limit, offset: fields.offset }),
  output: Type.Object({
    versions: Type.Array(versionItem),
    mayPublish: Type.Boolean({ description: 'Whether you can publish it.' }),
    reviewRequired: Type.Boolean({
      description: 'Whether signed-in people alone publish skills in the workspace.',
    }),
  }),
  errors: ['PAGE_NOT_FOUND', 'NOT_FOUND'],
  example: one,
  tool: {
    name: 'list_skill_versions',
    description: 'Published versions of a skill.',
    effect: 'reads',
    group: 'skills',
  },
  run: async (context, { limit = 50, offset = 0, ...input }) => {
    const { listVersions } = await loadList()
    const state = await listVersions(context, { ...input, limit, offset })
    return {
      versions: state.versions.map((found) => toVersionItem(found, state)),
      mayPublish: state.mayPublish,
      reviewRequired: state.reviews,
    }
  },
})

export const compare = operation({
  method: 'POST',
  path: '/v1/skills/compare',
  summary: 'Compare two versions of a skill',
  description: 'Returns the files that differ between two versions, with their lines.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    pageId,
    from: Type.Optional({ ...version, description: 'The earlier version. Omit it for no files.' }),
    to: Type.Optional({ ...version, description: 'The later version. Omit it for the draft.' }),
  }),
  output: Type.Object({
    files: Type.Array(
      Type.Object({
        path: Type.String(),
        change: fields.oneOf(['added', 'removed', 'changed'], 'From the earlier to the later one.'),
        lines: Type.Unsafe<{ kind: 'same' | 'added' | 'removed'; text: string }[] | null>({
          type: ['array', 'null'],
          items: {
            type: 'object',
            required: ['kind', 'text'],
            properties: {
              kind: { type: 'string', enum: ['same', 'added', 'removed'] },
              text: { type: 'string' },
            },
          },
          description: 'Null for a file that is not text.',
        }),
      }),
    ),
  }),
  errors: ['PAGE_NOT_FOUND', 'NOT_FOUND', 'VERSION_NOT_FOUND'],
  example: one,
  tool: { none: 'Agents read the files of both versions.' },
  run: async (context, { from, to, ...input }) => {
    const { compareSkill } = await loadCompare()
    return { files: await compareSkill(context, { ...input, from, to }) }
  },
})

export const importZip = operation({
  method: 'POST',
  path: '/v1/skills/import',
  summary: 'Import skills from a ZIP archive',
  description:
    'Creates a page for every folder with a `SKILL.md` in a ZIP archive that was uploaded, with its other Markdown files as subpages and the rest attached, and for every agent in a folder `agents`. What meets the specification is published if you may publish it; the rest are drafts.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    fileId: fields.id('ID of the archive.'),
    parentId: Type.Optional(
      fields.idOrNull('ID of the page above them. Null or omitted means the top level.'),
    ),
    names: Type.Optional(
      Type.Array(Type.String({ maxLength: 255 }), {
        maxItems: 5000,
        description:
          'Names of the skills and agents to import, as the preview returns them. Omitted, all are imported.',
      }),
    ),
  }),
  output: Type.Object({
    skills: Type.Array(
      Type.Object({
        pageId,
        name: Type.String(),
        ownership: fields.oneOf(['SKILL', 'AGENT'], 'Skill or agent.'),
        version: Type.Unsafe<number | null>({
          type: ['integer', 'null'],
          description: 'Number of the published version. Null for a draft.',
        }),
      }),
    ),
    skipped: Type.Array(
      Type.Object({ path: Type.String(), reason: Type.String({ description: 'Why not.' }) }),
    ),
  }),
  errors: ['FILE_NOT_FOUND', 'PAGE_NOT_FOUND', 'QUOTA_EXCEEDED'],
  example: { workspaceId: exampleIds.workspace, fileId: exampleIds.archive },
  tool: { none: 'The list of tools is full; agents call the REST operation.' },
  run: async (context, { parentId = null, ...input }) =>
    (await loadImport()).importSkills(context, { ...input, parentId }),
})

export const publish = operation({
  method: 'POST',
  path: '/v1/skills/publish',
  summary: 'Publish a skill',
  description:
    'Publishes what the pages of a skill or agent say now as its next version, and labels it `production`. You need the level manage on the page. Keys publish only for owners and admins, and agents never.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    pageId,
    note: Type.Optional(Type.String({ maxLength: 2000, description: 'What changed.' })),
    labels: Type.Optional(
      Type.Array(label, { maxItems: 8, description: 'Default: `production`.' }),
    ),
    expectedDigest: Type.Optional({
      ...digest,
      description: 'Digest of the draft that you reviewed. Another one fails.',
    }),
  }),
  output: Type.Object({
    version: Type.Integer(),
    digest,
    isNew: Type.Boolean({ description: 'False if the newest version has the same files.' }),
  }),
  errors: ['PAGE_NOT_FOUND', 'NOT_FOUND', 'VERSION_CONFLICT'],
  example: { ...one, note: 'Names the new template.' },
  tool: { none },
  run: async (context, input) => (await loadPublish()).publishSkill(context, input),
})

export const setLabel = operation({
  method: 'POST',
  path: '/v1/skills/set-label',
  summary: 'Label a version of a skill',
  description:
    'Gives a label to a version, instead of the version that has it. Labelling an earlier version `production` rolls back: agents are served that version until another one is published by hand. You need the rights to publish.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    pageId,
    label,
    version: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      description: 'Number of the version. Null removes the label.',
    }),
  }),
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND', 'NOT_FOUND', 'VERSION_NOT_FOUND'],
  example: { ...one, label: 'staging', version: null },
  tool: { none },
  run: async (context, input) => {
    await (await loadPublish()).labelVersion(context, input)
    return fields.done
  },
})

export const setPath = operation({
  method: 'POST',
  path: '/v1/skills/set-path',
  summary: 'Set the path of a file in a skill',
  description:
    'Sets the path of a subpage or an attached file in the folder of a skill, and whether it is executable. Without it, subpages are in `references/`, and files in `scripts/` or `assets/`.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    pageId,
    itemId: fields.id('ID of the subpage or the attached file.'),
    path,
    isExecutable: Type.Optional(Type.Boolean({ default: false })),
  }),
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND', 'NOT_FOUND'],
  example: { ...one, itemId: exampleIds.skillFile, path: 'scripts/check.sh', isExecutable: true },
  tool: { none: 'The list of tools is full; agents call the REST operation.' },
  run: async (context, { isExecutable = false, ...input }) => {
    await (await loadList()).setItemPath(context, { ...input, isExecutable })
    return fields.done
  },
})

export const setReview = operation({
  method: 'POST',
  path: '/app/skills/set-review',
  summary: 'Require a review of skills',
  description:
    'Sets whether signed-in people alone publish skills in the workspace. Otherwise changes to a skill by those who may publish it are published at once.',
  access: 'admin',
  audience: 'people',
  changesAccess: true,
  writes: true,
  input: Type.Object({ workspaceId, reviewRequired: Type.Boolean() }),
  output: fields.ok,
  errors: [],
  example: { workspaceId: exampleIds.workspace, reviewRequired: true },
  tool: { none },
  run: async (context, { reviewRequired }) => {
    await (await loadList()).setReviews(context, reviewRequired)
    return fields.done
  },
})
