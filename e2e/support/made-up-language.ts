import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { z } from 'zod'

const GERMAN = join(import.meta.dirname, '../../packages/workspace/src/languages/texts/de.json')
const texts = z.record(z.string(), z.string())

/** The English sentences between brackets: whatever has been translated shows it. */
function bracketed(): Record<string, string> {
  const keys = Object.keys(texts.parse(JSON.parse(readFileSync(GERMAN, 'utf8'))))
  return Object.fromEntries(keys.map((key) => [key, `⟦${key.replace(/_(?:one|other)$/, '')}⟧`]))
}

/** Lets the page speak a made-up language in the place of German. It counts from the next load on. */
export async function speakMadeUpLanguage(page: Page): Promise<void> {
  const body = `export default ${JSON.stringify(bracketed())}`
  await page.route(/\/assets\/de-[^/]+\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript; charset=utf-8', body }),
  )
  await page.addInitScript(`localStorage.setItem('language', 'de')`)
}

// What runs in the page has no types here: the browser's are not part of this program.
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
  // Languages in their own words, keys to press, what people have written as code, and moments, which Intl writes.
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

/** What does not speak any language: products, addresses, browsers, and moments, which Intl writes in German. */
const SAYS_ITSELF = [
  /(?:^[\w-]+: |· )Cairn$/,
  /^h2: (?:Claude|ChatGPT|VS Code|Cursor)$/,
  /@|https?:\/\//,
  /^[\w-]+: (?:.* · )?(?:Headless)?Chrome\b/,
  /(?:^[\w-]+: |[\s,])\d{1,2}\. \p{Lu}\p{L}+\.?(?: \d{4}.*)?$/u,
  /^[\w-]+: (?:vor|in) \d+ \p{L}+$/u,
]

/** The visible and spoken texts of the page that are in no language, with the place where they stand. */
export async function unmarkedTexts(page: Page): Promise<readonly string[]> {
  const found = z.array(z.string()).parse(await page.evaluate(UNMARKED))
  return found.filter((text) => !SAYS_ITSELF.some((pattern) => pattern.test(text)))
}
