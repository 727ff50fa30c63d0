import { isId } from '../../../lib/ids.ts'
import { checks, type Snapshot } from '../../../store/index.ts'

/** Finds events that cannot be parsed, so that no subscriber could receive them. */
export async function checkEvents(snapshot: Snapshot): Promise<string[]> {
  const faults: string[] = []
  for await (const event of checks.events(snapshot)) {
    const fault = faultOf(event)
    if (fault !== undefined) {
      faults.push(`event ${event.sequence} of workspace ${event.workspaceId} ${fault}`)
    }
  }
  return faults
}

function faultOf({ id, type, via, data }: checks.CheckedEvent): string | undefined {
  if (!isId(id)) return `has the invalid ID ${JSON.stringify(id)}`
  if (!/^[a-z]+(?:[._-][a-z]+)+$/.test(type)) return `has the invalid type ${JSON.stringify(type)}`
  if (!/^[a-z][a-z-]*$/.test(via)) return `has the invalid interface ${JSON.stringify(via)}`
  const fields = parsed(data)
  if (fields === undefined) return 'is not a JSON object'
  const strange = Object.entries(fields).find(
    ([name, value]) => /(?:^id|Id)$/.test(name) && value !== null && !isReference(value),
  )
  return strange === undefined ? undefined : `has an invalid ID in ${strange[0]}`
}

/** Ids of Quire's own records; chat services have other formats. */
function isReference(value: unknown): boolean {
  return typeof value === 'string' && (isId(value) || !/^[\w-]{36}$/.test(value))
}

function parsed(data: string): object | undefined {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
