/** More particular names first: most browsers claim to be Chrome or Safari too. */
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

/** A browser in the words of a person, from what it says of itself. */
export function browserOf(userAgent: string): { name: string; isPhone: boolean } {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1] ?? 'A browser'
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1]
  const isPhone = /\b(?:iPhone|Mobile)\b/.test(userAgent)
  return { name: system === undefined ? browser : `${browser} on ${system}`, isPhone }
}
