import { expect, type Page } from '@playwright/test'
import type postgres from 'postgres'
import { exampleWorks } from '../example-works.ts'
import { chooseInListMenu } from '../list-menu.ts'
import { settled } from '../screens.ts'
import { keepSignIn } from '../test.ts'
import { arrangeFound, arrangeReports, arrangeWebhooks } from './arranged.ts'
import type { Picture } from './pictures.ts'

/** Leads a page to the state that its picture shows. */
export type Scene = (page: Page, database: postgres.Sql) => Promise<void>
type Scenes = Partial<Record<Picture, Scene>>

/** Goes to an address and waits for what stands on it; toasts of before are gone. */
async function visit(page: Page, path: string, heading: string): Promise<void> {
  // The lines behind the door come over the network, too.
  await page.goto(path, { waitUntil: path.startsWith('/auth') ? 'networkidle' : 'load' })
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  await settled(page)
}

/** Opens a window and waits for it: it may be one that loads on demand. */
async function openWindow(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** The door, and what stands between it and the workspace. */
export const OF_THE_DOOR: Scenes = {
  'auth-login': (page) => visit(page, '/auth', 'Cairn'),
  'auth-sign-up': async (page) => {
    await visit(page, '/auth', 'Cairn')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await page.getByLabel('First Name').fill('Ada')
    await page.getByLabel('Last Name').fill('Example')
    await page.getByLabel('Email', { exact: true }).fill('ada@new-example.example')
    await page.getByLabel('Password', { exact: true }).fill('Correct-Horse')
    await expect(page.getByLabel('Account Name')).toBeVisible()
  },
  'auth-second-factor': async (page, database) => {
    const person = await exampleWorks(database, { domain: 'factors.example', isEmpty: true })
    await database`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret_sealed)
      select gen_random_uuid(), id, 'Phone', 'totp', 'verified', 'example' from auth.users where email = ${person.email}`
    await keepSignIn(page, person)
    await page.goto('/')
    await expect(page.getByLabel('Code')).toBeFocused()
  },
}

/** A list of applications, as a spreadsheet keeps it. */
const LIST = [
  'Application,Purpose,Owner,State,Contract end',
  'Billing,Invoices and reminders,ada@works.example,Live,2027-03-31',
  'Warehouse GmbH,Stock and deliveries,,Live,2027-06-30',
  'Time Clock,Working hours,kim@works.example,Maintenance,soon',
  'Expenses,Receipts of journeys,kim@works.example,Live,2027-09-30',
].join('\n')

async function showColumns(page: Page): Promise<void> {
  await visit(page, '/import?kind=system', 'Import')
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'applications.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Columns and fields' })).toBeVisible()
}

async function showSystems(page: Page): Promise<void> {
  await visit(page, '/systems', 'Systems')
  await expect(page.getByRole('link', { name: 'Billing', exact: true })).toBeVisible()
}

async function showSolutions(page: Page): Promise<void> {
  await visit(page, '/solutions', 'Solutions')
  await expect(page.getByRole('link', { name: 'Customer 360', exact: true })).toBeVisible()
}

async function showTeam(page: Page): Promise<void> {
  await visit(page, '/team', 'Team Directory')
  await expect(page.getByText('Ben Sample', { exact: true })).toBeVisible()
}

