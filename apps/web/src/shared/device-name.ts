/** The names in a `User-Agent`, the most specific first: most browsers also name those below them. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** The browser and the operating system that a `User-Agent` names; null for what is not known. */
export function deviceOf(userAgent: string | null): { browser: string | null; system: string | null } {
  return { browser: firstIn(BROWSERS, userAgent), system: firstIn(SYSTEMS, userAgent) }
}

function firstIn(names: readonly (readonly [string, RegExp])[], text: string | null): string | null {
  return names.find(([, pattern]) => pattern.test(text ?? ''))?.[0] ?? null
}
