import { readConfig } from '../config.ts'

/** Where people open the server, as far as its settings say. */
export function origin(): string {
  const { publicUrl, port } = readConfig()
  return publicUrl ?? `http://127.0.0.1:${port}`
}
