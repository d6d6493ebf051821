import { scriptsOf, weightOf } from '@cairn/testing/page-weight'
import type { Page } from '@playwright/test'
import { heading, kilobytes, line } from '../support/print.ts'
import { settled, type Visitors } from './visitors.ts'

/** The scripts that a first visit loads, as bytes of gzip: what the browser asked for, weighed on disk. */
export async function measureFirstLoad(visitors: Visitors): Promise<void> {
  heading('First load, JavaScript as gzip')
  line('/auth', kilobytes(await weigh(await visitors.stranger(), '/auth')), '150 kB')
  line('/ as a member', kilobytes(await weigh(await visitors.member(), '/')), '220 kB')
}

async function weigh(page: Page, path: string): Promise<number> {
  const scripts = scriptsOf(page)
  await settled(page, path)
  await page.context().close()
  return weightOf(scripts)
}
