import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** A person as a provider knows them. */
export type Account = {
  subject: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  name?: string
  groups?: string | string[]
}

export type TestProvider = {
  config: {
    issuer: string
    clientId: string
    clientSecret: string
    name: string
    groupsClaim: string | undefined
  }
  /** Who signs in there next. */
  become: (account: Account) => void
  /** What a browser does from the address it is sent to until it is sent back; gives that address. */
  visit: (url: string) => Promise<string>
  close: () => Promise<void>
}

const clientId = 'quire'
const clientSecret = 'a secret of client and provider'

/** A real provider of OpenID Connect on loopback, whose people agree to everything. */
export async function startProvider(redirectUri: string): Promise<TestProvider> {
  let account: Account = { subject: 'nobody' }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // SAFETY: it listens on a port, not on a path.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name', 'groups'],
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['test'] },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => {
        const { subject, ...rest } = account
        return { sub: subject, ...rest }
      },
    }),
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return answer(request, response)
    void (async () => {
      const { params } = await provider.interactionDetails(request, response)
      const grant = new provider.Grant({
        accountId: account.subject,
        clientId: params['client_id'],
      })
      grant.addOIDCScope('openid email profile')
      const result = {
        login: { accountId: account.subject },
        consent: { grantId: await grant.save() },
      }
      await provider.interactionFinished(request, response, result)
    })()
  })
  return {
    config: { issuer, clientId, clientSecret, name: 'Test ID', groupsClaim: undefined },
    become: (other) => {
      account = other
    },
    visit: (url) => follow(url, redirectUri),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function follow(start: string, end: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  for (let hops = 0; hops < 10; hops += 1) {
    if (url.startsWith(end)) return url
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split('; ')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${response.status} at ${url}: ${await response.text()}`)
    url = new URL(location, url).href
  }
  throw new Error(`no end at ${url}`)
}
