import { randomBytes } from 'node:crypto'
import { arrangePerson } from '@cairn/testing/people'
import type { Locator, Page } from '@playwright/test'
import { refusal, SESSION_KEY } from './support/browser.ts'
import { namesIn } from './support/records.ts'
import {
  expectResting,
  keepSignInAs,
  REFUSED_REQUEST,
  refuse,
  sent,
  VIEWERS_CHANGE_NOTHING,
} from './support/systems.ts'
import { continueAsGuest, expect, keepSignIn, test } from './support/test.ts'
import { expectToast, toast } from './support/toasts.ts'

const FORMS = [
  { thing: 'agent', section: 'agents', title: 'Create Agent', button: 'Create Agent', label: 'Agent Name' },
  {
    thing: 'automation',
    section: 'automations',
    title: 'Create Automation',
    button: 'Create Automation',
    label: 'Automation Name',
  },
] as const

type Form = (typeof FORMS)[number]

/** Goes to the form and fills the name in. */
async function openForm(page: Page, { section, title, label }: Form): Promise<Locator> {
  await page.goto(`/settings?tab=connections&section=${section}`)
  const form = page.getByRole('form', { name: title })
  await form.getByLabel(label).fill('Reader')
  return form
}

test('[SET-18, 19, AGT-02, AUTO-01] the connections have two sub-tabs, each with a form', async ({
  page,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'admin')
  await page.goto('/settings?tab=connections')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect(page.getByRole('tablist', { name: 'Connections' }).getByRole('tab')).toHaveText([
    'Automations',
    'AI Agents',
  ])
  await expect(page.getByRole('form', { name: 'Create Automation' })).toBeVisible()
  await page.getByRole('tab', { name: 'AI Agents' }).click()
  await expect(page.getByRole('form', { name: 'Create Agent' })).toBeVisible()
  await expect(page).toHaveURL('/settings?tab=connections&section=agents')
  await page.reload()
  await expect(page.getByRole('form', { name: 'Create Agent' })).toBeVisible()
})

test('[AGT-08, 09, 10, 11, 17, CALL-38] an agent is created', async ({ page, organisation }) => {
  const { me, accountId } = await keepSignInAs(page, organisation, 'user')
  const form = await openForm(page, FORMS[0])
  await expect(form.getByLabel('Platform').getByRole('option')).toHaveText([
    'OpenAI',
    'Anthropic',
    'Custom',
    'Other',
  ])
  await expect(form.getByLabel('Status').getByRole('option')).toHaveText(['Active', 'Training', 'Inactive'])
  await expect(form.getByLabel('Status')).toHaveValue('inactive')
  await form.getByLabel('Platform').selectOption('Anthropic')
  await form.getByLabel('Description').fill('Reads contracts.')
  await form.getByLabel('Status').selectOption('Training')
  const request = sent(page, 'POST', 'agents')
  await form.getByRole('button', { name: 'Create Agent' }).click()
  expect((await request).postDataJSON()).toEqual({
    name: 'Reader',
    platform: 'Anthropic',
    description: 'Reads contracts.',
    status: 'training',
    owner_id: null,
    created_by: me.id,
    account_id: accountId,
  })
  await expectToast(page, 'Agent has been created.')
  await expect(form.getByLabel('Agent Name')).toHaveValue('')
  await page.getByRole('link', { name: 'All agents' }).click()
  await expect(namesIn(page, 'Agents')).toHaveText(['Reader'])
})

test('[AUTO-09, 13, 20, CALL-39, DIS-16, OPEN-24] an automation is created, and starts inactive', async ({
  page,
  organisation,
}) => {
  const { me, accountId } = await keepSignInAs(page, organisation, 'user')
  const form = await openForm(page, FORMS[1])
  await expect(form.getByLabel('Source').getByRole('option')).toHaveText([
    'Zapier',
    'Make.com',
    'Power Automate',
    'Other',
  ])
  await expect(form.getByLabel('Status')).toHaveCount(0)
  await form.getByLabel('Webhook URL').fill('http://hooks.example/1')
  await form.getByRole('button', { name: 'Create Automation' }).click()
  await expect(form.getByRole('alert').filter({ hasText: 'begins with https://' })).toBeVisible()
  await form.getByLabel('Webhook URL').fill('https://hooks.example/1')
  const request = sent(page, 'POST', 'automations')
  await form.getByRole('button', { name: 'Create Automation' }).click()
  expect((await request).postDataJSON()).toEqual({
    name: 'Reader',
    source: 'Zapier',
    description: '',
    status: 'inactive',
    webhook_url: 'https://hooks.example/1',
    owner_id: null,
    created_by: me.id,
    account_id: accountId,
  })
  await expectToast(page, 'Automation has been created.')
  await page.getByRole('link', { name: 'All automations' }).click()
  await expect(page.getByRole('switch', { name: 'Reader is active' })).not.toBeChecked()
})

