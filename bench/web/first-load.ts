import { MOST_REQUESTS, requestsOf, scriptsOf, weightOf } from '@cairn/testing/page-weight'
import type { Page } from '@playwright/test'
import { heading, kilobytes, line } from '../support/print.ts'
import { settled, type Visitors } from './visitors.ts'

/** The scripts that a first visit loads, as bytes of gzip: what the browser asked for, weighed on disk. And all requests. */
export async function measureFirstLoad(visitors: Visitors): Promise<void> {
  heading('First load, JavaScript as gzip')
  line('/auth', kilobytes((await visit(await visitors.stranger(), '/auth')).weight), '150 kB')
  const dashboard = await visit(await visitors.member(), '/')
  line('/ as a member', kilobytes(dashboard.weight), '190 kB')
  line('/ as a member, all requests', String(dashboard.requests), String(MOST_REQUESTS))
}

async function visit(page: Page, path: string): Promise<{ weight: number; requests: number }> {
  const scripts = scriptsOf(page)
  const requests = requestsOf(page)
  await settled(page, path)
  await page.context().close()
  return { weight: weightOf(scripts), requests: requests.length }
}
