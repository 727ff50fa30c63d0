import type { Configuration } from 'openid-client'
import { AppError } from '../../../lib/errors.ts'

export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  name: string
  joinWorkspace: string | undefined
  /** The claim that memberships of groups follow. */
  groupsClaim?: string | undefined
}

/** Where to send the browser, and the values to verify when it returns. */
export type AuthorizationRequest = { url: string; state: string; nonce: string; verifier: string }

/** The claims of the provider about a person. */
export type Claims = {
  issuer: string
  subject: string
  /** Only one that the provider has verified. */
  email: string | undefined
  firstName: string
  lastName: string
  /** Milliseconds; when the person last proved to the provider who they are, as far as it says. */
  authenticatedAt: number | undefined
  /** Undefined if the server reads no claim for groups. */
  groups: readonly string[] | undefined
}

export type OidcProvider = {
  name: string
  joinWorkspace: string | undefined
  /** `login` makes the person sign in again, even with a session at the provider. */
  startAuthorization: (
    redirectUri: string,
    prompt: 'login' | 'none needed',
  ) => Promise<AuthorizationRequest>
  /** Throws SIGN_IN_FAILED if the response does not match the request. */
  finishAuthorization: (answer: URL, request: Omit<AuthorizationRequest, 'url'>) => Promise<Claims>
}

/** OpenID Connect by the code flow with PKCE. The library and the provider are asked for when first needed. */
export function openOidcProvider(config: OidcSettings): OidcProvider {
  let found: Promise<Configuration> | undefined

  const discover = async (): Promise<Configuration> => {
    const client = await import('openid-client')
    const isPlain = config.issuer.startsWith('http:')
    // The ID token comes by TLS from the provider itself; its signature is checked all the same.
    const checks = [client.enableNonRepudiationChecks]
    return client.discovery(
      new URL(config.issuer),
      config.clientId,
      config.clientSecret,
      undefined,
      // Only this very machine is ever reached without TLS: config.ts sees to that.
      { timeout: 10, execute: isPlain ? [...checks, client.allowInsecureRequests] : checks },
    )
  }
  const configuration = async (): Promise<Configuration> => {
    found ??= discover()
    try {
      return await found
    } catch (cause) {
      // It may be back with the next one who asks.
      found = undefined
      throw new AppError('SIGN_IN_FAILED', `${config.name} does not respond. Try again later.`, {
        cause,
      })
    }
  }

  return {
    name: config.name,
    joinWorkspace: config.joinWorkspace,
    startAuthorization: async (redirectUri, prompt) => {
      const settings = await configuration()
      const client = await import('openid-client')
      const verifier = client.randomPKCECodeVerifier()
      const [state, nonce] = [client.randomState(), client.randomNonce()]
      const url = client.buildAuthorizationUrl(settings, {
        redirect_uri: redirectUri,
        scope: scopeOf(settings, config.groupsClaim),
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // Of all that asks for a fresh sign-in this is what no provider refuses.
        ...(prompt === 'login' ? { max_age: '0' } : {}),
        state,
        nonce,
      })
      return { url: url.href, state, nonce, verifier }
    },
    finishAuthorization: async (answer, { state, nonce, verifier }) => {
      const settings = await configuration()
      const client = await import('openid-client')
      const tokens = await client.authorizationCodeGrant(settings, answer, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const known = tokens.claims()
      if (known === undefined)
        throw new AppError('SIGN_IN_FAILED', 'The provider returned no ID token. Try again.')
      const { groupsClaim } = config
      const isComplete =
        known['email'] !== undefined &&
        (groupsClaim === undefined || known[groupsClaim] !== undefined)
      const more = !isComplete
        ? await client.fetchUserInfo(settings, tokens.access_token, known.sub)
        : {}
      const all = { ...known, ...more }
      return { ...toClaims(all), groups: groupsIn(all, groupsClaim) }
    },
  }
}

/** Some providers send the claim only for the scope of that name, and others reject unknown scopes. */
function scopeOf(settings: Configuration, groupsClaim: string | undefined): string {
  const { scopes_supported: supported = [] } = settings.serverMetadata()
  const hasScope = groupsClaim !== undefined && supported.includes('groups')
  return hasScope ? 'openid email profile groups' : 'openid email profile'
}

/** One group as a text, or several as a list. A provider that sends none says that there are none. */
function groupsIn(
  claims: Record<string, unknown>,
  name: string | undefined,
): readonly string[] | undefined {
  if (name === undefined) return undefined
  return [claims[name]].flat().filter((group) => typeof group === 'string')
}

function toClaims(claims: {
  iss: string
  sub: string
  [name: string]: unknown
}): Omit<Claims, 'groups'> {
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' ? value.trim().slice(0, 100) : ''
  }
  const [first = '', ...rest] = text('name').split(/\s+/)
  const email = claims['email_verified'] === true ? text('email') : ''
  const authTime = claims['auth_time']
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email === '' ? undefined : email,
    firstName: text('given_name') || first || email.split('@')[0] || 'New',
    lastName: text('family_name') || rest.join(' ') || 'Person',
    authenticatedAt: typeof authTime === 'number' ? authTime * 1000 : undefined,
  }
}
