import type { JsonObject } from '../tools/schemas.ts'

/**
 * The messages of a request as the SDK takes them. Some clients send arguments that are nothing as null,
 * and some send the arguments of a tool as the text of their JSON.
 */
export function readMessages(body: unknown): unknown {
  return Array.isArray(body) ? body.map(readMessage) : readMessage(body)
}

function readMessage(message: unknown): unknown {
  if (!isObject(message)) return message
  const { method, params } = message
  if ((method !== 'tools/call' && method !== 'prompts/get') || !isObject(params)) return message
  const { arguments: given, ...rest } = params
  if (given === undefined) return message
  if (given === null) return { ...message, params: rest }
  if (typeof given !== 'string') return message
  return { ...message, params: { ...rest, arguments: parsed(given) } }
}

/** What is no JSON stays as it is, to be refused. */
function parsed(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
