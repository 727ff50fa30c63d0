import { catalogue } from '../../../../messages/catalogue.ts'

/** What a browser without JavaScript shows, in each language below the other. */
export const noscriptMessages = catalogue('noscript', {
  needed: 'Quire needs JavaScript. Turn it on in your browser, then reload this page.',
})
