import type { QuireError, Violation } from '../../../../client/errors.ts'
import { limits } from '../../../../client/limits.ts'
import { failureText } from './failures/failure-text.ts'
import { t } from './messages.ts'

/** The app's own text for a refusal of the server; undefined where it knows none for the code. */
export function errorText(error: QuireError): string | undefined {
  const { code, operation = '', errors, retryAfter, requestId, message, failure } = error
  const [violation] = errors
  if (code === 'VALIDATION_FAILED' && violation !== undefined)
    return violationText(violation, operation)
  if (code === 'RATE_LIMITED' && retryAfter !== undefined) return rateLimited(retryAfter)
  if (code === 'INTERNAL' && requestId !== undefined) return t.INTERNAL_ID({ id: requestId })
  if (code === 'EMBEDDINGS_FAILED' || code === 'BOT_UNREACHABLE')
    return t[code]({ reason: failureText(failure, message) })
  return ofOperation(operation, code) ?? ofCode(code)
}

/** What is wrong with a field; limits come from the schema of the operation. */
export function violationText(
  { path, rule, message, failure }: Violation,
  operation: string,
): string {
  if (failure !== undefined) return failureText(failure, message)
  if (rule === 'minLength' && isPassword(path)) return t.passwordLength
  const limit = limits[operation]?.[path.replaceAll(/\/\d+(?=\/|$)/g, '/*')]?.[rule]
  if (isLimit(rule) && limit !== undefined) {
    return rule === 'minLength' && limit === 1 ? t.required : t[rule]({ limit })
  }
  return ofRule(path, rule) ?? t.fieldRefused({ reason: message })
}

type Limit = 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems'

function isLimit(rule: string): rule is Limit {
  return ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'].includes(rule)
}

function isPassword(path: string): boolean {
  return path === '/password' || path === '/next'
}

function ofRule(path: string, rule: string): string | undefined {
  switch (rule) {
    case 'required':
    case 'minLength':
      return t.required
    case 'format':
    case 'pattern':
      return path === '/email' ? t.email : t.fieldInvalid
    case 'type':
    case 'enum':
      return t.fieldInvalid
    case 'strength':
      return t.passwordStrength
    case 'length':
      return t.nameLength
    case 'name':
      return t.workspaceName
    case 'plain':
      return t.plainName
    case 'distinct':
      return t.distinctName
    case 'password':
    case 'totp':
    case 'secondFactor':
    case 'provider':
    case 'ownSession':
    case 'membership':
      return t[rule]
    default:
      return undefined
  }
}

function rateLimited(seconds: number): string {
  if (seconds < 60) return t.RATE_LIMITED_SECONDS({ seconds: Math.max(1, seconds) })
  return t.RATE_LIMITED_MINUTES({ minutes: Math.ceil(seconds / 60) })
}

/** Texts of codes are in capitals. */
function ofCode(code: string): string | undefined {
  const isCode = /^[A-Z_]+$/.test(code) && Object.hasOwn(t, code)
  const text: unknown = isCode ? Reflect.get(t, code) : undefined
  return typeof text === 'string' ? text : undefined
}

type Plain = {
  [Key in keyof typeof t]: (typeof t)[Key] extends string ? Key : never
}[keyof typeof t]

function ofOperation(operation: string, code: string): string | undefined {
  const key = ofOperations[operation]?.[code]
  return key === undefined ? undefined : t[key]
}

const passkey = { SIGN_IN_FAILED: 'passkeyFailed', FORBIDDEN: 'passkeyForbidden' } as const

/** More helpful texts than those of the codes, by operation. */
const ofOperations: Readonly<Record<string, Readonly<Record<string, Plain>>>> = {
  'session.create': { SIGN_IN_FAILED: 'sessionCreateFailed' },
  'session.confirm': { FORBIDDEN: 'passwordForbidden' },
  'setup.complete': { ALREADY_EXISTS: 'emailTaken' },
  'passkeys.begin': { ...passkey, ALREADY_EXISTS: 'passkeyExists' },
  'passkeys.finish': { ...passkey, ALREADY_EXISTS: 'passkeyExists' },
  'passkeys.challenge': passkey,
  'passkeys.signIn': passkey,
  'passkeys.confirm': passkey,
  'totp.begin': { ALREADY_EXISTS: 'totpExists' },
  'totp.remove': { FORBIDDEN: 'passwordForbidden' },
  'profile.changePassword': { FORBIDDEN: 'passwordForbidden' },
  'profile.update': { FORBIDDEN: 'emailForbidden', ALREADY_EXISTS: 'emailTaken' },
  'profile.requestVerification': { FORBIDDEN: 'mailForbidden' },
  'invitations.accept': { FORBIDDEN: 'invitationForAnother', ALREADY_EXISTS: 'invitationAccepted' },
  'invitations.create': {
    FORBIDDEN: 'invitationsForbidden',
    QUOTA_EXCEEDED: 'invitationsExceeded',
    PAGE_NOT_FOUND: 'invitationPage',
  },
  'members.update': { FORBIDDEN: 'ownerForbidden' },
  'members.remove': { FORBIDDEN: 'ownerForbidden' },
  'members.resetLink': { FORBIDDEN: 'resetForbidden' },
  'members.leave': { LAST_OWNER: 'onlyOwnerLeaving', LAST_MANAGER: 'onlyManagerLeaving' },
  'links.open': { SIGN_IN_FAILED: 'linkPasswordWrong' },
  'keys.create': { QUOTA_EXCEEDED: 'keysExceeded' },
  'workspaceSettings.create': { FORBIDDEN: 'workspacesForbidden' },
  'pages.create': { QUOTA_EXCEEDED: 'pagesExceeded' },
  'workspaces.createPageFromFile': { QUOTA_EXCEEDED: 'pagesExceeded' },
  'comments.update': { FORBIDDEN: 'commentEditForbidden' },
  'comments.remove': { FORBIDDEN: 'commentDeleteForbidden' },
  'files.rename': { FORBIDDEN: 'fileForbidden' },
  'files.remove': { FORBIDDEN: 'fileForbidden' },
  'chats.connect': { ALREADY_EXISTS: 'botExists' },
}
