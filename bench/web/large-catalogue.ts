import type { Page } from '@playwright/test'
import type postgres from 'postgres'
import { z } from 'zod'
import { heading, line, milliseconds } from '../support/print.ts'
import { answered, FIRST_ROW_IS_THERE, filter, leaveFilter, measured } from './in-page.ts'
import type { Visitors } from './visitors.ts'

const SYSTEMS = 50_000

/** Measures typical work with 50,000 systems. */
export async function measureLargeCatalogue(
  visitors: Visitors,
  database: postgres.Sql,
  personId: string,
): Promise<void> {
  heading(`An account with ${SYSTEMS.toLocaleString('en')} systems, in the browser`)
  await arrange(database, personId)
  const page = await visitors.member()
  await page.goto('/')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.waitForLoadState('networkidle')
  line('opens, from the menu', milliseconds(await open(page)), '1 s')
  line('scrolls', `${Math.round(await framesWhileScrolling(page))} frames/s`, '55 frames/s')
  await page.evaluate('window.scrollTo(0, 0)')
  for (const [text, what] of [
    ['49999', 'the filter answers, one fits'],
    ['portal', 'the filter answers, 10,000 fit'],
    ['zz', 'the filter answers, two letters'],
  ] as const)
    line(what, milliseconds(await filter(page, text)), '100 ms')
  await leaveFilter(page, 'Filter systems', SYSTEMS)
  for (const column of ['Created', 'Owner'])
    line(`orders by ${column.toLowerCase()}`, milliseconds(await sort(page, column)), '100 ms')
  await page.context().close()
}

async function arrange(database: postgres.Sql, personId: string): Promise<void> {
  await database.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into public.systems (account_id, name, description, owner_id, created_at)
      select
        m.account_id, (array['Ledger', 'Payroll', 'Portal', 'Archive', 'Gateway'])[1 + n % 5] || ' ' || n,
        'Keeps what a team needs at hand', case when n % 3 = 0 then m.user_id end, now() - n * interval '1 hour'
      from public.account_members m, generate_series(1, ${SYSTEMS}::integer) n
      where m.user_id = ${personId}`
    await tx`select private.recount_account(m.account_id) from public.account_members m where m.user_id = ${personId}`
  })
  await database`vacuum (analyze) private.records`
}

async function open(page: Page): Promise<number> {
  return measured(page, `document.querySelector('nav a[href="/systems"]').click()`, FIRST_ROW_IS_THERE)
}

async function framesWhileScrolling(page: Page): Promise<number> {
  const frames = await page.evaluate(`
    new Promise((resolve) => {
      const began = performance.now()
      let frames = 0
      const step = () => {
        window.scrollBy(0, 120)
        frames += 1
        const passed = performance.now() - began
        if (passed < 3000) requestAnimationFrame(step)
        else resolve((frames * 1000) / passed)
      }
      requestAnimationFrame(step)
    })`)
  return z.number().parse(frames)
}

async function sort(page: Page, column: string): Promise<number> {
  return measured(
    page,
    `Array.from(document.querySelectorAll('th button')).find((button) => button.textContent === '${column}').click()`,
    answered(),
  )
}
