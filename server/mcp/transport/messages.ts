import type { JsonObject } from '../tools/json-object.ts'

/**
 * Normalizes messages for the SDK. Some clients send missing arguments as null, and some send the arguments of
 * a tool as a JSON string.
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

/** Invalid JSON stays a string, which the SDK then rejects. */
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
