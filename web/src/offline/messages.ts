import { texts } from '../lib/texts.ts'

export const t = texts('offline', {
  offline:
    'You are offline. What you see may be out of date. Your changes are sent when you are back online.',
  notResponding:
    'The server is not responding. What you see may be out of date. Your changes are sent when it responds again.',
  pageAsOf: 'You see this page as it was on {time}.',
})
