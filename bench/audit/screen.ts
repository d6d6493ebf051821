import { readFile } from 'node:fs/promises'
import { residentMemory } from '@cairn/testing/resident-memory'
import type { ServerProcess } from '@cairn/testing/server-process'
import type { Page } from '@playwright/test'
import { extent } from '../support/extent.ts'
import { line, megabytes, milliseconds } from '../support/print.ts'
import { measured } from '../web/in-page.ts'

const TAB_MS = 1_000
const FILTER_MS = 300
const MEMORY_BYTES = 200 * 1024 * 1024
const EXPORTED = extent(100_000, 5_000)
const EXPORT_WITHIN_MS = 600_000
const LOOK_AGAIN_MS = 100

// A tab is activated by the press of the pointer.
const OPEN_TAB = `Array.from(document.querySelectorAll('[role="tab"]'))
  .find((tab) => tab.textContent === 'Audit Log')
  .dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))`
const ENTRIES = `document.querySelectorAll('[aria-label="Audit log entries"] li')`
const CHOOSE_FAILURES = `
  const action = document.querySelector('select:has(option[value="failed_login"])')
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(action, 'failed_login')
  action.dispatchEvent(new Event('change', { bubbles: true }))`
const ONLY_FAILURES = `${ENTRIES}.length === 100
  && Array.from(${ENTRIES}).every((entry) => entry.textContent.includes('Sign-in failed'))`

/**
 * Measures the waits of an admin at the security tab: its entries, a filter, an export; and the server's memory
 * meanwhile.
 */
export async function measureScreen(page: Page, server: ServerProcess): Promise<void> {
  await page.goto('/settings/security')
  await page.getByRole('tab', { name: 'Audit Log' }).waitFor()
  await page.waitForLoadState('networkidle')
  hold('the tab opens, in the browser', await measured(page, OPEN_TAB, `${ENTRIES}.length === 100`), TAB_MS)
  await page.waitForLoadState('networkidle')
  hold('a filter, in the browser', await measured(page, CHOOSE_FAILURES, ONLY_FAILURES), FILTER_MS)
  await page.goto('/settings/security?view=log')
  await measureExport(page, server)
}

/** Exports the newest 100,000 entries as CSV, and counts them in the file. */
async function measureExport(page: Page, server: ServerProcess): Promise<void> {
  let most = residentMemory(server.pid)
  const looking = setInterval(() => {
    most = Math.max(most, residentMemory(server.pid))
  }, LOOK_AGAIN_MS)
  const began = performance.now()
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download', { timeout: EXPORT_WITHIN_MS })
  await page.getByRole('menuitem', { name: 'As CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const took = performance.now() - began
  clearInterval(looking)
  // The heading stands above the entries.
  const entries = file.trimEnd().split('\r\n').length - 1
  line('entries exported, in', `${entries}, ${milliseconds(took)}`, String(EXPORTED))
  line('most memory of the server meanwhile', megabytes(most), megabytes(MEMORY_BYTES))
  if (entries !== EXPORTED || most > MEMORY_BYTES) process.exitCode = 1
}

function hold(what: string, ms: number, aim: number): void {
  line(what, milliseconds(ms), milliseconds(aim))
  if (ms > aim) process.exitCode = 1
}
