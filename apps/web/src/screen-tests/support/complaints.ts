/**
 * `lazyComponent` asks for code only as long as it is not there; React for developers warns of that. A list that
 * becomes smaller while it is measured is measured once more in the next frame, and Chromium says so.
 */
const KNOWN = /This library called use\(\) to suspend in a previous render|ResizeObserver loop completed/

let heard: string[] = []
let expected: RegExp[] = []

/** Notes what the console shows. */
export function hear(...said: readonly unknown[]): void {
  const text = said.map(String).join(' ')
  if (!KNOWN.test(text)) heard.push(text)
}

/** Says that this test provokes a complaint. The test fails where it does not come, as with any other that comes. */
export function expectComplaint(pattern: RegExp): void {
  expected.push(pattern)
}

/** The complaints that nobody expected, and the expected ones that did not come. Forgets them all. */
export function surprises(): string[] {
  const unexpected = heard.filter((text) => !expected.some((pattern) => pattern.test(text)))
  const missing = expected.filter((pattern) => !heard.some((text) => pattern.test(text)))
  heard = []
  expected = []
  return [...unexpected, ...missing.map((pattern) => `not heard: ${pattern}`)]
}
