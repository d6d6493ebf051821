import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { z } from 'zod'

const GERMAN = join(import.meta.dirname, '../../packages/workspace/src/languages/texts/de.json')
const texts = z.record(z.string(), z.string())

/** Returns the English sentences between brackets, which mark every translated text. */
function bracketed(): Record<string, string> {
  const keys = Object.keys(texts.parse(JSON.parse(readFileSync(GERMAN, 'utf8'))))
  return Object.fromEntries(keys.map((key) => [key, `⟦${key.replace(/_(?:one|other)$/, '')}⟧`]))
}

/** Makes the page speak a made-up language instead of German, from the next load on. */
export async function speakMadeUpLanguage(page: Page): Promise<void> {
  const body = `export default ${JSON.stringify(bracketed())}`
  await page.route(/\/assets\/de-[^/]+\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript; charset=utf-8', body }),
  )
  await page.addInitScript(`localStorage.setItem('language', 'de')`)
}

// Code that runs in the page has no types here: the browser's are not part of this program.
const UNMARKED = String.raw`(() => {
  const outside = (text) => {
    let [rest, depth] = ['', 0]
    for (const letter of text) {
      if (letter === '⟦') depth += 1
      else if (letter === '⟧') depth -= 1
      else if (depth <= 0) rest += letter
    }
    return rest.trim()
  }
  const found = []
  const look = (text, where) => {
    const rest = outside(text ?? '')
    if (/\p{L}{2}/u.test(rest)) found.push(where + ': ' + rest)
  }
  // Languages in their own words, keys to press, code that people have written, and moments, which Intl writes.
  const apart = 'html [lang], kbd, pre, code, script, style, noscript'
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (nodes.nextNode()) {
    const { parentElement: parent, data } = nodes.currentNode
    if (parent.closest(apart) || !parent.checkVisibility()) continue
    // A name in which a hit is marked is one text.
    const holder = parent.closest('mark')?.parentElement ?? parent
    look(holder.querySelector('mark') ? holder.textContent : data, holder.tagName.toLowerCase())
  }
  const isSilent = (name, element) => name.startsWith('aria-') && element.closest('[aria-hidden=true]') !== null
  const spoken = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'placeholder', 'alt']
  for (const name of spoken)
    for (const element of document.querySelectorAll('body [' + name + ']'))
      if (!element.closest(apart) && element.checkVisibility() && !isSilent(name, element))
        look(element.getAttribute(name), name)
  look(document.title, 'title of the page')
  return [...new Set(found)]
})()`

/** Texts that belong to no language: products, addresses, browsers, and moments, which Intl writes in German. */
const SAYS_ITSELF = [
  /(?:^[\w-]+: |· )Cairn$/,
  /^h2: (?:Claude|ChatGPT|VS Code|Cursor)$/,
  /@|https?:\/\//,
  /^[\w-]+: (?:.* · )?(?:Headless)?Chrome\b/,
  /(?:^[\w-]+: |[\s,])\d{1,2}\. \p{Lu}\p{L}+\.?(?: \d{4}.*)?$/u,
  /^[\w-]+: (?:vor|in) \d+ \p{L}+$/u,
]

/** Returns the visible and spoken texts of the page without a translation, with their places. */
export async function unmarkedTexts(page: Page): Promise<readonly string[]> {
  const found = z.array(z.string()).parse(await page.evaluate(UNMARKED))
  return found.filter((text) => !SAYS_ITSELF.some((pattern) => pattern.test(text)))
}
