import { LRUCache } from 'lru-cache'
import type { Caller } from '../../domain/context.ts'
import { invalidInput } from '../../lib/errors.ts'
import type { JsonObject } from '../tools/json-object.ts'
import type { McpRequest } from './request.ts'

/** The key in `_meta` with the name of the run that a call belongs to. */
export const runMetaKey = 'quire/run'
/** The key in `_meta` of a write that is made once, however often it is sent. */
export const idempotencyMetaKey = 'quire/idempotencyKey'
const idempotencyFormat = /^[\x20-\x7e]{1,255}$/
const clientInfoKey = 'io.modelcontextprotocol/clientInfo'
const maxClients = 10_000

type Program = NonNullable<Caller['program']>

/**
 * How clients of older revisions called themselves in `initialize`, by key and user agent: their later requests do not
 * say it. After a restart, and on another node, they are known by their user agent.
 */
export class InitializedClients {
  readonly #programs = new LRUCache<string, Program>({ max: maxClients })

  /** The caller of a request, with what the program said. */
  named(caller: Caller, body: unknown): Caller {
    const key = `${caller.keyId} ${caller.client?.userAgent}`
    for (const message of [body].flat()) {
      const program = programOf(readField(readField(message, 'params'), 'clientInfo'))
      if (program !== undefined) this.#programs.set(key, program)
    }
    const program = this.#programs.get(key)
    return program === undefined ? caller : { ...caller, program: withoutName(caller, program) }
  }
}

/** The user agent tells runs apart, because every node knows it. */
function withoutName({ client }: Caller, { name, title }: Program): Program {
  return { name: client?.userAgent ?? '', title: title ?? name }
}

/** The request as one of the run and the client that `_meta` names, with its idempotency key. Throws VALIDATION_FAILED. */
export function withMeta(request: McpRequest, meta: JsonObject | undefined): McpRequest {
  const program = programOf(meta?.[clientInfoKey])
  const runName = meta?.[runMetaKey]
  const key = idempotencyKeyOf(meta)
  if (program === undefined && runName === undefined && key === undefined) return request
  const caller = {
    ...request.context.caller,
    ...(program === undefined ? {} : { program }),
    ...(runName === undefined ? {} : { runName }),
  }
  const context = { ...request.context, caller }
  return { ...request, context, ...(key !== undefined && { idempotencyKey: key }) }
}

function idempotencyKeyOf(meta: JsonObject | undefined): string | undefined {
  const key = meta?.[idempotencyMetaKey]
  if (key === undefined) return undefined
  if (typeof key === 'string' && idempotencyFormat.test(key)) return key
  const message = 'must have 1 to 255 printable ASCII characters'
  throw invalidInput([{ path: `/_meta/${idempotencyMetaKey}`, rule: 'pattern', message }])
}

function programOf(given: unknown): Program | undefined {
  const [name, title] = [readField(given, 'name'), readField(given, 'title')]
  if (typeof name !== 'string') return undefined
  return typeof title === 'string' ? { name, title } : { name }
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
