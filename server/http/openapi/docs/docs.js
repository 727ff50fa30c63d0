// Once a key is known the document is asked for again with it: its examples then carry ids of the caller's
// own. What is generated on this page stands in for the placeholder ids of pages and files from then on.
const documentUrl = '/docs/json'
const placeholders = {
  pageId: '01890000-0000-7000-8000-000000000002',
  fileId: '01890000-0000-7000-8000-000000000004',
}
const generated = {}
let key

const reload = () => ui.specActions.download(documentUrl)

const withGeneratedIds = (body) =>
  Object.entries(generated).reduce(
    (text, [name, id]) => text.replaceAll(placeholders[name], id),
    body,
  )

const ui = globalThis.SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: documentUrl,
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  requestInterceptor: (request) => {
    if (key && request.url.endsWith(documentUrl)) request.headers.Authorization = `Bearer ${key}`
    if (typeof request.body === 'string') request.body = withGeneratedIds(request.body)
    return request
  },
  responseInterceptor: (response) => {
    for (const name of Object.keys(placeholders)) {
      if (response.ok && response.body?.[name]) generated[name] = response.body[name]
    }
    return response
  },
  plugins: [
    {
      statePlugins: {
        auth: {
          wrapActions: {
            authorize: (authorize) => (given) => {
              key = given.key?.value
              reload()
              return authorize(given)
            },
            logout: (logout) => (names) => {
              key = undefined
              reload()
              return logout(names)
            },
          },
        },
      },
    },
  ],
})
