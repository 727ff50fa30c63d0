import { type Environment, readConfig } from '../config.ts'

/** Words for who has not said where the server is; none when a setting does. */
export function guessedOrigin(environment: Environment): string[] {
  const { publicUrl, port } = readConfig(environment)
  if (publicUrl !== undefined || port !== 8082) return []
  return ['', 'If your server has another address, set PORT or PUBLIC_URL to the same values here.']
}

/** Where people open the server, as far as its settings say. */
export function origin(environment: Environment): string {
  const { publicUrl, port } = readConfig(environment)
  return publicUrl ?? `http://127.0.0.1:${port}`
}
