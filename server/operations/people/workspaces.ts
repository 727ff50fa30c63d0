import { type Static, Type } from 'typebox'
import type { Context } from '../../domain/context.ts'
import { listFiles } from '../../domain/files/files.ts'
import { createPageFromFile as createFromFile } from '../../domain/pages/from-file.ts'
import { listByOwnership } from '../../domain/pages/lists.ts'
import { selectWorkspace } from '../../domain/people/active-workspace.ts'
import { getWorkspaceStats, listOwnWorkspaces } from '../../domain/people/workspaces.ts'
import { toIso } from '../../lib/clock.ts'
import { type Ownership, roles } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields
const role = fields.oneOf(roles, 'What the member may do.')

export const list = operation({
  method: 'GET',
  path: '/v1/workspaces',
  summary: 'List your workspaces',
  description: 'The workspaces the owner of the key is a member of, the default one marked.',
  access: 'key',
  audience: 'people and keys',
  input: Type.Object({}),
  output: Type.Object({
    workspaces: Type.Array(
      Type.Object({
        id: workspaceId,
        name: Type.String(),
        slug: Type.String(),
        role,
        isCurrent: Type.Boolean({
          description: 'Always false here; MCP tells in which one a key works.',
        }),
        isDefault: Type.Boolean(),
      }),
    ),
  }),
  errors: [],
  example: {},
  tool: {
    name: 'list_workspaces',
    description: 'Your workspaces; isCurrent marks the one used when workspaceId is left out.',
    effect: 'reads',
  },
  run: async (context) => {
    const { via, activeWorkspaceId } = context.caller
    const workspaces = await listOwnWorkspaces(context)
    return {
      workspaces: workspaces.map((workspace) => ({
        ...workspace,
        isCurrent: via === 'mcp' && workspace.id === activeWorkspaceId,
      })),
    }
  },
})

export const stats = operation({
  method: 'POST',
  path: '/v1/workspace/stats',
  summary: 'Get members and page counts',
  description: 'Who is in the workspace, and how many pages of each type it holds.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId }),
  output: Type.Object({
    members: Type.Array(
      Type.Object({
        id: fields.id('The person.'),
        firstName: Type.String(),
        lastName: Type.String(),
        email: Type.String(),
        role,
      }),
    ),
    pagesByType: Type.Record(Type.String(), Type.Integer()),
    totalPages: Type.Integer(),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: {
    name: 'get_workspace_stats',
    description: 'Members with their roles, and page counts.',
    effect: 'reads',
  },
  run: (context, input) => getWorkspaceStats(context, input.workspaceId),
})

export const files = operation({
  method: 'POST',
  path: '/v1/workspace/files',
  summary: 'List files',
  description: 'All files of the workspace, newest first.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, limit: fields.limit, offset: fields.offset }),
  output: Type.Object({ files: Type.Array(fields.file) }),
  errors: [],
  example: { workspaceId: exampleIds.workspace, limit: 20 },
  tool: {
    name: 'list_files',
    description: 'Files of the workspace, newest first.',
    effect: 'reads',
  },
  run: async (context, { workspaceId, limit = 50, offset = 0 }) => {
    const files = await listFiles(context, workspaceId, { limit, offset })
    return { files: files.map(fields.toFile) }
  },
})

const ownedInput = Type.Object({ workspaceId, limit: fields.limit })
const ownedOutput = Type.Object({
  pages: Type.Array(
    Type.Object({
      id: fields.pageId,
      title: Type.String(),
      icon: fields.textOrNull('An emoji.'),
      createdAt: fields.instant,
    }),
  ),
})

async function listOwned(
  context: Context,
  ownership: Ownership,
  { workspaceId, limit = 50 }: Static<typeof ownedInput>,
): Promise<Static<typeof ownedOutput>> {
  const pages = await listByOwnership(context, workspaceId, ownership, limit)
  return { pages: pages.map((page) => ({ ...page, createdAt: toIso(page.createdAt) })) }
}

export const skills = operation({
  method: 'POST',
  path: '/v1/workspace/skills',
  summary: 'List skills',
  description: 'The pages with ownership `SKILL`, newest first.',
  access: 'read',
  audience: 'people and keys',
  input: ownedInput,
  output: ownedOutput,
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: {
    name: 'list_skills',
    description: 'Pages that are skills: instructions for a kind of task. get_page reads one.',
    effect: 'reads',
  },
  run: (context, input) => listOwned(context, 'SKILL', input),
})

export const agents = operation({
  method: 'POST',
  path: '/v1/workspace/agents',
  summary: 'List agents',
  description: 'The pages with ownership `AGENT`, newest first.',
  access: 'read',
  audience: 'people and keys',
  input: ownedInput,
  output: ownedOutput,
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: {
    name: 'list_agents',
    description: 'Pages that describe agents: their roles and rules.',
    effect: 'reads',
  },
  run: (context, input) => listOwned(context, 'AGENT', input),
})

export const createPageFromFile = operation({
  method: 'POST',
  path: '/v1/workspace/create-page-from-file',
  summary: 'Create a page from a file',
  description:
    'Makes a page of a file which is in the workspace already, and attaches it. Of Markdown and plain text (UTF-8) the page holds the text; every other file, and a text that does not fit into a page, it shows or links.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    fileId: fields.fileId,
    parentId: Type.Optional(fields.idOrNull('The page above; null, or left out, is the top.')),
    title: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'The file name when left out.' }),
    ),
  }),
  output: fields.newPageId,
  errors: ['FILE_NOT_FOUND', 'PAGE_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, fileId: exampleIds.file, title: 'From a file' },
  tool: {
    name: 'create_page_from_file',
    description: 'Make a page of a file of the workspace: with its text, or showing it.',
    effect: 'adds',
    answer: 'page',
  },
  run: async (context, { parentId = null, ...input }) => ({
    pageId: await createFromFile(context, { ...input, parentId }),
  }),
})

export const select = operation({
  method: 'POST',
  path: '/v1/workspaces/select',
  summary: 'Select the workspace a key works in',
  description:
    'Keeps a workspace with the key, for MCP calls that leave `workspaceId` out. Calls of this API name theirs as before. An extension of the API.',
  access: 'read',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId }),
  output: Type.Object({ ok: Type.Literal(true), name: Type.String(), slug: Type.String() }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: {
    name: 'select_workspace',
    description: 'Make a workspace the one used when workspaceId is left out, from now on.',
    // Nothing in any workspace changes by it, so that a client need not ask its user.
    effect: 'reads',
  },
  run: async (context, input) => {
    const { name, slug } = await selectWorkspace(context, input.workspaceId)
    return { ok: true as const, name, slug }
  },
})
