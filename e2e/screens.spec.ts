import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type postgres from 'postgres'
import { arrangeFields } from './support/example-fields.ts'
import { EXAMPLE_NOW, exampleWorks } from './support/example-works.ts'
import { settled } from './support/screens.ts'
import { expect, keepSignIn, signIn, test } from './support/test.ts'

// Not a test but a camera: `npm run screens` renews the pictures of docs/use/screens.

const FOLDER = join(import.meta.dirname, '..', 'docs', 'use', 'screens')

const VARIANTS = [
  { variant: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { variant: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { variant: 'phone', colorScheme: 'light', viewport: { width: 375, height: 740 } },
] as const

type Shoot = (screen: string) => Promise<void>

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

async function shootDoor(page: Page, shoot: Shoot): Promise<void> {
  await visit(page, '/auth', 'Cairn')
  await shoot('auth-login')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('Example')
  await page.getByLabel('Email', { exact: true }).fill('ada@new-example.example')
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse')
  await expect(page.getByLabel('Account Name')).toBeVisible()
  await shoot('auth-sign-up')
  // The three variants would ask more often than the limit allows.
  await page.route('**/auth/v1/recover**', (route) => route.fulfill({ json: {} }))
  await visit(page, '/auth/forgot-password', 'Forgot password?')
  await page.getByLabel('Email', { exact: true }).fill('ada@new-example.example')
  await shoot('auth-forgot-password')
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await shoot('auth-code')
  await page.route('**/auth/v1/verify/peek', (route) =>
    route.fulfill({
      json: { user: { id: 'x', email: 'ada@new-example.example' }, new_email: null, needed: 'password' },
    }),
  )
  await visit(page, '/auth/confirm?token_hash=example&type=signup', 'Confirm your email address')
  await shoot('auth-confirm')
  await visit(page, '/auth/confirm', 'This link does not work')
  await shoot('auth-confirm-failed')
}

/** The door of an installation that has other providers too, and what stands between it and the workspace. */
async function shootOtherWays(page: Page, database: postgres.Sql, shoot: Shoot): Promise<void> {
  const settings = { external: { google: true, github: true }, saml_enabled: true }
  await page.route('**/auth/v1/settings', (route) => route.fulfill({ json: settings }))
  await visit(page, '/auth', 'Cairn')
  await expect(page.getByRole('link', { name: 'Single sign-on' })).toBeVisible()
  await shoot('auth-login-providers')
  const person = await exampleWorks(database, { domain: 'factors.example', isEmpty: true })
  // An earlier variant has left its factor.
  await database`
    delete from auth.mfa_factors
    where user_id = (select id from auth.users where email = ${person.email})`
  await signIn(page, person)
  await page.goto('/auth/new-password')
  await page.getByLabel('New Password', { exact: true }).fill('Correct-Horse')
  await shoot('auth-new-password')
  await database`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret_sealed)
    select gen_random_uuid(), id, 'Phone', 'totp', 'verified', 'example' from auth.users where email = ${person.email}`
  await keepSignIn(page, person)
  await page.goto('/')
  await expect(page.getByLabel('Code')).toBeFocused()
  await shoot('auth-second-factor')
}

async function shootCatalogue(page: Page, shoot: Shoot): Promise<void> {
  await visit(page, '/dashboard', 'Dashboard')
  await expect(page.getByText('Just now')).toBeVisible()
  await shoot('dashboard')
  await visit(page, '/notifications', 'Yesterday')
  await shoot('notifications')
  await visit(page, '/systems', 'Systems')
  await expect(page.getByRole('link', { name: 'Payroll', exact: true })).toBeVisible()
  await shoot('systems')
  await openWindow(page, 'Add System')
  await shoot('systems-add')
  await page.keyboard.press('Escape')
  await openWindow(page, 'Edit Billing')
  await shoot('systems-edit')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete Billing' }).click()
  await expect(page.getByText('No longer listed as its experts')).toBeVisible()
  await shoot('systems-delete')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Billing', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Billing' })
  await expect(details.getByRole('list', { name: 'System Experts' })).toBeVisible()
  await shoot('systems-detail')
  await details.getByRole('button', { name: 'Add Expert' }).click()
  await expect(page.getByRole('listbox', { name: 'Team members' })).toBeVisible()
  await shoot('systems-expert-picker')
}

async function shootSolutions(page: Page, shoot: Shoot): Promise<void> {
  await visit(page, '/solutions', 'Solutions')
  await expect(page.getByRole('link', { name: 'Customer 360', exact: true })).toBeVisible()
  await shoot('solutions')
  await openWindow(page, 'Edit Customer 360')
  await shoot('solutions-edit')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Customer 360', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Customer 360' })
  await expect(details.getByRole('list', { name: 'Related Agents' })).toBeVisible()
  await shoot('solutions-detail')
}

