import { maxCopiedPages } from '../../domain/pages/copies/limits.ts'
import { Type } from '../../lib/json/type.ts'
import { pageFields } from '../../lib/page-fields.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, pageId, workspaceId } = fields

export const create = operation({
  method: 'POST',
  path: '/v1/pages/duplicate',
  summary: 'Duplicate a page',
  description: `Copies a page, or its tree of up to ${maxCopiedPages} pages, in one step. Links inside the tree lead to the copies, files are shared, and comments and versions stay with the original. Copies have the permissions of their parent; a page that does not inherit permissions becomes a private page of yours, and needs the level manage.`,
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    pageId,
    parentId: Type.Optional(
      fields.idOrNull(
        'ID of the parent of the copy. Null is the top level. Omit to place the copy after the original.',
      ),
    ),
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: pageFields.title.maxLength,
        description: 'Title of the copy. Defaults to the title with `(copy)`.',
      }),
    ),
    includeSubpages: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether to copy the pages below it too.' }),
    ),
  }),
  output: Type.Object({
    pageId,
    pages: Type.Integer({ description: 'Number of copied pages.' }),
    left: Type.Integer({
      description:
        'Number of pages that you can read but not copy, because you do not manage their permissions.',
    }),
  }),
  errors: ['PAGE_NOT_FOUND', 'QUOTA_EXCEEDED'],
  example: {
    workspaceId: exampleIds.workspace,
    pageId: exampleIds.page,
    includeSubpages: true,
  },
  tool: { none: 'The list of tools is full; agents call the REST operation.' },
  run: async (context, { includeSubpages = false, ...input }) => {
    const { duplicatePage } = await import('../../domain/pages/copies/duplicate.ts')
    return duplicatePage(context, { ...input, includeSubpages })
  },
})
