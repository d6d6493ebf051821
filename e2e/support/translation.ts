import type { Page } from '@playwright/test'

/** How a translation takes a text: it moves it into its own elements, or puts others in its place. */
export type Taking = 'moves' | 'replaces'

/**
 * Has every page translated as Chrome and Edge do it: each text is put into two elements `font`, and again after each
 * change. The words stay, so that a test can read them.
 */
export async function translatePages(page: Page, taking: Taking): Promise<void> {
  await page.addInitScript(translate, taking)
}

function translate(taking: Taking): void {
  const isLeft = (text: Text) =>
    text.data.trim() !== '' && text.parentElement?.closest('script, style, textarea, font') === null
  const font = () => {
    const element = document.createElement('font')
    element.setAttribute('style', 'vertical-align: inherit')
    return element
  }
  const take = (text: Text) => {
    const outer = font()
    const inner = outer.appendChild(font())
    text.replaceWith(outer)
    inner.append(taking === 'moves' ? text : text.data)
  }
  const translateAll = () => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    for (const text of texts.filter(isLeft)) take(text)
  }
  const observer = new MutationObserver(() => {
    translateAll()
    observer.takeRecords()
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}
