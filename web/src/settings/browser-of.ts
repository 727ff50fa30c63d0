import { securityTexts as t } from './messages.ts'

/** The most specific names first: most browsers also claim to be Chrome or Safari. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** The browser and the system that a user agent names. */
export function browserOf(userAgent: string): { name: string; isPhone: boolean } {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1] ?? t.unknownBrowser
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1]
  const isPhone = /\b(?:iPhone|Mobile)\b/.test(userAgent)
  return { name: system === undefined ? browser : t.browserOn({ browser, system }), isPhone }
}
