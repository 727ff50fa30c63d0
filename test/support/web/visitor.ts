import { users } from '../../../server/store/index.ts'
import { type Answer, contextOf, type Refusal, type TestServer } from '../server.ts'

export const password = 'correct horse battery'

/** Its hash, with the least of memory and passes: verifying a real one takes 40 ms of processor time. */
const hash =
  '$argon2id$v=19$m=8,t=1,p=1$YSBzYWx0IG9mIGEgdGVzdA$jvTvf8djd+93dQRRKHdKCQWbQQx5+Qup59Rb/i5OfGI'

/** Gives a person the password above. */
export async function setPassword({ app }: Pick<TestServer, 'app'>, userId: string): Promise<void> {
  await app.store.transact((transaction) => users.setPassword(transaction, userId, hash))
}

export type Headers = Record<string, string>

/** A browser as far as the server can tell: it keeps cookies and says from which page it asks. */
export type Visitor = {
  post: <Body = Refusal>(path: string, body?: object, headers?: Headers) => Promise<Answer<Body>>
  get: <Body = Refusal>(path: string, headers?: Headers) => Promise<Answer<Body>>
  cookies: Map<string, string>
}

export const ownPage = { origin: 'http://localhost:80', host: 'localhost:80' }

/** The page of the server at its public address, where that is set. */
function pageOf({ app }: Pick<TestServer, 'app'>): Headers {
  const url = URL.parse(contextOf({ app, userId: '' }).publicUrl ?? '')
  return url === null ? ownPage : { origin: url.origin, host: url.host }
}

export function openVisitor(quire: TestServer, own: Headers = pageOf(quire)): Visitor {
  const cookies = new Map<string, string>()
  const send = async <Body>(
    method: 'GET' | 'POST',
    path: string,
    given: Headers,
    payload?: object,
  ): Promise<Answer<Body>> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      ...own,
      ...(cookie === '' ? {} : { cookie }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...given,
    }
    const body = payload === undefined ? {} : { payload: JSON.stringify(payload) }
    const answer = await quire.request<Body>({ method, url: path, headers, ...body })
    for (const line of cookieLines(answer.headers['set-cookie'])) keep(cookies, line)
    return answer
  }
  return {
    post: (path, body = {}, headers = {}) => send('POST', path, headers, body),
    get: (path, headers = {}) => send('GET', path, headers),
    cookies,
  }
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ')
  const [name = '', value = ''] = pair.split('=')
  if (attributes.includes('Max-Age=0')) cookies.delete(name)
  else cookies.set(name, value)
}

/** A browser on which the first person, or another one, is signed in. */
export async function signIn(
  quire: TestServer,
  person: { userId: string; email: string } = { userId: quire.userId, email: 'ada@example.com' },
  own: Headers = pageOf(quire),
): Promise<Visitor> {
  await setPassword(quire, person.userId)
  const visitor = openVisitor(quire, own)
  await visitor.post('/app/session/create', { email: person.email, password })
  return visitor
}

function cookieLines(header: unknown): string[] {
  return [header].flat().filter((line) => typeof line === 'string')
}
