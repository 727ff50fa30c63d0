import type { Block } from '../../../content/blocks.ts'
import { isRecord } from '../../../content/check/state.ts'
import type { PageDocument } from '../../../content/document.ts'
import type { ContentNode, Mark } from '../../../content/node.ts'
import { storedJson } from '../../lib/json/stored-json.ts'

/** Reads the stored texts of a page's blocks. */
export const readBlocks = storedJson('page_contents.blocks', isBlocks)

/** Reads the stored body of a page. Its nodes were validated when it was written. */
export const readDocument = storedJson('page_contents.document', isDocument)

/** Reads the stored body of a version. */
export const readVersionDocument = storedJson('page_versions.document', isDocument)

function isBlocks(value: unknown): value is Block[] {
  return Array.isArray(value) && value.every(isBlock)
}

function isBlock(value: unknown): value is Block {
  return isRecord(value) && typeof value['number'] === 'number' && typeof value['text'] === 'string'
}

function isDocument(value: unknown): value is PageDocument {
  return isRecord(value) && value['type'] === 'doc' && isListOf(value['content'], isNode)
}

function isNode(value: unknown): value is ContentNode {
  if (!isRecord(value) || typeof value['type'] !== 'string') return false
  const { text, attrs, marks, content } = value
  return (
    (text === undefined || typeof text === 'string') &&
    (attrs === undefined || isRecord(attrs)) &&
    (marks === undefined || isListOf(marks, isMark)) &&
    (content === undefined || isListOf(content, isNode))
  )
}

function isMark(value: unknown): value is Mark {
  if (!isRecord(value) || typeof value['type'] !== 'string') return false
  return value['attrs'] === undefined || isRecord(value['attrs'])
}

function isListOf(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne)
}
