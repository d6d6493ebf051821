import type { Page } from '@playwright/test'
import type postgres from 'postgres'
import { extent } from '../support/extent.ts'
import { heading, line, milliseconds } from '../support/print.ts'
import { filter, leaveFilter, measured } from './in-page.ts'
import type { Visitors } from './visitors.ts'

const TIMES = extent(5, 1)
const CPU_SLOWDOWN = 4
const LINES = 1_000
/** Another one each time: the rows of a filter that was used before are still at hand. */
const FILTERS = ['portal', 'porta', 'port', 'por', 'po']

const FIRST_ROW = `document.querySelector('tr[aria-rowindex="2"] [data-row-title]')`
const EDITOR = `document.querySelector('[data-properties] textarea')`
const PROPERTY = `document.querySelector('[data-property][aria-label="Change Description"]')`
const SAVE = `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }))`
const IS_SAVED = `Array.from(document.querySelectorAll('[role="region"] li')).some((toast) => toast.textContent.includes('Description changed'))`
const INBOX = 'ul[aria-label="Waiting for you"]'

/**
 * Measures the daily work of a user with a slow processor, from press to seen: a filter, an editor in its place, its
 * save, and an inbox of 1,000 lines. The medians.
 */
export async function measureSlowProcessor(
  visitors: Visitors,
  database: postgres.Sql,
  person: string,
  systems: number,
): Promise<void> {
  heading(`The same account, CPU ${CPU_SLOWDOWN} times slower, median of ${TIMES}`)
  await arrangeInbox(database, person)
  const page = await slowed(await visitors.member())
  await openFromMenu(page, '/systems', `${FIRST_ROW} !== null`)
  let asked = 0
  const filtered = await median(() => filterOnce(page, systems, FILTERS[asked++] ?? ''))
  line('the filter answers', milliseconds(filtered), '100 ms')
  await measured(page, `${FIRST_ROW}.click()`, `${PROPERTY} !== null`)
  const saves: number[] = []
  const edited = await median(async () => {
    const took = await measured(page, `${PROPERTY}.click()`, `document.activeElement === ${EDITOR}`)
    saves.push(await save(page, `Keeps ${saves.length}`))
    return took
  })
  line('an editor opens in its place', milliseconds(edited), '100 ms')
  line('what was typed in it is saved', milliseconds(middle(saves)), '200 ms')
  await page.context().close()
  const opened = await median(() => openInbox(visitors))
  line(`an inbox of ${LINES.toLocaleString('en')} lines opens`, milliseconds(opened), '300 ms')
}

/** Gives a person so many lines: contracts that renew within two months. */
async function arrangeInbox(database: postgres.Sql, person: string): Promise<void> {
  await database.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      update public.systems s set owner_id = ${person}, renews_on = current_date + 30
      where s.id in (select id from public.systems where account_id = (
        select account_id from public.profiles where id = ${person}
      ) order by id limit ${LINES})`
  })
  await database`vacuum (analyze) private.records`
}

async function slowed(page: Page): Promise<Page> {
  await page.goto('/')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.waitForLoadState('networkidle')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}

const openFromMenu = (page: Page, path: string, condition: string) =>
  measured(page, `document.querySelector('nav a[href="${path}"]').click()`, condition)

async function filterOnce(page: Page, systems: number, text: string): Promise<number> {
  const took = await filter(page, text)
  await leaveFilter(page, 'Filter systems', systems)
  return took
}

/** Types another description and saves it by its keys: until the message that it is saved. */
async function save(page: Page, text: string): Promise<number> {
  await page.locator('[data-properties] textarea').fill(text)
  const took = await measured(page, SAVE, IS_SAVED)
  await page
    .getByRole('region', { name: 'Notifications (F8)' })
    .getByRole('button', { name: 'Close' })
    .click()
  await page.getByText('Description changed', { exact: true }).waitFor({ state: 'detached' })
  return took
}

/** Opens the inbox from the menu, the first time on a page: until its first lines stand there. */
async function openInbox(visitors: Visitors): Promise<number> {
  const page = await slowed(await visitors.member())
  const took = await openFromMenu(page, '/notifications', `document.querySelector('${INBOX} li') !== null`)
  await page.context().close()
  return took
}

async function median(measure: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < TIMES; time += 1) times.push(await measure())
  return middle(times)
}

function middle(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN
}
