import { listOperations } from '../../operations/index.ts'
import { chatgptTools } from './chatgpt-tools.ts'
import { operationTool } from './operation-tool.ts'
import { type AgentTool, describeTool } from './tool.ts'

/**
 * All tools, read-only ones first, because some clients call the first tool to test the server. The order is
 * stable, so that clients can cache it.
 */
export const tools: readonly AgentTool[] = [
  ...chatgptTools,
  ...listOperations().flatMap((operation) =>
    'none' in operation.tool ? [] : [operationTool(operation, operation.tool)],
  ),
].toSorted((a, b) => Number(a.effect !== 'reads') - Number(b.effect !== 'reads'))

const byName = new Map(tools.map((tool) => [tool.name, tool]))
const descriptions = tools.map(describeTool)
const readOnlyTools = descriptions.filter(({ annotations }) => annotations.readOnlyHint)

export function findTool(name: string): AgentTool | undefined {
  return byName.get(name)
}

/** The tools for a key. A read-only key gets read-only tools. */
export function listTools({ readOnly }: { readOnly: boolean }) {
  return readOnly ? readOnlyTools : descriptions
}
