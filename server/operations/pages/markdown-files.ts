import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, pageId, workspaceId } = fields
const none = 'For programs that sync a folder. Agents use get_page and edit_page.'

// Most servers never call these operations.
const loadFolder = () => import('../../domain/transfer/folder/folder.ts')
const loadRead = () => import('../../domain/transfer/folder/read-files.ts')
const loadSave = () => import('../../domain/transfer/folder/save-file.ts')
const loadCreate = () => import('../../domain/transfer/folder/create-files.ts')

const maxPages = 100
const maxTextLength = 1_000_000

const underPageId = Type.Optional(
  fields.idOrNull(
    'ID of the page whose subpages are the folder. Null or omitted means the whole workspace.',
  ),
)
const sourceFile = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Name of a Markdown file with its ending, or of a folder.',
    }),
    index: Type.Optional(
      Type.String({
        maxLength: 255,
        description:
          'For a folder: the file that is its page, such as `index.md`, or `../Name.md` beside it; empty without one.',
      }),
    ),
  },
  { description: 'The file or folder of the page.' },
)
const entry = {
  pageId,
  parentId: fields.idOrNull('ID of the parent page. Null at the top of the folder.'),
  path: Type.String({ description: 'Path of the file in the folder.' }),
  folder: fields.textOrNull('Path of the folder with the subpages. Null without one.'),
  isImplicit: Type.Boolean({
    description: 'Whether the page has no file of its own while it is empty.',
  }),
  version: Type.Integer({ description: 'Version of the page.' }),
  revision: Type.String({
    description: 'Differs if the text may differ, except for the paths of other pages in it.',
  }),
}

export const list = operation({
  method: 'POST',
  path: '/v1/markdown-files/list',
  summary: 'List the Markdown files of pages',
  description:
    'Returns the path that each page would have in an export, parents first. Names are unique regardless of case.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    underPageId,
    since: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description: '`position` of an earlier list of the same folder.',
      }),
    ),
  }),
  output: Type.Object({
    files: Type.Array(Type.Object(entry)),
    position: Type.String({
      description: 'What the list shows. Send it as `since` to find out whether anything changed.',
    }),
    isUnchanged: Type.Boolean({
      description: 'Whether the list is the same as at `since`. `files` is then empty.',
    }),
    isRestored: Type.Boolean({
      description:
        'Whether the server lacks changes that it had at `since`: it was restored from a backup, or has another secret.',
    }),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace },
  tool: { none },
  run: async (context, { underPageId = null, ...input }) => {
    const { listFolder } = await loadFolder()
    return listFolder(context, { ...input, underPageId })
  },
})

export const read = operation({
  method: 'POST',
  path: '/v1/markdown-files/read',
  summary: 'Read the Markdown files of pages',
  description:
    'Returns the files of pages as an export writes them, without comments, proposals and permissions. Pages that you cannot read are left out, and so are the last ones if the answer would be too large: call it again for those.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    underPageId,
    pageIds: Type.Array(pageId, { minItems: 1, maxItems: maxPages }),
  }),
  output: Type.Object({
    files: Type.Array(
      Type.Object({
        ...entry,
        text: fields.textOrNull('Null for a page without a file.'),
        files: Type.Array(
          Type.Object({
            fileId: fields.fileId,
            path: Type.String({ description: 'Path in the folder.' }),
            sha256: Type.String(),
            size: Type.Integer({ description: 'In bytes.' }),
          }),
          { description: 'Files that the page links to.' },
        ),
      }),
    ),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, pageIds: [exampleIds.page] },
  tool: { none },
  run: async (context, { underPageId = null, ...input }) => {
    const { readFiles } = await loadRead()
    return { files: await readFiles(context, { ...input, underPageId }) }
  },
})

