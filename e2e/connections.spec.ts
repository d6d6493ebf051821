import type { Locator, Page } from '@playwright/test'
import { keepSignInAs, REFUSED_REQUEST } from './support/systems.ts'
import { expect, test } from './support/test.ts'
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