for (const form of FORMS) {
  const numbers = {
    agent: { login: '[AGT-13, SET-20, DIS-28]', account: '[AGT-12, DIS-28]', refused: '[AGT-16]' },
    automation: { login: '[AUTO-15, SET-20, DIS-28]', account: '[AUTO-14, DIS-28]', refused: '[AUTO-18]' },
  }[form.thing]
  const article = form.thing === 'agent' ? 'an agent' : 'an automation'

  test.describe(`${article} without a session`, () => {
    // The requests that the page sends by itself just then are refused as well.
    test.use({ expectedComplaints: [[refusal(401)], { scope: 'test' }] })

    test(`${numbers.login} creating ${article} needs a sign-in`, async ({ page, organisation }) => {
      await keepSignInAs(page, organisation, 'admin')
      const fields = await openForm(page, form)
      await page.evaluate(`localStorage.removeItem('${SESSION_KEY}')`)
      await fields.getByRole('button', { name: form.button }).click()
      await expectToast(page, 'Authentication Error', `You must be logged in to create ${article}.`)
      await expect(fields.getByLabel(form.label)).toHaveValue('Reader')
    })
  })

  test(`${numbers.account} creating ${article} needs an account`, async ({ page, cairn }) => {
    const email = `nobody.${randomBytes(4).toString('hex')}@gmail.com`
    await keepSignIn(page, await arrangePerson(cairn.database, { email, name: 'Nora Nobody' }))
    const fields = await openForm(page, form)
    await fields.getByRole('button', { name: form.button }).click()
    await expect(
      toast(page).getByText('User or account information is missing', { exact: true }),
    ).toBeVisible()
  })

  test.describe(`${article} that the server refuses`, () => {
    test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

    test(`${numbers.refused} creating ${article} fails with the message`, async ({ page, organisation }) => {
      await keepSignInAs(page, organisation, 'admin')
      await refuse(page, 'POST', form.section, 'Not on a Sunday.')
      const fields = await openForm(page, form)
      await fields.getByRole('button', { name: form.button }).click()
      await expectToast(page, `Failed to create ${form.thing}: Not on a Sunday.`)
      await expect(fields.getByLabel(form.label)).toHaveValue('Reader')
    })
  })

  test(`[GAP-08] a guest fills the form of ${article}, and saves nothing`, async ({ page }) => {
    await continueAsGuest(page)
    const fields = await openForm(page, form)
    await fields.getByRole('button', { name: form.button }).click()
    const things = form.thing === 'agent' ? 'Agents' : 'Automations'
    await expectToast(
      page,
      'Guest Mode',
      `${things} aren't saved in guest mode. Please sign up for full access.`,
    )
  })

  test(`[GAP-08] a viewer may not create ${article}`, async ({ page, organisation }) => {
    await keepSignInAs(page, organisation, 'viewer')
    await page.goto(`/settings?tab=connections&section=${form.section}`)
    // The form says so before anything is filled in.
    await expect(page.getByRole('main').getByText(VIEWERS_CHANGE_NOTHING)).toBeVisible()
    const fields = page.getByRole('form', { name: form.title })
    await expect(fields.getByLabel(form.label)).toBeDisabled()
    await expectResting(fields.getByRole('button', { name: form.button }), VIEWERS_CHANGE_NOTHING)
  })
}

test.describe('a session that was ended elsewhere', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

  test('is an authentication error, and a problem of another field does not mention the name', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { me } = await keepSignInAs(page, organisation, 'user')
    const fields = await openForm(page, FORMS[0])
    await fields.getByLabel('Agent Name').fill('')
    await fields.getByRole('button', { name: 'Create Agent' }).click()
    await expect(toast(page)).toBeVisible()
    // The toast does not close by itself while the pointer is over it.
    await toast(page).hover()
    await fields.getByLabel('Description').fill('x'.repeat(2001))
    await fields.getByLabel('Agent Name').fill('Reader')
    await fields.getByLabel('Agent Name').press('Enter')
    await expect(fields.getByText('Description must have at most 2,000 characters.')).toBeVisible()
    await expect(toast(page)).toHaveCount(0)

    await fields.getByLabel('Description').fill('Reads contracts.')
    await cairn.database`delete from auth.sessions where user_id = ${me.id}`
    await fields.getByRole('button', { name: 'Create Agent' }).click()
    await expectToast(page, 'Authentication Error')
    await expect(page).toHaveURL(/\/auth$/)
  })
})
