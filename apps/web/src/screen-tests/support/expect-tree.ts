import { expect } from 'vitest'
import { commands } from 'vitest/browser'
import { settled } from './look.ts'

/** Expects that a screen reader finds the reviewed content: the file of this name in `screen-tests/trees`. */
export async function expectTree(selector: string, name: string): Promise<void> {
  await settled()
  const { found, reviewed } = await commands.tree(selector, name)
  if (found === reviewed) return
  // It may still have been on its way.
  await expect
    .poll(() => commands.tree(selector, name), { message: name })
    .toEqual({ found: reviewed, reviewed })
}
