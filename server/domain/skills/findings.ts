/** What the Agent Skills specification demands (error), or what agents work better with (warning). */
export type Finding = {
  level: 'error' | 'warning'
  code: FindingCode
  message: string
  /** The file that it is about. */
  path: string | null
}

export const findingCodes = [
  'name-invalid',
  'description-invalid',
  'description-derived',
  'description-without-use',
  'compatibility-invalid',
  'front-matter-invalid',
  'field-unknown',
  'metadata-invalid',
  'path-invalid',
  'too-many-files',
  'too-large',
  'too-long',
  'link-broken',
  'link-outside',
  'script-missing',
  'page-left-out',
] as const
export type FindingCode = (typeof findingCodes)[number]

export function error(code: FindingCode, message: string, path: string | null = null): Finding {
  return { level: 'error', code, message, path }
}

export function warning(code: FindingCode, message: string, path: string | null = null): Finding {
  return { level: 'warning', code, message, path }
}
