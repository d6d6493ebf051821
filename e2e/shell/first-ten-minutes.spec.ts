import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { enterOn, tabTo, typeInto } from '../support/keyboard.ts'
import { expectWhole, expectWholeEverywhere } from '../support/layout.ts'
import { linkTo } from '../support/mail.ts'
import { fillSignUp } from '../support/sign-up.ts'
import { type Cairn, continueAsGuest, expect, freshDomain, signIn, test } from '../support/test.ts'
import { closeToast, expectToast } from '../support/toasts.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const product = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const checklist = (page: Page) => page.getByRole('list', { name: 'First steps' })

/** Signs up as the first of a domain and confirms the address. */
async function found(page: Page, cairn: Cairn, email: string, account: string): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await fillSignUp(page, { email, name: ['Ada', 'Example'] })
  await page.getByLabel('Account Name').fill(account)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectToast(page, 'Account created', 'Please check your email to verify your account.')
  await page.goto(await linkTo(cairn, email))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(heading(page, `Set up ${account}`)).toBeVisible()
}

test('the first ten minutes: a name, six products, two colleagues, and a checklist that disappears', async ({
  page,
  cairn,
}) => {
  test.slow()
  const domain = freshDomain()
  await found(page, cairn, `ada@${domain}`, 'Example Works')

  await test.step('the name', async () => {
    await expect(page.getByRole('region').getByText('sample records')).toHaveCount(0)
    await expectAccessible(page, 'the name of the account')
    await page.getByLabel('Account Name').fill('')
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await expect(page.getByLabel('Account Name')).toHaveAccessibleDescription(/Account name is required/)
    await page.getByLabel('Account Name').fill('Orchard')
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await expectToast(page, 'The account is now called Orchard')
    await expect(page.getByRole('banner').getByText('Orchard')).toBeVisible()
    await closeToast(page)
  })

  await test.step('six products', async () => {
    await expect(page).toHaveURL('/welcome?step=products')
    await expect(page.getByRole('link', { name: 'What you use' })).toHaveAttribute('aria-current', 'step')
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toHaveAccessibleDescription(
      'Tick what you use first.',
    )
    await page.getByRole('searchbox', { name: 'Search products' }).fill('no such product')
    await expect(page.getByRole('status').getByText('There is no such product in the list.')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search products' }).fill('slak')
    await product(page, 'Slack').check()
    await expect(page.getByRole('checkbox', { name: 'Zoom' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear search' }).click()
    for (const name of ['Microsoft 365', 'Jira', 'GitHub', 'Zapier', 'Claude'])
      await product(page, name).check()
    await page.getByRole('checkbox', { name: 'I am their owner' }).check()
    await expectAccessible(page, 'products to tick')
    await page.getByRole('button', { name: 'Add 6 records' }).click()
    await expectToast(page, 'Records added: 6')
    await closeToast(page)
  })

  await test.step('two colleagues', async () => {
    await expect(page).toHaveURL('/welcome?step=people')
    await page.getByLabel('Email addresses').fill(`Ben Example <ben@${domain}>; cleo@${domain}`)
    await expect(page.getByRole('list', { name: 'People' }).getByRole('listitem')).toHaveCount(2)
    await page.getByLabel('Department').fill('Studio')
    await expectAccessible(page, 'colleagues to invite')
    await page.getByRole('button', { name: 'Send Invitations: 2' }).click()
    await expectToast(page, 'Team members invited', 'Invitations sent: 2.')
    await closeToast(page)
  })

  await test.step('they are real records, described and owned, of the right kind', async () => {
    const rows = await cairn.database`
      select r.name, r.kind, r.vendor, r.description <> '' as described, p.name as owner
      from (
        select 'system' as kind, account_id, name, vendor, description, owner_id from public.systems
        union all select 'agent', account_id, name, vendor, description, owner_id from public.agents
      ) r
      join public.account_domains d on d.account_id = r.account_id and d.domain = ${domain}
      left join public.profiles p on p.id = r.owner_id
      order by r.name`
    const system = (name: string, vendor: string) => ({
      ...{ name, kind: 'system', vendor, described: true, owner: 'Ada Example' },
    })
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { ...system('Claude', 'Anthropic'), kind: 'agent' },
      system('GitHub', 'GitHub'),
      system('Jira', 'Atlassian'),
      system('Microsoft 365', 'Microsoft'),
      system('Slack', 'Salesforce'),
      system('Zapier', 'Zapier'),
    ])
  })

  await test.step('the checklist has the progress', async () => {
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await expect(page.getByText('3 of 4 done')).toBeVisible()
    await expect(checklist(page).getByRole('link')).toHaveText([/^Add a link to a record/])
    await expectAccessible(page, 'the dashboard with the first steps')
    await expectWholeEverywhere(page, 'the dashboard with the first steps')
  })

  await test.step('it is hidden, and found again in the settings', async () => {
    await page.getByRole('button', { name: 'Hide the first steps' }).click()
    await expectToast(page, 'The first steps are hidden')
    await expect(checklist(page)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('region', { name: 'Figures' })).toContainText('Active Systems5')
    await expect(checklist(page)).toHaveCount(0)
    await page.goto('/settings/general')
    const shown = page.getByRole('switch', { name: 'Show the first steps on the dashboard' })
    await expect(shown).not.toBeChecked()
    await expectAccessible(page, 'the settings of the first steps')
    await shown.click()
    await expect(shown).toBeChecked()
    await page.getByRole('link', { name: 'Open the first steps' }).click()
    await expect(heading(page, 'Set up Orchard')).toBeVisible()
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await expect(checklist(page)).toBeVisible()
  })

  await test.step('it disappears when everything is done, and does not come back', async () => {
    await cairn.database`
      update public.systems set links = '[{"purpose": "docs", "title": "", "url": "https://docs.example"}]'
      where name = 'Jira' and account_id = (select account_id from public.account_domains where domain = ${domain})`
    await page.reload()
    await expect(page.getByRole('region', { name: 'Figures' })).toContainText('Active Systems5')
    await expect
      .poll(async () => {
        const [user] = await cairn.database<{ hidden: boolean }[]>`
          select (raw_user_meta_data -> 'first_steps_hidden')::boolean as hidden
          from auth.users where email = ${`ada@${domain}`}`
        return user?.hidden
      })
      .toBe(true)
    await expect(checklist(page)).toHaveCount(0)
    await page.goto('/settings/general')
    await expect(
      page.getByRole('switch', { name: 'Show the first steps on the dashboard' }),
    ).not.toBeChecked()
  })
})

test('a former guest takes the sample records along', async ({ page, cairn }) => {
  await continueAsGuest(page)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign In / Sign Up' }).click()
  await expect(page).toHaveURL('/auth')
  const domain = freshDomain()
  await found(page, cairn, `ada@${domain}`, 'Example Works')
  await expect(page.getByRole('heading', { name: 'Take the 10 sample records along?' })).toBeVisible()
  await expectAccessible(page, 'the question about the sample records')
  await page.getByRole('button', { name: 'Take them along' }).click()
  await expectToast(page, 'Records added: 10')
  await expect(page.getByRole('button', { name: 'Take them along' })).toHaveCount(0)
  await page.getByRole('link', { name: 'What you use' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Salesforce' })).toContainText(
    'Already registered',
  )
  await page.getByRole('navigation').getByRole('link', { name: 'Solutions', exact: true }).click()
  await page.getByRole('link', { name: 'Customer 360', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('ServiceNow')
  await page.goto('/welcome')
  await expect(heading(page, 'Set up Example Works')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take them along' })).toHaveCount(0)
})

test('an empty catalogue offers common products, by the keyboard alone', async ({ page, organisation }) => {
  await signIn(page, await organisation.member('Ada Founder'))
  await expect(page.getByRole('link', { name: 'Set it up' })).toHaveAttribute('href', '/welcome')
  await page.goto('/solutions')
  await expect(page.getByRole('heading', { name: 'No Solutions Yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import' }).last()).toHaveAttribute(
    'href',
    '/import?kind=solution',
  )
  await expect(page.getByRole('link', { name: 'Pick common ones' })).toHaveCount(0)
  await page.goto('/agents')
  await expect(page.getByRole('heading', { name: 'No Agents Created' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import' }).last()).toHaveAttribute(
    'href',
    '/import?kind=agent',
  )
  await expectWholeEverywhere(page, 'an empty catalogue')
  await enterOn(page.getByRole('link', { name: 'Pick common ones' }))
  await expect(heading(page, 'Pick common AI agents')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Slack' })).toHaveCount(0)
  await typeInto(page.getByRole('searchbox', { name: 'Search products' }), 'chat')
  await tabTo(product(page, 'ChatGPT'))
  await page.keyboard.press('Space')
  await enterOn(page.getByRole('button', { name: 'Add 1 record' }))
  await expectToast(page, 'Records added: 1')
  await expect(page).toHaveURL('/agents')
  await expect(page.getByRole('link', { name: 'ChatGPT', exact: true })).toBeVisible()
})

test('an account that is not set up shows so until its admin dismisses it', async ({
  page,
  organisation,
}) => {
  await signIn(page, await organisation.member('Ada Founder'))
  await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is ready' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('There are no records yet.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your account is ready' })).toHaveCount(0)
  for (const [step, title] of [
    ['name', 'Name and logo'],
    ['products', 'What does your organization use?'],
    ['people', 'Who else should be here?'],
  ] as const) {
    await page.goto(`/welcome?step=${step}`)
    await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
    await expectWholeEverywhere(page, title)
  }
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
})

test('a member picks products, a viewer has nothing to set up, and a guest looks', async ({
  page,
  browser,
  cairn,
  organisation,
}) => {
  await organisation.member('Ada Founder')
  const user = await organisation.member('Uma User', 'user')
  await signIn(page, user)
  await expect(page.getByRole('link', { name: 'Set it up' })).toHaveCount(0)
  await page.goto('/welcome')
  await expect(product(page, 'Slack')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Steps' })).toHaveCount(0)

  const viewer = await browser.newPage({ baseURL: cairn.server.url })
  await signIn(viewer, await organisation.member('Vic Viewer'))
  await viewer.goto('/welcome')
  await expect(heading(viewer, 'Dashboard')).toBeVisible()
  await viewer.close()

  const guest = await browser.newPage({ baseURL: cairn.server.url })
  await continueAsGuest(guest)
  await guest.goto('/welcome?step=products')
  await product(guest, 'Slack').check()
  await guest.getByRole('button', { name: 'Add 1 record' }).click()
  await expectToast(
    guest,
    'Guest Mode',
    "Systems aren't saved in guest mode. Please sign up for full access.",
  )
  await expectWhole(guest, 'products as a guest sees them')
  await guest.close()
})
