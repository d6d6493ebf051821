import type { Page } from '@playwright/test'
import { refusal } from '../support/browser.ts'
import { chooseInListMenu } from '../support/list-menu.ts'
import { arrangeSystem } from '../support/systems.ts'
import { expect, type Organisation, PASSWORD, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import { type Taking, translatePages } from '../support/translation.ts'

// A wrong password is refused, and so is a name that is taken.
test.use({ expectedComplaints: [refusal(400, 409)] })

async function signInAfterMistakes(page: Page, organisation: Organisation): Promise<string> {
  const { email } = await organisation.member('Ada Example')
  await page.goto('/auth')
  const signIn = page.getByRole('button', { name: 'Sign In', exact: true })
  await signIn.click()
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByRole('tab', { name: 'Login' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Horse-9')
  await signIn.click()
  await expectToast(page, 'Error signing in', 'Invalid login credentials')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await signIn.click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  return organisation.accountId()
}

async function addSystemAfterMistakes(page: Page): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Add System' })
  await page.getByRole('link', { name: 'Systems', exact: true }).click()
  await page.getByRole('button', { name: 'Add System' }).click()
  await form.getByRole('button', { name: 'Add System' }).click()
  await expect(form.getByText('System name is required')).toBeVisible()
  await form.getByLabel('System Name').fill('Payroll')
  await form.getByRole('button', { name: 'Add System' }).click()
  await expect(form.getByText('already exists')).toBeVisible()
  await form.getByLabel('System Name').fill('Billing')
  await form.getByRole('button', { name: 'Add System' }).click()
  await expectToast(page, 'Billing has been added successfully')
  await page.getByRole('main').getByRole('searchbox').fill('nothing of this name')
  await expect(page.getByRole('link', { name: 'Billing' })).toHaveCount(0)
  await page.getByRole('main').getByRole('searchbox').fill('')
  await expect(page.getByRole('link', { name: 'Billing' })).toBeVisible()
}

async function importAfterMistakes(page: Page): Promise<void> {
  await chooseInListMenu(page, 'Import')
  const file = page.getByLabel('File', { exact: true })
  await file.setInputFiles({
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  })
  await expect(page.getByRole('alert')).toBeVisible()
  const buffer = Buffer.from('Name;Vertragsende\nWiki;31.12.2027\nChat;soon')
  await file.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByRole('heading', { name: 'How the file was read' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
}

for (const taking of ['moves', 'replaces'] satisfies Taking[])
  test(`a page whose translation ${taking} its texts goes on to work`, async ({
    page,
    cairn,
    organisation,
  }) => {
    await translatePages(page, taking)
    const accountId = await signInAfterMistakes(page, organisation)
    await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
    await addSystemAfterMistakes(page)
    await importAfterMistakes(page)
    for (const screen of [
      '/solutions',
      '/agents',
      '/automations',
      '/team',
      '/bin',
      '/settings',
      '/notifications',
    ])
      await page.goto(screen).then(() => expect(page.getByRole('heading', { level: 1 })).toBeVisible())
    await expect(page.getByText('Something went wrong.')).toHaveCount(0)
  })