async function shootTeam(page: Page, shoot: Shoot): Promise<void> {
  await visit(page, '/team', 'Team Directory')
  await expect(page.getByText('Ben Sample', { exact: true })).toBeVisible()
  await shoot('team')
  await openWindow(page, 'Add Team Member')
  await shoot('team-invite')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Ben Sample' }).click()
  await expect(page.getByRole('link', { name: 'Billing' }).first()).toBeVisible()
  await shoot('team-member')
}

/** The same workspace once it has fields, tags, links and views. */
async function shootFields(page: Page, shoot: Shoot): Promise<void> {
  await visit(page, '/systems?cols=name,owner,tags,lifecycle,own.hosting,cost_per_month', 'Systems')
  await expect(page.getByRole('button', { name: 'Filter by core' }).first()).toBeVisible()
  await shoot('systems-columns')
  await visit(page, '/systems?group=lifecycle&cols=name,owner,tags,cost_per_month,renews_on', 'Systems')
  await expect(page.getByRole('button', { name: /^Phasing Out/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Filter by core' }).first()).toBeVisible()
  await shoot('systems-grouped')
  await visit(page, '/systems?where=own.hosting.is.cloud&where=own.seats.after.10', 'Systems')
  await expect(page.getByRole('link', { name: 'Data Warehouse', exact: true })).toBeVisible()
  await shoot('systems-filtered')
  // On a phone, all filters stand in a window of their own.
  const filters = page.getByRole('button', { name: /^Filters/ })
  if (await filters.isVisible()) await filters.click()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await expect(page.getByRole('listbox', { name: 'Filter by' })).toBeVisible()
  await shoot('systems-filter-choice')
  await page.keyboard.press('Escape')
  await visit(page, '/systems', 'Systems')
  await page.getByRole('link', { name: 'Billing', exact: true }).click()
  await page.getByRole('dialog', { name: 'Billing' }).getByRole('link', { name: 'Open as page' }).click()
  await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible()
  await shoot('systems-page')
  await visit(page, '/systems', 'Systems')
  await openWindow(page, 'Edit Billing')
  await page.getByRole('dialog').getByLabel('Contract number').scrollIntoViewIfNeeded()
  await shoot('systems-edit-more')
  await page.keyboard.press('Escape')
  for (const [tab, heading] of [
    ['fields', 'Fields'],
    ['tags', 'Tags'],
  ] as const) {
    await visit(page, `/settings?tab=${tab}`, heading)
    await shoot(`settings-${tab}`)
  }
}

async function shootSearch(page: Page, shoot: Shoot): Promise<void> {
  await visit(page, '/search?q=con', 'Search')
  await expect(page.getByRole('link', { name: 'Contract Reader' })).toBeVisible()
  await shoot('search')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('con')
  await expect(page.getByRole('option', { name: 'Contract Reader' })).toBeVisible()
  await shoot('palette')
}

async function shootAgentsAndAutomations(page: Page, shoot: Shoot): Promise<void> {
  await visit(page, '/agents', 'Agents')
  await expect(page.getByRole('link', { name: 'Support Assistant' })).toBeVisible()
  await shoot('agents')
  await openWindow(page, 'Details of Support Assistant')
  await shoot('agents-detail')
  await visit(page, '/automations', 'Automations')
  await expect(page.getByRole('link', { name: 'Invoice approval' })).toBeVisible()
  await shoot('automations')
  await openWindow(page, 'Edit Invoice approval')
  await shoot('automations-edit')
  await visit(page, '/settings?tab=connections&section=agents', 'Create Agent')
  await shoot('connections')
}

/** A list of applications, as a spreadsheet keeps it. */
const LIST = [
  'Application,Purpose,Owner,State,Contract end',
  'Billing,Invoices and reminders,ada@works.example,Live,2027-03-31',
  'Warehouse GmbH,Stock and deliveries,,Live,2027-06-30',
  'Time Clock,Working hours,kim@works.example,Maintenance,soon',
  'Expenses,Receipts of journeys,kim@works.example,Live,2027-09-30',
].join('\n')

async function shootImport(page: Page, shoot: Shoot): Promise<void> {
  await visit(page, '/import?kind=system', 'Import')
  await shoot('import')
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'applications.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Columns and fields' })).toBeVisible()
  await shoot('import-columns')
  await page.getByRole('button', { name: 'Check 4 Rows' }).click()
  await expect(page.getByRole('list', { name: 'Rows' })).toBeVisible()
  await shoot('import-check')
  await visit(page, '/systems', 'Systems')
  const exported = page.getByRole('button', { name: 'Export', exact: true })
  if (!(await exported.isVisible())) await page.getByRole('button', { name: 'Columns' }).click()
  await exported.click()
  await expect(page.getByRole('dialog', { name: 'Export: Systems' })).toBeVisible()
  await shoot('export')
  await page.keyboard.press('Escape')
}

