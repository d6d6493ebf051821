import { textsOf } from '@cairn/workspace/languages/languages'
import i18n from 'i18next'
import { expect } from 'vitest'
import { settled } from './look.ts'
import { ACCOUNT } from './people.ts'

/** Makes the app speak a made-up language instead of German: the English sentences between brackets. */
export async function speakMadeUpLanguage(): Promise<void> {
  const sentences = Object.keys(await textsOf('de'))
  const texts = sentences.map((key) => [key, `⟦${key.replace(/_(?:one|other)$/, '')}⟧`])
  i18n.removeResourceBundle('de', 'translation')
  i18n.addResourceBundle('de', 'translation', Object.fromEntries(texts))
}

/** Lets German be German again. */
export function forgetMadeUpLanguage(): void {
  i18n.removeResourceBundle('de', 'translation')
}

/** Words that the app translates although the data has them. */
const TRANSLATED = new Set(['platform', 'source', 'userAgent'])

/** Puts what people have written between the same brackets: anything with a capital letter or a space. */
function marked(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    const isWritten =
      /^[^/]*(?:\p{Lu}|\s)/u.test(value) && !/^\d{4}-|^Europe\/|^Mozilla|^Designer$/.test(value)
    return isWritten && !TRANSLATED.has(key) ? `⟦${value}⟧` : value
  }
  if (Array.isArray(value)) return value.map((item) => marked(item, key))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, marked(part, name)]))
}

/** A workspace in which everything that people have written stands between the same brackets. */
export function markedWorkspace<Part extends object>(part: Part): Part {
  const known = new Map<PropertyKey, unknown>()
  return new Proxy(part, {
    get(target, name) {
      if (!known.has(name))
        known.set(name, name === 'connection' ? Reflect.get(target, name) : markedPart(target, name))
      return known.get(name)
    },
  })
}

/** The same of a part of it: an object of procedures, or a procedure, whose answer is marked. */
function markedPart(target: object, name: PropertyKey): unknown {
  const value: unknown = Reflect.get(target, name)
  if (typeof value === 'function')
    return async (...given: unknown[]) => marked(await Reflect.apply(value, target, given))
  return typeof value === 'object' && value !== null ? markedWorkspace(value) : value
}

/** The text outside of all brackets. */
function outside(text: string): string {
  let rest = ''
  let depth = 0
  for (const letter of text) {
    if (letter === '⟦') depth += 1
    else if (letter === '⟧') depth -= 1
    else if (depth <= 0) rest += letter
  }
  return rest.trim()
}

/** Languages in their own words, keys to press, code that people have written, and moments, which Intl writes. */
const APART = 'html [lang], kbd, pre, code, script, style, noscript'
const SPOKEN = [
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
]

/** The texts that the screen shows, each with the element that holds it. */
function* shownTexts(): Generator<[where: string, text: string]> {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (nodes.nextNode()) {
    const { parentElement: parent, textContent } = nodes.currentNode
    if (!textContent?.trim() || parent === null || parent.closest(APART) || !parent.checkVisibility())
      continue
    // A name in which a hit is marked is one text.
    const holder = parent.closest('mark')?.parentElement ?? parent
    const text = holder.querySelector('mark') ? holder.textContent : textContent
    yield [holder.tagName.toLowerCase(), text ?? '']
  }
}

/** The texts that only a screen reader tells, and the title of the page. */
function* spokenTexts(): Generator<[where: string, text: string]> {
  for (const name of SPOKEN)
    for (const element of document.querySelectorAll(`body [${name}]`)) {
      const isSilent = name.startsWith('aria-') && element.closest('[aria-hidden=true]') !== null
      if (!element.closest(APART) && element.checkVisibility() && !isSilent)
        yield [name, element.getAttribute(name) ?? '']
    }
  yield ['title of the page', document.title]
}

/** Texts that belong to no language: the account, products, addresses, browsers, and moments, which Intl writes in German. */
const SAYS_ITSELF = [
  new RegExp(`^span: ${ACCOUNT.name}$`),
  /(?:^[\w-]+: |· )Cairn$/,
  /^h2: (?:Claude|ChatGPT|VS Code|Cursor)$/,
  /@|https?:\/\//,
  /^[\w-]+: (?:.* · )?(?:(?:Headless)?Chrome|Safari)\b/,
  /^[\w-]+: (?:Power Platform|[\w.]+\.example)$/,
  // Tags, units and details that the examples write in small letters.
  /^[\w-]+: (?:customers|finance|(?:180 |· )?users|environments:?|signIn:?|\["production"(?:,"sandbox")?\])$/,
  /(?:^[\w-]+: |[\s,])\d{1,2}\. \p{Lu}\p{L}+\.?(?: \d{4}.*)?$/u,
  /^[\w-]+: (?:vor|in) \d+ \p{L}+$/u,
]

/** The visible and spoken texts of the screen without a translation, with their places. */
function unmarkedTexts(): string[] {
  const found = [...shownTexts(), ...spokenTexts()]
    .map(([where, text]) => [where, outside(text)] as const)
    .filter(([, rest]) => /\p{L}{2}/u.test(rest))
    .map(([where, rest]) => `${where}: ${rest}`)
  return [...new Set(found)].filter((text) => !SAYS_ITSELF.some((pattern) => pattern.test(text)))
}

/** Fails with the texts of the screen that went past the translations. */
export async function expectTranslated(what: string): Promise<void> {
  await settled()
  await expect.poll(unmarkedTexts, { message: what }).toEqual([])
}
