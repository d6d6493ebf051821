import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, test } from '@playwright/test'
import { settled } from './screens.ts'

const FOLDER = join(import.meta.dirname, '..', 'trees')

/**
 * Hides the days since the example on the real clock, which depend on the day of the test. `SHOW_TODAY` restores them.
 */
const HIDE_TODAY = `((root) => {
  globalThis.hiddenDays = []
  const hide = (node, text) => {
    hiddenDays.push([node, node.data])
    node.data = text
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode
    const hidden = text.data.replace(/[A-Z][a-z]{2} \\d+, (202[6-9]|20[3-9]\\d)(, \\d+:\\d+ [AP]M)?/g, 'today')
    if (hidden !== text.data) hide(text, hidden)
  }
  for (const [index, day] of root.querySelectorAll('th[scope=row]').entries()) hide(day.firstChild, 'day ' + index)
})(document.body)`
const SHOW_TODAY = 'for (const [node, text] of hiddenDays.toReversed()) node.data = text'

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const SPECIAL = /[.*+?^${}()|[\]\\/]/g

/** Turns the parts that differ from run to run into patterns: ids, and the port in addresses. */
function withoutIds(tree: string): string {
  return tree
    .replace(/"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '/^[0-9a-f-]+$/')
    .replace(/(- code: )[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/gm, '$1/^[0-9a-f-]+$/')
    .replace(/^(\s*- \/url: )"?(.*?)"?$/gm, (line, start: string, url: string) => {
      const plain = url.replace(SPECIAL, '\\$&')
      const pattern = plain.replace(UUID, '[0-9a-f-]+').replace(/localhost:\d+/g, 'localhost:\\d+')
      return pattern === plain ? line : `${start}/^${pattern}$/`
    })
}

/**
 * Expects that a screen reader finds the reviewed content: the file of this name in `e2e/trees`. Leaves the screen
 * unchanged.
 */
export async function expectTree(within: Locator, name: string): Promise<void> {
  const page = within.page()
  await settled(page)
  await page.evaluate(HIDE_TODAY)
  const file = `${name}.yml`
  // The tree that Playwright itself would write lacks parts that its comparison then requires.
  if (test.info().config.updateSnapshots === 'all')
    await writeFile(join(FOLDER, file), `${withoutIds(await within.ariaSnapshot())}\n`)
  else await expect.soft(within, name).toMatchAriaSnapshot({ name: file })
  await page.evaluate(SHOW_TODAY)
}