async function shootFound(page: Page, database: postgres.Sql, shoot: Shoot): Promise<void> {
  await database`
    insert into public.found_records (account_id, kind, source, source_id, name, owner, first_seen_at, last_seen_at)
    select d.account_id, 'agent', 'Power Platform', f.name, f.name, f.owner, ${EXAMPLE_NOW}, ${EXAMPLE_NOW}
    from
      public.account_domains as d,
      (values ('Travel Desk', 'kim@works.example'), ('Meeting Notes', null), ('Vacation Helper', 'Facilities')) as f (name, owner)
    where d.domain = 'works.example'
    on conflict do nothing`
  await visit(page, '/found', 'Found')
  await expect(page.getByRole('list', { name: 'Found' }).getByRole('listitem')).toHaveCount(3)
  await shoot('found')
}

/** The first two automations report: one well, one that fails since its last run. */
async function shootHeartbeats(page: Page, database: postgres.Sql, shoot: Shoot): Promise<void> {
  await database`
    with reporting as (
      insert into public.heartbeats (account_id, kind, record_id, token_hash, status, last_at, last_seconds, runs, due_at)
      select
        a.account_id, 'automation', a.id, a.id::text, case place when 1 then 'up' else 'failing' end,
        ${EXAMPLE_NOW}::timestamptz - interval '12 minutes', 38, 30, null
      from (
        select o.*, row_number() over (order by o.created_at desc) as place
        from public.automations o
        join public.account_domains d on d.account_id = o.account_id and d.domain = 'works.example'
      ) a
      where a.place <= 2
      on conflict do nothing
      returning id, account_id, status, last_at
    )
    insert into public.runs (heartbeat_id, account_id, number, outcome, started_at, ended_at, at)
    select
      r.id, r.account_id, n, case when r.status = 'failing' and n = 30 or n = 11 then 'failure' else 'success' end,
      r.last_at - make_interval(hours => 30 - n, secs => 20 + n % 7), r.last_at - make_interval(hours => 30 - n),
      r.last_at - make_interval(hours => 30 - n)
    from reporting r
    cross join generate_series(1, 30) as n`
  await visit(page, '/automations', 'Automations')
  await expect(page.getByText('Failing').first()).toBeVisible()
  await shoot('automations-heartbeats')
}

/** Two webhooks: one whose receiver takes everything, one that is failing, with a log. */
async function shootWebhooks(page: Page, database: postgres.Sql, shoot: Shoot): Promise<void> {
  await database`
    with made as (
      insert into public.webhooks (account_id, name, url, format, events, kinds, owner_id, created_at)
      select d.account_id, w.name, w.url, w.format, w.events, w.kinds, null, ${EXAMPLE_NOW}::timestamptz - interval '40 days'
      from
        public.account_domains as d,
        (
          values
            (
              'Asset inventory', 'https://inventory.works.example/hooks/cairn', 'standard',
              array['record.created', 'record.changed', 'record.deleted'], array['system']
            ),
            (
              'Channel of the IT team', 'https://hooks.slack.com/services/T0/B0/example', 'slack',
              array['owner.changed', 'run.late', 'run.failed', 'run.back'], array[]::text[]
            )
        ) as w (name, url, format, events, kinds)
      where d.domain = 'works.example'
        and not exists (select from public.webhooks o where o.account_id = d.account_id)
      returning id, account_id, format
    ), work as (
      insert into private.webhook_work (account_id, webhook_id, failing_since, delivered_at)
      select
        account_id, id, case format when 'standard' then ${EXAMPLE_NOW}::timestamptz - interval '2 hours' end,
        ${EXAMPLE_NOW}::timestamptz - case format when 'standard' then interval '1 day' else interval '12 minutes' end
      from made
    )
    insert into public.webhook_deliveries (
      account_id, webhook_id, message_id, event, record, attempt, at, milliseconds, failure, status, request_headers,
      request_body, answer_body
    )
    select
      m.account_id, m.id, gen_random_uuid(), 'record.changed',
      jsonb_build_object('kind', 'system', 'id', s.id, 'name', s.name), case when n <= 3 then 4 - n else 1 end,
      ${EXAMPLE_NOW}::timestamptz - n * interval '40 minutes', 60 + n * 7 % 50, case when n <= 3 then 'answer' end,
      case when n <= 3 then 503 else 200 end, '{"content-type": "application/json"}', '{}', 'ok'
    from made m
    cross join generate_series(1, 6) as n
    join lateral (
      select s.id, s.name from public.systems s where s.account_id = m.account_id order by s.name offset n % 3 limit 1
    ) s on true
    where m.format = 'standard'`
  await visit(page, '/settings?tab=webhooks', 'Webhooks')
  await expect(page.getByText('Failing')).toBeVisible()
  await shoot('settings-webhooks')
  await page.getByRole('link', { name: 'Asset inventory' }).click()
  await expect(page.getByRole('table', { name: 'Log' })).toBeVisible()
  await shoot('settings-webhooks-log')
}

