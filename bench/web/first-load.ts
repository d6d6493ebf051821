import {
  builtScripts,
  MOST_REQUESTS,
  MOST_SCRIPTS,
  NEVER_IDLE,
  requestsOf,
  scriptsOf,
  weightOf,
} from '@cairn/testing/page-weight'
import type { Page } from '@playwright/test'
import { heading, kilobytes, line } from '../support/print.ts'
import { settled, type Visitors } from './visitors.ts'

/** The scripts that a first visit loads, as bytes of gzip: what the browser asked for, weighed on disk. And all requests. Other screens are fetched later. */
export async function measureFirstLoad(visitors: Visitors): Promise<void> {
  const all = builtScripts()
  heading('The build')
  line('JavaScript files', String(all.size), String(MOST_SCRIPTS))
  line('JavaScript as gzip', kilobytes(weightOf(all)))
  heading('First load, JavaScript as gzip')
  line('/auth', kilobytes((await visit(await visitors.stranger(), '/auth')).weight), '170 kB')
  const dashboard = await visit(await visitors.member(), '/')
  line('/ as a member', kilobytes(dashboard.weight), '260 kB')
  line('/ as a member, all requests', String(dashboard.requests), String(MOST_REQUESTS))
}

async function visit(page: Page, path: string): Promise<{ weight: number; requests: number }> {
  await page.addInitScript(NEVER_IDLE)
  const scripts = scriptsOf(page)
  const requests = requestsOf(page)
  await settled(page, path)
  await page.context().close()
  return { weight: weightOf(scripts), requests: requests.length }
}
