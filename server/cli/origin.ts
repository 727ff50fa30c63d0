import { readConfig } from '../config.ts'

/** Words for who has not said where the server is; none when a setting does. */
export function guessedOrigin(): string[] {
  const { publicUrl, port } = readConfig()
  if (publicUrl !== undefined || port !== 8082) return []
  return ['', 'If your server has another address, set PORT or PUBLIC_URL to the same values here.']
}

/** Where people open the server, as far as its settings say. */
export function origin(): string {
  const { publicUrl, port } = readConfig()
  return publicUrl ?? `http://127.0.0.1:${port}`
}