/** Tabs of the settings, and what shows when each has loaded. The connections have a picture of their own. */
const SETTINGS = [
  ['notifications', 'Notification Preferences'],
  ['security', 'Active sessions'],
  ['appearance', 'Account Appearance'],
  ['features', 'Features'],
  ['archive', 'Take in an archive'],
] as const

async function shootTheRest(page: Page, shoot: Shoot): Promise<void> {
  await visit(page, '/profile', 'Profile')
  await shoot('profile')
  for (const [tab, heading] of SETTINGS) {
    await visit(page, `/settings?tab=${tab}`, heading)
    await shoot(`settings-${tab}`)
  }
  await visit(page, '/welcome?step=products', 'What does your organization use?')
  await shoot('welcome-products')
  await visit(page, '/notifications', 'No notifications yet')
  await shoot('notifications-empty')
  await visit(page, '/questions', 'Q&A Forum')
  await shoot('questions')
  await visit(page, '/nowhere', 'Page Not Found')
  await shoot('not-found')
  await visit(page, '/processes/nowhere', 'Feature Disabled')
  await shoot('feature-disabled')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await shoot('account-menu')
  await page.keyboard.press('Escape')
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (!(await menu.isVisible())) return
  await menu.click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await shoot('menu')
}

for (const { variant, colorScheme, viewport } of VARIANTS) {
  test.describe(variant, () => {
    test.use({ viewport, colorScheme })
    test.beforeEach(async ({ page }) => {
      test.setTimeout(120_000)
      await page.clock.setFixedTime(EXAMPLE_NOW)
    })

    const camera =
      (page: Page): Shoot =>
      async (screen) => {
        await page.mouse.move(0, 0)
        // What a click has opened may be loading, too.
        await settled(page)
        await page.screenshot({
          path: join(FOLDER, `${screen}-${variant}.png`),
          animations: 'disabled',
          fullPage: screen.startsWith('auth-'),
        })
      }

    test(`the door, ${variant}`, async ({ page, cairn }) => {
      await shootDoor(page, camera(page))
      await shootOtherWays(page, cairn.database, camera(page))
    })

    test(`a full workspace, ${variant}`, async ({ page, cairn }) => {
      await signIn(page, await exampleWorks(cairn.database, { domain: 'works.example' }))
      await shootCatalogue(page, camera(page))
      await shootSolutions(page, camera(page))
      await shootAgentsAndAutomations(page, camera(page))
      await shootTeam(page, camera(page))
      await shootSearch(page, camera(page))
      await shootImport(page, camera(page))
      await shootFound(page, cairn.database, camera(page))
      await shootHeartbeats(page, cairn.database, camera(page))
      await shootWebhooks(page, cairn.database, camera(page))
    })

    test(`a workspace with fields of its own, ${variant}`, async ({ page, cairn }) => {
      const founder = await exampleWorks(cairn.database, { domain: 'fields.example' })
      await arrangeFields(cairn.database, founder.email)
      await signIn(page, founder)
      await shootFields(page, camera(page))
    })

    test(`an empty workspace and the rest, ${variant}`, async ({ page, cairn }) => {
      await signIn(page, await exampleWorks(cairn.database, { domain: 'new-works.example', isEmpty: true }))
      await visit(page, '/dashboard', 'Dashboard')
      await expect(page.getByText('No recent activity')).toBeVisible()
      await camera(page)('dashboard-empty')
      await visit(page, '/systems', 'No Systems Yet')
      await camera(page)('systems-empty')
      await visit(page, '/solutions', 'No Solutions Yet')
      await camera(page)('solutions-empty')
      await shootTheRest(page, camera(page))
    })
  })
}