export const save = operation({
  method: 'POST',
  path: '/v1/markdown-files/save',
  summary: 'Save the Markdown file of a page',
  description:
    'Brings the difference between `base` and `text` over the current page, also while others type. Unchanged blocks keep their text for the next export. If others replaced the same text, nothing is saved and `conflicts` says where. Comments, proposals, permissions, the order and the purpose of a page are not read from the file.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  bodyLimit: 16 * 1024 * 1024,
  input: Type.Object({
    workspaceId,
    underPageId,
    pageId,
    text: Type.String({ maxLength: maxTextLength, description: 'The new text of the file.' }),
    base: Type.String({
      maxLength: maxTextLength,
      description: 'The text that was changed; empty for a new page.',
    }),
    baseVersion: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'Version of the page that had `base`. With it, what was typed since is merged exactly.',
      }),
    ),
    file: Type.Optional(sourceFile),
    files: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ minLength: 1, maxLength: 1024, description: 'Path in the folder.' }),
          fileId: fields.fileId,
        }),
        { maxItems: 500, description: 'New files that the text links to.' },
      ),
    ),
  }),
  output: Type.Object({
    version: Type.Integer({ description: 'Version of the page.' }),
    conflicts: Type.Array(Type.String(), {
      description: '`body`, `title`, `icon` or `properties`. Empty if the file was saved.',
    }),
    unresolved: Type.Array(Type.String(), {
      description:
        'Paths that the text links to, and that are neither pages nor known files. Upload those files, and save again with `files`.',
    }),
  }),
  errors: ['PAGE_NOT_FOUND', 'FILE_NOT_FOUND'],
  example: {
    workspaceId: exampleIds.workspace,
    pageId: exampleIds.page,
    base: '',
    text: '# Meeting notes\n\nShip it.\n',
  },
  tool: { none },
  run: async (context, { underPageId = null, files = [], ...input }) => {
    const { saveFile } = await loadSave()
    const given = Object.fromEntries(files.map(({ path, fileId }) => [path, fileId]))
    return saveFile(context, { ...input, underPageId, files: given })
  },
})

export const create = operation({
  method: 'POST',
  path: '/v1/markdown-files/create',
  summary: 'Create a page for a new Markdown file',
  description:
    'Creates an empty page that keeps the name of the file or folder. Save its text when all new pages exist, so that its links find them.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    parentId: Type.Optional(
      fields.idOrNull('ID of the parent page. Null or omitted means the top level.'),
    ),
    file: sourceFile,
  }),
  output: Type.Object({ pageId }),
  errors: ['PAGE_NOT_FOUND', 'QUOTA_EXCEEDED'],
  example: { workspaceId: exampleIds.workspace, file: { name: 'meeting-notes.md' } },
  tool: { none },
  run: async (context, input) => {
    const { createFile } = await loadCreate()
    return { pageId: await createFile(context, input) }
  },
})

export const createAll = operation({
  method: 'POST',
  path: '/v1/markdown-files/create-all',
  summary: 'Create pages for new Markdown files',
  description:
    'Creates up to 100 empty pages, all or none, in the order of the list. Save their texts when all new pages exist, so that their links find them.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    files: Type.Array(
      Type.Object({
        parentId: Type.Optional(
          fields.idOrNull('ID of the parent page. Null or omitted means the top level.'),
        ),
        parent: Type.Optional(
          Type.Integer({
            minimum: 0,
            description: 'Index of an earlier file in the list, whose page is the parent.',
          }),
        ),
        file: sourceFile,
      }),
      { minItems: 1, maxItems: maxPages },
    ),
  }),
  output: Type.Object({
    pageIds: Type.Array(pageId, { description: 'In the order of the files.' }),
  }),
  errors: ['PAGE_NOT_FOUND', 'QUOTA_EXCEEDED'],
  example: {
    workspaceId: exampleIds.workspace,
    files: [{ file: { name: 'meetings', index: '' } }, { parent: 0, file: { name: 'notes.md' } }],
  },
  tool: { none },
  run: async (context, input) => {
    const { createFiles } = await loadCreate()
    return { pageIds: await createFiles(context, input) }
  },
})
