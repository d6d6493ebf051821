import { fillLargeAccount } from '@cairn/testing/large-account'
import { givePasswords } from '@cairn/testing/people'
import type { Browser, Page } from '@playwright/test'
import type postgres from 'postgres'
import { heading, line, milliseconds } from '../support/print.ts'
import { FIRST_ROW_IS_THERE, filter, leaveFilter, measured } from './in-page.ts'
import { measurePaintOf } from './paint.ts'
import { measurePalette } from './palette.ts'
import { measureSlowProcessor } from './slow-processor.ts'
import { signedIn } from './visitors.ts'

const SIZE = { system: 1_200, solution: 600, agent: 600, automation: 600, binned: 300 }

/** Measures the daily work of an admin of 200 people and 3,000 records. */
export async function measureRealSize(browser: Browser, url: string, database: postgres.Sql): Promise<void> {
  const { email, personId } = await arrange(database)
  const admin = await signedIn(browser, url, email)
  heading('An account with 200 members and 3,000 records, its dashboard')
  await measurePaintOf('/ as an admin', '/', admin.member)
  heading('The same account, its systems')
  const page = await admin.member()
  await page.goto('/')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.waitForLoadState('networkidle')
  const opened = await measured(
    page,
    `document.querySelector('nav a[href="/systems"]').click()`,
    FIRST_ROW_IS_THERE,
  )
  line('opens, from the menu', milliseconds(opened), '1 s')
  line('the filter answers', milliseconds(await filter(page, 'portal')), '100 ms')
  await leaveFilter(page, 'Filter systems', SIZE.system)
  line('details open', milliseconds(await openDetails(page)), '100 ms')
  await page.keyboard.press('Escape')
  line('a change is saved', milliseconds(await save(page)), '300 ms')
  await page.context().close()
  await measurePalette(admin, 'The same account, its command palette')
  await measureSlowProcessor(admin, database, personId, SIZE.system)
}

/** Arranges the account; returns its admin, and the address with which they sign in. */
async function arrange(database: postgres.Sql): Promise<{ email: string; personId: string }> {
  const { personId, accountId } = await fillLargeAccount(database, SIZE)
  const [person] = await database<[{ email: string }]>`
    insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
    select id, email, now(), jsonb_build_object('name', name) from public.profiles where id = ${personId}
    returning email`
  await givePasswords(database)
  await database`select private.recount_account(${accountId})`
  await database`vacuum (analyze)`
  return { email: person.email, personId }
}

function openDetails(page: Page): Promise<number> {
  return measured(
    page,
    `document.querySelector('tr[aria-rowindex="2"] [data-row-title]').click()`,
    `document.querySelector('[role="dialog"] h2') !== null`,
  )
}

async function save(page: Page): Promise<number> {
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: 'Edit System' })
  await form.getByLabel('Description').fill('Keeps what everybody needs at hand.')
  return measured(
    page,
    `Array.from(document.querySelectorAll('[role="dialog"] button')).find((button) => button.textContent === 'Save Changes').click()`,
    `document.querySelector('[role="dialog"] form') === null`,
  )
}
