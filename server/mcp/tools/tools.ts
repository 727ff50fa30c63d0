import { listOperations } from '../../operations/index.ts'
import { chatgptTools } from './chatgpt-tools.ts'
import { operationTool } from './operation-tool.ts'
import { type AgentTool, describeTool } from './tool.ts'

/**
 * Every tool, those that only read first: some clients try the first one to see whether a server works.
 * The order is the same in every answer, so that clients can cache what follows from it.
 */
export const tools: readonly AgentTool[] = [
  ...chatgptTools,
  ...listOperations().flatMap((operation) =>
    'none' in operation.tool ? [] : [operationTool(operation, operation.tool)],
  ),
].toSorted((a, b) => Number(a.effect !== 'reads') - Number(b.effect !== 'reads'))

const byName = new Map(tools.map((tool) => [tool.name, tool]))
const descriptions = tools.map(describeTool)
const reading = descriptions.filter(({ annotations }) => annotations.readOnlyHint)

export function findTool(name: string): AgentTool | undefined {
  return byName.get(name)
}

/** What a key sees: one that may only read, no tool that writes. */
export function listTools({ readOnly }: { readOnly: boolean }) {
  return readOnly ? reading : descriptions
}
