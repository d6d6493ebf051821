import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type {} from '@vitest/browser-playwright'
import type { BrowserCommand } from 'vitest/node'

const FOLDER = join(import.meta.dirname, '..', 'trees')

interface Trees {
  /** The reviewed one; null where nobody has reviewed any. */
  reviewed: string | null
  found: string
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Reads the content that a screen reader finds within an element, and the reviewed one of this name. */
    tree: (selector: string, name: string) => Promise<Trees>
  }
}

/** Replaces what differs from run to run: ids, and the port in addresses. */
function withoutIds(tree: string): string {
  return tree
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(id)')
    .replace(/localhost:\d+/g, 'localhost:(port)')
}

const STANDS_FOR_MS = 1_500

/** Reads a tree that is written down: the one that stays, not one in which a part is still missing. */
async function standing(read: () => Promise<string>): Promise<string> {
  const before = await read()
  await wait(STANDS_FOR_MS)
  return (await read()) === before ? before : standing(read)
}

/** Runs beside Playwright, outside of the page. With `--update` the trees are written anew (`npm run trees`). */
export const tree: BrowserCommand<[selector: string, name: string]> = async (
  { frame, project },
  selector,
  name,
): Promise<Trees> => {
  const within = (await frame()).locator(selector)
  const read = async () => `${withoutIds(await within.ariaSnapshot())}\n`
  const file = join(FOLDER, `${name}.yml`)
  if (project.vitest.snapshot.options.updateSnapshot === 'all') await writeFile(file, await standing(read))
  const found = await read()
  return { found, reviewed: await readFile(file, 'utf8').catch(() => null) }
}