/** A full workspace. */
export const OF_WORKS: Scenes = {
  dashboard: async (page) => {
    await visit(page, '/dashboard', 'Dashboard')
    await expect(page.getByText('Just now')).toBeVisible()
  },
  notifications: (page) => visit(page, '/notifications', 'Yesterday'),
  systems: showSystems,
  'systems-edit': async (page) => {
    await showSystems(page)
    await openWindow(page, 'Edit Billing')
  },
  'systems-delete': async (page) => {
    await showSystems(page)
    await page.getByRole('button', { name: 'Delete Billing' }).click()
    await expect(page.getByText('No longer listed as its experts')).toBeVisible()
  },
  'systems-detail': async (page) => {
    await showSystems(page)
    await page.getByRole('link', { name: 'Billing', exact: true }).click()
    const details = page.getByRole('dialog', { name: 'Billing' })
    await expect(details.getByRole('list', { name: 'System Experts' })).toBeVisible()
  },
  solutions: showSolutions,
  'solutions-detail': async (page) => {
    await showSolutions(page)
    await page.getByRole('link', { name: 'Customer 360', exact: true }).click()
    const details = page.getByRole('dialog', { name: 'Customer 360' })
    await expect(details.getByRole('list', { name: 'Related Agents' })).toBeVisible()
  },
  'agents-detail': async (page) => {
    await visit(page, '/agents', 'Agents')
    await openWindow(page, 'Details of Support Assistant')
  },
  team: showTeam,
  'team-member': async (page) => {
    await showTeam(page)
    await page.getByRole('button', { name: 'Ben Sample' }).click()
    await expect(page.getByRole('link', { name: 'Billing' }).first()).toBeVisible()
  },
  search: async (page) => {
    await visit(page, '/search?q=con', 'Search')
    await expect(page.getByRole('link', { name: 'Contract Reader' })).toBeVisible()
  },
  palette: async (page) => {
    await visit(page, '/search?q=con', 'Search')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('con')
    await expect(page.getByRole('option', { name: 'Contract Reader' })).toBeVisible()
  },
  'import-columns': showColumns,
  'import-check': async (page) => {
    await showColumns(page)
    await page.getByRole('button', { name: 'Check 4 Rows' }).click()
    await expect(page.getByRole('list', { name: 'Rows' })).toBeVisible()
  },
  export: async (page) => {
    await showSystems(page)
    await chooseInListMenu(page, 'Export')
    await expect(page.getByRole('dialog', { name: 'Export: Systems' })).toBeVisible()
  },
}

/** A workspace with what scripts, runs and webhooks bring. */
export const OF_REPORTS: Scenes = {
  found: async (page, database) => {
    await arrangeFound(database, 'reports.example')
    await visit(page, '/discovery', 'Discovery')
    await expect(page.getByRole('list', { name: 'Not registered yet' }).getByRole('listitem')).toHaveCount(3)
  },
  'automations-heartbeats': async (page, database) => {
    await arrangeReports(database, 'reports.example')
    await visit(page, '/automations', 'Automations')
    await expect(page.getByText('Failing').first()).toBeVisible()
  },
  'settings-webhooks-log': async (page, database) => {
    await arrangeWebhooks(database, 'reports.example')
    await visit(page, '/settings/webhooks', 'Webhooks')
    await page.getByRole('link', { name: 'Asset inventory' }).click()
    await expect(page.getByRole('table', { name: 'Log' })).toBeVisible()
  },
}

/** A workspace with fields, tags, links and views. */
export const OF_FIELDS: Scenes = {
  'systems-grouped': async (page) => {
    await visit(page, '/systems?group=lifecycle&cols=name,owner,tags,cost_per_month,renews_on', 'Systems')
    await expect(page.getByRole('button', { name: /^Phasing Out/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Filter by core' }).first()).toBeVisible()
  },
  'systems-filter-choice': async (page) => {
    await visit(page, '/systems?where=own.hosting.is.cloud&where=own.seats.after.10', 'Systems')
    await expect(page.getByRole('link', { name: 'Data Warehouse', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await expect(page.getByRole('listbox', { name: 'Filter by' })).toBeVisible()
  },
  'systems-page': async (page) => {
    await showSystems(page)
    await page.getByRole('link', { name: 'Billing', exact: true }).click()
    await page.getByRole('dialog', { name: 'Billing' }).getByRole('link', { name: 'Open as page' }).click()
    await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible()
  },
  'settings-fields': (page) => visit(page, '/settings/fields', 'Fields'),
}

/** A workspace that has just begun. */
export const OF_BEGINNERS: Scenes = {
  'settings-security': (page) => visit(page, '/settings/security', 'Active sessions'),
  'welcome-products': (page) => visit(page, '/welcome?step=products', 'What does your organization use?'),
  'not-found': (page) => visit(page, '/nowhere', 'Page Not Found'),
  menu: async (page) => {
    await visit(page, '/nowhere', 'Page Not Found')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  },
}
