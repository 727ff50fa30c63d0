import type { Static } from 'typebox'
import type { WorkspaceContext } from '../../domain/context.ts'
import { listFiles } from '../../domain/files/files.ts'
import { createPageFromFile as createFromFile } from '../../domain/pages/from-file.ts'
import { listByOwnership } from '../../domain/pages/lists.ts'
import { selectWorkspace } from '../../domain/people/active-workspace.ts'
import { getWorkspaceStats, listOwnWorkspaces } from '../../domain/people/workspaces.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import { type Ownership, roles } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields
const role = fields.oneOf(roles, 'Role in the workspace.')

export const list = operation({
  method: 'GET',
  path: '/v1/workspaces',
  summary: 'List your workspaces',
  description: 'Returns the workspaces that the owner of the key is a member of.',
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
          description: 'Always false in REST. In MCP, marks the active workspace.',
        }),
        isDefault: Type.Boolean(),
      }),
    ),
  }),
  errors: [],
  example: {},
  tool: {
    name: 'list_workspaces',
    description: 'Your workspaces; isCurrent marks the default for workspaceId.',
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
  description: 'Returns the members of a workspace and its number of pages by type.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId }),
  output: Type.Object({
    members: Type.Array(
      Type.Object({
        id: fields.id('ID of the person.'),
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
  run: (context) => getWorkspaceStats(context),
})

export const files = operation({
  method: 'POST',
  path: '/v1/workspace/files',
  summary: 'List files',
  description: 'Returns the files of a workspace, newest first.',
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
  run: async (context, { limit = 50, offset = 0 }) => {
    const files = await listFiles(context, { limit, offset })
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
  context: WorkspaceContext,
  ownership: Ownership,
  { limit = 50 }: Static<typeof ownedInput>,
): Promise<Static<typeof ownedOutput>> {
  const pages = await listByOwnership(context, ownership, limit)
  return { pages: pages.map((page) => ({ ...page, createdAt: toIso(page.createdAt) })) }
}

export const skills = operation({
  method: 'POST',
  path: '/v1/workspace/skills',
  summary: 'List skills',
  description: 'Returns the pages with ownership `SKILL`, newest first.',
  access: 'read',
  audience: 'people and keys',
  input: ownedInput,
  output: ownedOutput,
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: {
    name: 'list_skills',
    description: 'Pages that are skills: instructions for a kind of task. Read one with get_page.',
    effect: 'reads',
  },
  run: (context, input) => listOwned(context, 'SKILL', input),
})

export const agents = operation({
  method: 'POST',
  path: '/v1/workspace/agents',
  summary: 'List agents',
  description: 'Returns the pages with ownership `AGENT`, newest first.',
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
    listsPages: true,
  },
  run: (context, input) => listOwned(context, 'AGENT', input),
})

export const createPageFromFile = operation({
  method: 'POST',
  path: '/v1/workspace/create-page-from-file',
  summary: 'Create a page from a file',
  description:
    'Creates a page from an existing file and attaches the file. Markdown and plain text (UTF-8) become the body of the page. For other files, and for text too long for a page, the page shows or links the file.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    fileId: fields.fileId,
    parentId: Type.Optional(
      fields.idOrNull('ID of the parent page. Null or omitted means the top level.'),
    ),
    title: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'Defaults to the file name.' }),
    ),
  }),
  output: fields.newPageId,
  errors: ['FILE_NOT_FOUND', 'PAGE_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, fileId: exampleIds.file, title: 'From a file' },
  tool: {
    name: 'create_page_from_file',
    description: 'Create a page from a file: from its text, or showing it.',
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
  summary: 'Select the active workspace of a key',
  description:
    'Stores the active workspace of an API key. MCP calls without `workspaceId` use it. REST calls still require `workspaceId`.',
  access: 'read',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId }),
  output: Type.Object({ ok: Type.Literal(true), name: Type.String(), slug: Type.String() }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: {
    name: 'select_workspace',
    description: 'Set the default for workspaceId, for all conversations with this key.',
    effect: 'sets',
  },
  run: async (context, input) => {
    const { name, slug } = await selectWorkspace(context, input.workspaceId)
    return { ok: true as const, name, slug }
  },
})
